//! The grammars are the specifications' productions, word for word, and declared departures.
use anyhow::Context;
use pretty_assertions::assert_eq;
use std::collections::BTreeSet;
use std::path::Path;
use testing::folders::SPECIFICATIONS;
use testing::side_by_side;
use toolkit::{Comments, Grammar, check, ebnf, import, peg};
use turtle_peg::{Dialect, Production};

#[test]
fn every_production_is_one_of_a_grammar() {
    let named: BTreeSet<String> = Dialect::all()
        .flat_map(|dialect| peg::read(dialect.grammar()).unwrap().written.rules)
        .map(|rule| rule.name)
        .collect();
    for production in Production::ALL {
        assert!(named.contains(production.name()), "{production}");
    }
}

/// The signs of pest's notation that rules use, and how the legend shows each.
const SIGNS: [(&str, &str); 13] = [
    ("~", "`A ~ B`"),
    ("|", "`A | B`"),
    ("?", "`A?`"),
    ("*", "`A*`"),
    ("+", "`A+`"),
    (".", "`'a'..'z'`"),
    ("!", "`!A`"),
    ("^", "`^\"a\"`"),
    ("ANY", "`ANY`"),
    ("SOI", "`SOI`"),
    ("EOI", "`EOI`"),
    ("@", "`@{ }`"),
    ("_", "`_{ }`"),
];

/// The lines between a file's head and its first heading.
fn legend(text: &str) -> Vec<&str> {
    let lines = text.lines().skip_while(|line| line.starts_with("//!"));
    let lines = lines.skip_while(|line| line.is_empty());
    lines.take_while(|line| !line.is_empty()).collect()
}

/// The signs of a file's rules, without quoted characters, names of rules and separators.
fn signs_of(text: &str) -> BTreeSet<String> {
    let mut unquoted = String::new();
    for line in text.lines().filter(|line| !line.starts_with("//")) {
        let mut characters = line.chars();
        while let Some(character) = characters.next() {
            if !matches!(character, '"' | '\'') {
                unquoted.push(character);
                continue;
            }
            while let Some(quoted) = characters.next().filter(|next| *next != character) {
                if quoted == '\\' {
                    characters.next();
                }
            }
        }
        unquoted.push('\n');
    }
    let is_of_name = |character: char| character.is_ascii_alphanumeric() || character == '_';
    let words = unquoted.split(|character| !is_of_name(character));
    let words = words.filter(|word| ["ANY", "SOI", "EOI", "_"].contains(word));
    let separates = |character: char| character.is_whitespace() || "()={}".contains(character);
    let others = unquoted
        .chars()
        .filter(|&character| !is_of_name(character) && !separates(character));
    words
        .map(str::to_owned)
        .chain(others.map(String::from))
        .collect()
}

#[test]
fn every_grammar_opens_with_the_same_legend() -> anyhow::Result<()> {
    let expected = legend(Dialect::Turtle12.grammar());
    assert!((1..=4).contains(&expected.len()), "{expected:?}");
    for dialect in Dialect::all() {
        assert_eq!(legend(dialect.grammar()), expected, "{dialect}");
    }
    let imported = import(
        &ebnf::read("doc ::= A*\n@terminals\nA ::= 'a'")?,
        Comments::FromHash,
    )?;
    assert_eq!(legend(&imported.text), expected);
    Ok(())
}

#[test]
fn the_legend_has_the_signs_that_the_grammars_use() {
    let used: BTreeSet<String> = Dialect::all()
        .flat_map(|dialect| signs_of(dialect.grammar()))
        .collect();
    let known: BTreeSet<String> = SIGNS.iter().map(|(sign, _)| (*sign).to_owned()).collect();
    assert_eq!(used, known);
    let plain = include_str!("../../../grammar/plain.pest");
    for (text, used) in [
        (Dialect::Turtle12.grammar(), used),
        (plain, signs_of(plain)),
    ] {
        let legend = legend(text).join("\n");
        let shown = SIGNS.iter().filter(|(_, shown)| legend.contains(shown));
        let shown: BTreeSet<String> = shown.map(|(sign, _)| (*sign).to_owned()).collect();
        assert_eq!(shown, used);
    }
}

