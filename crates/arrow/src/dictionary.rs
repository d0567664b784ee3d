//! Columns of few different values.

use crate::schema::ColumnEncoding;
use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, DictionaryArray, Int32Array, StringArray};
use arrow_buffer::NullBufferBuilder;
use std::collections::HashMap;
use std::sync::Arc;

/// A column of few different values. Nulls are only counted until a value comes.
pub(crate) struct FewValues {
    values: ValueStore,
    /// How many rows there are whose nulls are not in the store yet.
    nulls: usize,
}

enum ValueStore {
    Plain(StringBuilder),
    Dictionary(Box<ValueDictionary>),
}

impl FewValues {
    pub(crate) fn new(encoding: ColumnEncoding) -> Self {
        Self {
            values: match encoding {
                ColumnEncoding::Plain => ValueStore::Plain(StringBuilder::new()),
                ColumnEncoding::Dictionary => ValueStore::Dictionary(Box::default()),
            },
            nulls: 0,
        }
    }

    /// How many bytes of values a batch may have to keep, at most.
    pub(crate) fn bytes(&self) -> usize {
        match &self.values {
            ValueStore::Plain(values) => values.values_slice().len(),
            ValueStore::Dictionary(dictionary) => dictionary.bytes,
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, value: &str) {
        self.store_nulls();
        match &mut self.values {
            ValueStore::Plain(values) => values.append_value(value),
            ValueStore::Dictionary(dictionary) => dictionary.push(value),
        }
    }

    #[inline]
    pub(crate) fn push_null(&mut self) {
        self.nulls += 1;
    }

    #[inline]
    fn store_nulls(&mut self) {
        if self.nulls > 0 {
            let nulls = std::mem::take(&mut self.nulls);
            match &mut self.values {
                ValueStore::Plain(values) => (0..nulls).for_each(|_| values.append_null()),
                ValueStore::Dictionary(dictionary) => dictionary.push_nulls(nulls),
            }
        }
    }

    pub(crate) fn finish(&mut self) -> ArrayRef {
        self.store_nulls();
        match &mut self.values {
            ValueStore::Plain(values) => Arc::new(values.finish()),
            ValueStore::Dictionary(dictionary) => dictionary.finish(),
        }
    }
}

/// Values by number, found among the recent ones first. They stay for the next batch, unless they are many.
struct ValueDictionary {
    keys: Vec<i32>,
    nulls: NullBufferBuilder,
    values: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, i32>,
    /// How many bytes the values have.
    bytes: usize,
    /// The numbers of values that were found, by a few of their characters.
    recent: [Option<i32>; RECENT],
    /// The values as the latest batch had them.
    array: Option<Arc<StringArray>>,
}

const RECENT: usize = 256;

impl Default for ValueDictionary {
    fn default() -> Self {
        Self {
            keys: Vec::new(),
            nulls: NullBufferBuilder::new(0),
            values: Vec::new(),
            numbers: HashMap::new(),
            bytes: 0,
            recent: [None; RECENT],
            array: None,
        }
    }
}

impl ValueDictionary {
    #[inline]
    fn push(&mut self, value: &str) {
        let slot = slot(value.as_bytes());
        let key = match self.recent[slot] {
            Some(recent) if *self.values[recent as usize] == *value => recent,
            _ => {
                let key = self.number(value);
                self.recent[slot] = Some(key);
                key
            }
        };
        self.keys.push(key);
        self.nulls.append_non_null();
    }

    fn number(&mut self, value: &str) -> i32 {
        if let Some(&number) = self.numbers.get(value) {
            return number;
        }
        // A batch has fewer rows than there are numbers.
        let number = self.values.len() as i32;
        let value: Arc<str> = value.into();
        self.bytes += value.len();
        self.values.push(Arc::clone(&value));
        self.numbers.insert(value, number);
        self.array = None;
        number
    }

    fn push_nulls(&mut self, count: usize) {
        self.keys.resize(self.keys.len() + count, 0);
        self.nulls.append_n_nulls(count);
    }

    fn finish(&mut self) -> ArrayRef {
        /// The most values, and bytes of them, that are kept from batch to batch: more are hardly few.
        const MOST: (usize, usize) = (16 * 1024, 1024 * 1024);
        let keys = Int32Array::new(std::mem::take(&mut self.keys).into(), self.nulls.finish());
        let values = self.array.get_or_insert_with(|| {
            // Keys of nulls, too, are those of a value.
            let is_empty = self.values.is_empty() && !keys.is_empty();
            let values = self.values.iter().map(|value| &**value);
            Arc::new(StringArray::from_iter_values(
                values.chain(is_empty.then_some("")),
            ))
        });
        let column = DictionaryArray::new(keys, Arc::clone(values) as ArrayRef);
        if self.values.len() > MOST.0 || self.bytes > MOST.1 {
            *self = Self::default();
        } else if self.values.is_empty() {
            self.array = None;
        }
        Arc::new(column)
    }
}

/// The place of a value among the recent ones.
#[inline]
fn slot(value: &[u8]) -> usize {
    let length = value.len();
    let byte = |from_end: usize, factor: usize| {
        let index = length.checked_sub(from_end);
        index.map_or(0, |index| usize::from(value[index]).wrapping_mul(factor))
    };
    (length.wrapping_mul(31) ^ byte(1, 1) ^ byte(length.div_ceil(2).max(1), 7) ^ byte(4, 17))
        % RECENT
}
