//! Work that threads share.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::{iter, panic, thread};

/// The result of each item, in the items' order. There is a thread a processor, and each takes the next item when it is done with
/// one: a few items may take most of the time.
///
/// # Panics
///
/// If the work does.
pub fn side_by_side<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let work = || {
        let places = iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let taken = places.map_while(|place| Some((place, items.get(place)?)));
        let results = taken.map(|(place, item)| (place, work(item)));
        results.collect::<Vec<_>>()
    };
    let mut results = thread::scope(|scope| {
        let count = thread::available_parallelism().map_or(1, usize::from);
        let threads: Vec<_> = (0..count).map(|_| scope.spawn(work)).collect();
        let results = threads.into_iter().map(|thread| {
            let result = thread.join();
            result.unwrap_or_else(|payload| panic::resume_unwind(payload))
        });
        results.flatten().collect::<Vec<_>>()
    });
    results.sort_by_key(|(place, _)| *place);
    results.into_iter().map(|(_, result)| result).collect()
}
