//! Productions that a grammar has from another specification: `QName ::= [http://www.w3.org/TR/REC-xml-names/#NT-QName]Names`.
//!
//! XPath and XQuery have six from XML and its namespaces, which are known here. Any other is not part of the grammar: its name has no
//! production, which the analyses tell.

/// The right sides of XML 1.0, fifth edition, and Namespaces in XML 1.0, third edition, without names of others.
const SPACE: &str = "(#x20 | #x9 | #xD | #xA)+";
const CHARACTER: &str = "#x9 | #xA | #xD | [#x20-#xD7FF] | [#xE000-#xFFFD] | [#x10000-#x10FFFF]";
/// Characters of a name without a colon, at its beginning or later.
const NAME_START: &str = "A-Z_a-z#xC0-#xD6#xD8-#xF6#xF8-#x2FF#x370-#x37D#x37F-#x1FFF#x200C-#x200D#x2070-#x218F#x2C00-#x2FEF#x3001-#xD7FF#xF900-#xFDCF#xFDF0-#xFFFD#x10000-#xEFFFF";
const NAME_FURTHER: &str = ".0-9#xB7#x300-#x36F#x203F-#x2040-";

/// The name of the production that an address leads to: `QName` of `http://www.w3.org/TR/REC-xml-names/#NT-QName`.
pub(super) fn name(address: &str) -> Option<&str> {
    let (_, anchor) = address.split_once('#')?;
    let name = anchor.strip_prefix("NT-").unwrap_or(anchor);
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    (!name.is_empty() && name.chars().all(is_name)).then_some(name)
}

/// The right side of the production that an address leads to, if it is known.
pub(super) fn right_side(address: &str) -> Option<String> {
    let (document, _) = address.split_once('#')?;
    let is_xml = document.contains("/REC-xml") || document.contains("/TR/xml");
    let name_without_colon = || format!("[{NAME_START}] [{NAME_START}{NAME_FURTHER}]*");
    match name(address).filter(|_| is_xml)? {
        "S" => Some(SPACE.to_owned()),
        "Char" => Some(CHARACTER.to_owned()),
        "NCName" => Some(name_without_colon()),
        "QName" => {
            let part = name_without_colon();
            Some(format!("({part} ':')? {part}"))
        }
        "CharRef" => Some("'&#' [0-9]+ ';' | '&#x' [0-9a-fA-F]+ ';'".to_owned()),
        "PITarget" => {
            let name = format!("[:{NAME_START}] [:{NAME_START}{NAME_FURTHER}]*");
            Some(format!("({name}) - (('X' | 'x') ('M' | 'm') ('L' | 'l'))"))
        }
        _ => None,
    }
}
