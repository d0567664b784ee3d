//! A file of the site.

pub struct File {
    pub name: String,
    pub text: String,
}

impl File {
    pub fn new(name: &str, text: impl Into<String>) -> Self {
        Self {
            name: name.to_owned(),
            text: text.into(),
        }
    }
}
