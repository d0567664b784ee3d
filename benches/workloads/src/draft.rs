//! What the recipes share: a text that grows, and the words it is made of.

use testing::random::Random;

/// The piece of a document that is being written.
#[derive(Debug)]
pub struct Draft {
    pub random: Random,
    pub text: String,
    /// How many triples the document has so far, all of its pieces together.
    pub triples: u64,
}

impl Draft {
    pub fn new(seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            text: String::new(),
            triples: 0,
        }
    }

    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub fn pick(&mut self, items: &[&str]) {
        self.text.push_str(self.random.pick(items));
    }

    /// A number of at most six digits, as labels and local names end in.
    pub fn serial(&mut self) {
        let serial = self.random.below(1_000_000);
        self.text.push_str(&serial.to_string());
    }

    pub fn language_tag(&mut self) {
        self.text.push('@');
        self.pick(LANGUAGES);
    }

    /// So many words with spaces between them; one in thirty is not ASCII.
    pub fn words(&mut self, least: usize, most: usize) {
        for index in 0..self.random.between(least, most) {
            if index > 0 {
                self.text.push(' ');
            }
            if self.random.below(30) == 0 {
                self.pick(FOREIGN);
            } else {
                self.pick(WORDS);
            }
        }
    }

    /// One to three objects with commas between them, a triple each.
    pub fn objects(&mut self, object: fn(&mut Self)) {
        for index in 0..self.random.between(1, 3) {
            self.push(if index == 0 { " " } else { " , " });
            object(self);
            self.triples += 1;
        }
    }

    /// A date, as `xsd:date` has it.
    pub fn date(&mut self) {
        let [year, month, day] =
            [(1900, 2025), (1, 12), (1, 28)].map(|(least, most)| self.random.between(least, most));
        self.text.push_str(&format!("{year}-{month:02}-{day:02}"));
    }
}

pub const WORDS: &[&str] = &[
    "about",
    "after",
    "again",
    "archive",
    "author",
    "bird",
    "book",
    "bridge",
    "building",
    "city",
    "cloud",
    "country",
    "data",
    "east",
    "edition",
    "engine",
    "field",
    "forest",
    "garden",
    "glass",
    "graph",
    "harbour",
    "hill",
    "history",
    "house",
    "island",
    "journal",
    "king",
    "knowledge",
    "lake",
    "language",
    "letter",
    "library",
    "light",
    "map",
    "market",
    "measure",
    "mountain",
    "museum",
    "music",
    "name",
    "north",
    "number",
    "ocean",
    "of",
    "paper",
    "people",
    "period",
    "place",
    "river",
    "road",
    "science",
    "sea",
    "ship",
    "small",
    "song",
    "south",
    "species",
    "star",
    "station",
    "stone",
    "street",
    "summer",
    "the",
    "theory",
    "time",
    "tower",
    "train",
    "tree",
    "university",
    "valley",
    "village",
    "water",
    "west",
    "wind",
    "winter",
    "word",
    "world",
];

/// All letters, so that they can stand in names too.
pub const FOREIGN: &[&str] = &[
    "Übergröße",
    "garçon",
    "mañana",
    "Łódź",
    "Příbram",
    "Ελλάδα",
    "Москва",
    "Україна",
    "日本語",
    "東京都",
    "한국어",
    "ไทย",
    "עברית",
    "العربية",
    "𐐀𐐁",
];

const LANGUAGES: &[&str] = &[
    "en",
    "de",
    "fr",
    "es",
    "ja",
    "ru",
    "en-GB",
    "pt-BR",
    "zh-Hant",
    "sr-Latn-RS",
    "de-CH-1996",
];
