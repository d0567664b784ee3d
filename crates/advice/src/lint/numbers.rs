//! Numbers that a comma splits into two objects.

use super::lints::{LintDraft, LintHelp, Lints};
use turtle_peg::tree::{NodeRef, Tree};
use turtle_peg::{Production, Span};

/// Looks at the objects that are in a statement: at runs of numbers with a comma between each two, and no white space.
pub fn add(tree: Tree<'_>, lints: &mut Lints) {
    let nodes = tree.root().descendants().map(|(_, node)| node);
    for list in nodes.filter(|node| node.production() == Production::objectList) {
        // Annotations are children, too, and mostly empty.
        let children = list.children();
        let (objects, numbers): (Vec<Span>, Vec<bool>) = children
            .filter(|child| child.production() == Production::object)
            .map(|object| (object.trimmed_span(), is_number(object)))
            .unzip();
        let is_joined = |second: usize| {
            let (before, after) = (objects[second - 1], objects[second]);
            numbers[second - 1]
                && numbers[second]
                && tree.text()[before.end as usize..after.start as usize] == *","
        };
        let mut first = 0;
        for end in 1..=objects.len() {
            if end < objects.len() && is_joined(end) {
                continue;
            }
            if end - first > 1 {
                let whole = Span {
                    end: objects[end - 1].end,
                    ..objects[first]
                };
                let written = &tree.text()[whole.start as usize..whole.end as usize];
                if let Some((title, help)) = doubt(written) {
                    lints.add(LintDraft {
                        kind: "comma-in-number",
                        bytes: tree.bytes(whole),
                        title,
                        help,
                    });
                }
            }
            first = end;
        }
    }
}

/// The warning for numbers with commas between them; none, if they are a list rather than a number.
fn doubt(written: &str) -> Option<(String, Vec<LintHelp>)> {
    let (first, rest) = written.split_once(',')?;
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let plain = written.replace(',', "");
    if !rest.split(',').all(digits) {
        return None;
    }
    if let Some((_, after_stop)) = first.split_once('.') {
        // `1.234,56`, and not `1.5,2`.
        let is_grouped = first.split('.').skip(1).all(|group| group.len() == 3);
        let title = format!("`{written}` is two objects, `{first}` and `{rest}`");
        let number = format!("{}.{rest}", first.replace('.', ""));
        let help = write("one number", number);
        let is_one = is_grouped && !rest.contains(',') && digits(after_stop);
        return is_one.then(|| (title, vec![help]));
    }
    if !rest.contains(',') {
        let title = format!("`{written}` is two objects, `{first}` and `{rest}`");
        let decimal = write("a decimal", format!("{first}.{rest}"));
        return Some((title, vec![decimal, write("an integer", plain)]));
    }
    // Other numbers are a list, most likely.
    let are_thousands = rest.split(',').all(|part| part.len() == 3);
    let count = 2 + rest.matches(',').count();
    are_thousands.then(|| {
        let title = format!("`{written}` is {count} objects");
        (title, vec![write("one integer", plain)])
    })
}

fn write(what: &str, number: String) -> LintHelp {
    let words = format!("if it is {what}, write `{number}`");
    LintHelp::Write(number, words)
}

/// Whether an object is a number without an exponent, and nothing else.
fn is_number(object: NodeRef<'_>) -> bool {
    let mut leaf = object;
    while let Some(child) = leaf.first_child() {
        if leaf.children().count() > 1 {
            return false;
        }
        leaf = child;
    }
    matches!(leaf.production(), Production::INTEGER | Production::DECIMAL)
}