/// The printed grammar has every production again, with its right side and its kind.
fn assert_prints_back(grammar: &Grammar) -> anyhow::Result<()> {
    let printed = ebnf::print(grammar);
    assert_eq!(&ebnf::read(&printed)?, grammar, "{printed}");
    Ok(())
}

#[test]
fn every_specification_reads_and_prints_back() -> anyhow::Result<()> {
    let Some(folder) = &*SPECIFICATIONS else {
        return Ok(());
    };
    for dialect in Dialect::all() {
        let path = folder.join(format!("{dialect}.ebnf"));
        let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let grammar = ebnf::read(&text).with_context(|| path.display().to_string())?;
        assert_eq!(
            grammar.rules.len(),
            text.matches("::=").count(),
            "{dialect}"
        );
        assert_prints_back(&grammar)?;
    }
    Ok(())
}

#[test]
fn every_grammar_reads_and_prints_back() -> anyhow::Result<()> {
    for dialect in Dialect::all() {
        let file = peg::read(dialect.grammar()).with_context(|| dialect.to_string())?;
        let printed = peg::print(&file.written);
        assert_eq!(peg::read(&printed)?.written, file.written, "{dialect}");
        let specified = file.specified().with_context(|| dialect.to_string())?;
        assert_eq!(
            ebnf::read(&ebnf::print(&specified))?.rules.len(),
            specified.rules.len()
        );
    }
    Ok(())
}

/// Against the productions that the file quotes, and these against the specification's own text where that is.
#[test]
fn every_grammar_mirrors_its_specification() {
    let folder = SPECIFICATIONS.as_deref();
    let dialects: Vec<Dialect> = Dialect::all().collect();
    let findings = side_by_side(&dialects, |&dialect| findings_of(dialect, folder));
    assert_eq!(findings.concat(), [""; 0]);
}

fn findings_of(dialect: Dialect, specifications: Option<&Path>) -> Vec<String> {
    let published = specifications.map(|folder| {
        let text = std::fs::read_to_string(folder.join(format!("{dialect}.ebnf"))).unwrap();
        ebnf::read(&text).unwrap()
    });
    let file = peg::read(dialect.grammar()).unwrap();
    let findings = check(&file, published.as_ref()).unwrap().findings;
    let said = findings.iter();
    said.map(|finding| format!("{dialect}: {finding}"))
        .collect()
}

/// An editor who starts from a specification's text has to review only the facts that prose states.
#[test]
fn an_imported_specification_mirrors_it() -> anyhow::Result<()> {
    let Some(folder) = &*SPECIFICATIONS else {
        return Ok(());
    };
    for name in ["turtle-1.1", "turtle-1.2", "n-triples-1.2"] {
        let text = std::fs::read_to_string(folder.join(format!("{name}.ebnf")))?;
        let published = ebnf::read(&text)?;
        let imported = import(&published, Comments::FromHash).with_context(|| name.to_owned())?;
        let said: Vec<String> = imported.notes.iter().map(ToString::to_string).collect();
        assert_eq!(said.len(), 1, "{name}: {said:?}");
        assert!(
            said[0].starts_with("white space is a matter of prose"),
            "{}",
            said[0]
        );
        // The findings of the check would be notes.
        let file = peg::read(&imported.text)?;
        assert_eq!(
            file.specified()?.rules.len(),
            published.rules.len(),
            "{name}"
        );
        assert_has_the_rules_of(name, &file)?;
    }
    Ok(())
}

/// The rules that mirror no production, and the departures, are those of the grammar that was made by hand.
fn assert_has_the_rules_of(name: &str, imported: &peg::Literate) -> anyhow::Result<()> {
    let dialect: Dialect = name.parse()?;
    let by_hand = peg::read(dialect.grammar())?;
    let departures = |file: &peg::Literate| -> Vec<(String, Vec<peg::DepartureKind>)> {
        let rules = file.written.rules.iter().zip(&file.above);
        rules
            .map(|(rule, above)| {
                let kinds: BTreeSet<_> = above.departures.iter().map(|one| one.kind).collect();
                (rule.name.clone(), kinds.into_iter().collect())
            })
            .collect()
    };
    assert_eq!(departures(imported), departures(&by_hand), "{name}");
    Ok(())
}

/// Graphs between braces are read in parts, and `GRAPH` begins a name.
#[test]
fn an_imported_trig_mirrors_it() -> anyhow::Result<()> {
    let Some(folder) = &*SPECIFICATIONS else {
        return Ok(());
    };
    for name in ["trig-1.1", "trig-1.2"] {
        let published = ebnf::read(&std::fs::read_to_string(
            folder.join(format!("{name}.ebnf")),
        )?)?;
        let imported = import(&published, Comments::FromHash).with_context(|| name.to_owned())?;
        let guard = "!PNAME_NS ~ ^\"GRAPH\" ~ labelOrSubject ~ wrappedGraph }";
        assert!(imported.text.contains(guard), "{}", imported.text);
        let findings = check(&peg::read(&imported.text)?, Some(&published))?.findings;
        let said: Vec<String> = findings.iter().map(ToString::to_string).collect();
        assert_eq!(said, [""; 0], "{name}");
    }
    Ok(())
}

/// An import declares its departures, and the check finds nothing: keywords that begin a longer name, or are spelled
/// letter by letter, tokens that begin a longer one of any kind, and orders that a guard makes needless.
#[test]
fn what_is_imported_is_checked() -> anyhow::Result<()> {
    for (text, expected) in [
        (
            "doc ::= block*\nblock ::= \"GRAPH\" NAME | 'x' \"GRAPH\"? NAME\n@terminals\nNAME ::= [A-Z]* ':'",
            "block = { !NAME ~ ^\"GRAPH\" ~ NAME | \"x\" ~ (!NAME ~ ^\"GRAPH\")? ~ NAME }",
        ),
        (
            "doc ::= prefix*\nprefix ::= [Pp][Rr][Ee] NAME\n@terminals\nNAME ::= [a-z]* ':'",
            "prefix = { !NAME ~ ^\"PRE\" ~ NAME }",
        ),
        (
            "doc ::= list*\nlist ::= '(' list* ')' | NIL\n@terminals\nNIL ::= '()'",
            "list = { !NIL ~ \"(\" ~ list* ~ \")\" | NIL }",
        ),
        (
            "doc ::= sum*\nsum ::= N ('+' N | P)* '.'\n@terminals\nP ::= '+' N\nN ::= [0-9]+ | '.' [0-9]+",
            "sum = { N ~ (!P ~ \"+\" ~ N | P)* ~ !N ~ \".\" }",
        ),
        (
            "doc ::= ref*\nref ::= AT | '@' NAME\n@terminals\nAT ::= '@' NAME\nNAME ::= [a-z]* ':'",
            "ref = { AT | \"@\" ~ NAME }",
        ),
        // `>` may come after `)`, but nothing that begins with `>` after that.
        (
            "doc ::= sum*\nsum ::= part ('>' part)* ';'\npart ::= '(' N ')' | '{' N ')>>'\n@terminals\nN ::= [0-9]+",
            "part = { \"(\" ~ N ~ \")\" | \"{\" ~ N ~ \")>>\" }",
        ),
        (
            "doc ::= line*\nline ::= 'x' NOTE?\n@terminals\nNOTE ::= ('!' - '!x') [a-z]*",
            "NOTE = @{ \"!\" ~ 'a'..'z'* }",
        ),
    ] {
        let published = ebnf::read(text)?;
        let imported = import(&published, Comments::FromHash)?;
        assert!(imported.text.contains(expected), "{}", imported.text);
        let findings = check(&peg::read(&imported.text)?, Some(&published))?.findings;
        let said: Vec<String> = findings.iter().map(ToString::to_string).collect();
        assert_eq!(said, [""; 0], "{}", imported.text);
    }
    Ok(())
}

/// The error names the obstacle, with the production.
#[test]
fn what_cannot_be_ordered_is_refused() -> anyhow::Result<()> {
    let text = "doc ::= number*\nnumber ::= INT | DEC\n@terminals\nINT ::= [0-9]+\nDEC ::= [0-9]+ ('.' [0-9]+)?";
    let refused = import(&ebnf::read(text)?, Comments::AsTold).unwrap_err();
    let expected = "number: DEC and INT tie in number, at INT | DEC: both match";
    assert!(refused.to_string().starts_with(expected), "{refused}");
    Ok(())
}
