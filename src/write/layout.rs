//! Statements in lines: one predicate a line, objects on the line if they fit, brackets open if they do not.
//!
//! Invariant: the layout is that of the formatter's style, so formatting the text changes nothing. What is held back is a line,
//! and the objects that may have to leave it: memory follows the width of a line and the largest object.

use super::tokens::{WrittenBracket, WrittenKind, WrittenTokens, width};
use crate::format::{AFTER, INDENT, LayoutUnit, MOST_LEVELS, WIDTH};

/// Text in lines, whole statements of it and the beginning of the one at hand.
#[derive(Clone, Debug, Default)]
pub(super) struct TripleLayout {
    /// Lines that are complete.
    lines: Vec<u8>,
    line: OpenLine,
    /// Whether the statement at hand has lines before this one.
    has_lines: bool,
    /// The unit before this line, and whether it has several lines.
    last: Option<(LayoutUnit, bool)>,
    is_in_graph: bool,
    /// The objects of the latest predicate with commas between, as long as they may all fit.
    objects: WrittenTokens,
    fate: ObjectsFate,
    steps: Vec<BracketStep>,
}

/// A line that is not complete.
#[derive(Clone, Debug, Default)]
struct OpenLine {
    text: Vec<u8>,
    /// Whether it has nothing but its indentation.
    is_fresh: bool,
}

impl OpenLine {
    /// How many characters it has.
    fn column(&self) -> usize {
        width(&self.text)
    }

    /// Writes a token that has a space before it.
    fn write(&mut self, text: &[u8]) {
        if !self.is_fresh {
            self.text.push(b' ');
        }
        self.is_fresh = false;
        self.text.extend_from_slice(text);
    }
}

/// How the objects of a predicate are laid out.
#[derive(Clone, Copy, Debug, Default)]
enum ObjectsFate {
    /// They may all fit on the line.
    #[default]
    Open,
    /// Each begins on a line of its own; or goes on where the bracket before it ended, if all before it are brackets. The first one
    /// stays on the line of its predicate if it is longer than a line.
    Broken { hugs: bool },
}

/// A step that is left inside of brackets. A list of them, innermost last, stands in for recursion, since brackets nest deeper than
/// the stack allows. Places are those of tokens.
#[derive(Clone, Copy, Debug)]
enum BracketStep {
    /// An object, with its annotations.
    Object {
        at: usize,
        end: usize,
        indent: usize,
    },
    /// Objects that do not fit on the line.
    Objects {
        at: usize,
        end: usize,
        indent: usize,
        hugs: bool,
        is_first: bool,
    },
    /// Predicates with their objects, up to the bracket that closes.
    Properties {
        at: usize,
        close: usize,
        indent: usize,
    },
    /// The members of a collection, or the terms of a triple, up to the bracket that closes.
    Members {
        at: usize,
        close: usize,
        indent: usize,
        is_first: bool,
    },
    Close {
        at: usize,
        indent: usize,
    },
}

impl TripleLayout {
    /// The complete lines, to be taken.
    pub(super) fn lines(&mut self) -> &mut Vec<u8> {
        &mut self.lines
    }

    /// A directive, in a line.
    pub(super) fn directive(&mut self, text: &[u8]) {
        self.gap(LayoutUnit::Directive, false);
        self.lines.extend_from_slice(text);
        self.lines.push(b'\n');
    }

    /// The beginning of a graph: its name, or nothing.
    pub(super) fn begin_graph(&mut self, name: &[u8]) {
        self.gap(LayoutUnit::GraphBegin, false);
        self.lines.extend_from_slice(name);
        self.lines.extend_from_slice(b" {\n");
        self.is_in_graph = true;
    }

    pub(super) fn end_graph(&mut self) {
        self.gap(LayoutUnit::GraphEnd, false);
        self.lines.extend_from_slice(b"}\n");
        self.is_in_graph = false;
    }

    pub(super) fn begin_statement(&mut self, subject: &WrittenTokens) {
        self.has_lines = false;
        self.begin_line(self.base());
        self.place(subject, 0, subject.len(), self.base());
    }

    pub(super) fn first_predicate(&mut self, predicate: &[u8]) {
        self.line.write(predicate);
    }

    pub(super) fn next_predicate(&mut self, predicate: &[u8]) {
        self.end_objects();
        self.line.write(b";");
        self.new_line(self.base() + 1);
        self.line.write(predicate);
    }

    /// The next object of the latest predicate. It may be taken: what is left in its place is to be cleared.
    pub(super) fn object(&mut self, object: &mut WrittenTokens) {
        match self.fate {
            ObjectsFate::Open if self.objects.is_empty() => {
                std::mem::swap(&mut self.objects, object);
            }
            ObjectsFate::Open => {
                self.objects.sign(WrittenKind::Comma, ",");
                self.objects.append(object);
                if !fits(&self.objects, 0, self.objects.len(), self.line.column() + 1) {
                    self.break_objects();
                }
            }
            ObjectsFate::Broken { hugs } => {
                self.line.text.push(b',');
                let hugs = self.broken_object(object, 0, object.len(), hugs, false);
                self.fate = ObjectsFate::Broken { hugs };
            }
        }
    }

    pub(super) fn end_statement(&mut self) {
        self.end_objects();
        self.line.write(b".");
        if !self.has_lines {
            // A long string has lines, too.
            self.gap(LayoutUnit::Triples, self.line.text.contains(&b'\n'));
        }
        self.end_line();
    }

    /// How deep statements are indented.
    fn base(&self) -> usize {
        usize::from(self.is_in_graph)
    }

    /// Writes the empty line that may have to come before a unit.
    fn gap(&mut self, next: LayoutUnit, has_lines: bool) {
        if let Some((last, had_lines)) = self.last
            && last.is_apart(next, had_lines || has_lines)
        {
            self.lines.push(b'\n');
        }
        self.last = Some((next, has_lines));
    }

    fn begin_line(&mut self, indent: usize) {
        for _ in 0..indent.min(MOST_LEVELS) {
            self.line.text.extend_from_slice(&[b' '; INDENT]);
        }
        self.line.is_fresh = true;
    }

    fn end_line(&mut self) {
        match self.lines.is_empty() {
            true => std::mem::swap(&mut self.lines, &mut self.line.text),
            false => self.lines.append(&mut self.line.text),
        }
        self.lines.push(b'\n');
    }

    /// Another line of the same statement.
    fn new_line(&mut self, indent: usize) {
        if !self.has_lines {
            self.gap(LayoutUnit::Triples, true);
            self.has_lines = true;
        }
        self.end_line();
        self.begin_line(indent);
    }

    // ── Objects ──

    /// Writes the objects that are held back, now that there are no more.
    fn end_objects(&mut self) {
        if self.objects.len() == 1 {
            // Most are one token, which needs no room of its own.
            self.line.write(self.objects.text(0));
            self.objects.clear();
        } else if !self.objects.is_empty() {
            let mut objects = std::mem::take(&mut self.objects);
            let first_end = objects.object_end(0);
            // One that does not fit stays on the line, and may open its brackets there; several fit.
            self.place(&objects, 0, first_end, self.base() + 1);
            self.flat(&objects, first_end, objects.len());
            objects.clear();
            self.objects = objects;
        }
        self.fate = ObjectsFate::Open;
    }

    /// Writes the objects that are held back, each on a line of its own.
    fn break_objects(&mut self) {
        let mut objects = std::mem::take(&mut self.objects);
        let mut hugs = true;
        let mut at = 0;
        while at < objects.len() {
            if objects.kind(at) == WrittenKind::Comma {
                self.token(&objects, at);
                at += 1;
            }
            let end = objects.object_end(at);
            if at == 0 && objects.is_long(at, end, WIDTH) {
                hugs = objects.is_bracket(at);
                self.place(&objects, at, end, self.base() + 1);
            } else {
                hugs = self.broken_object(&objects, at, end, hugs, at == 0);
            }
            at = end;
        }
        self.fate = ObjectsFate::Broken { hugs };
        objects.clear();
        self.objects = objects;
    }

    /// Writes an object of several that do not fit on the line; returns whether the next one may go on where it ends.
    fn broken_object(
        &mut self,
        tokens: &WrittenTokens,
        start: usize,
        end: usize,
        hugs: bool,
        is_first: bool,
    ) -> bool {
        let indent = self.base() + 1;
        let hugs = hugs && self.hugs(tokens, start, end, indent, is_first);
        let indent = self.begin_object(hugs, indent);
        self.place(tokens, start, end, indent);
        hugs
    }

    /// Begins a line for an object of several, unless it goes on where it is; returns how deep it is indented.
    fn begin_object(&mut self, hugs: bool, indent: usize) -> usize {
        match hugs {
            true => indent,
            false => {
                self.new_line(indent + 1);
                indent + 1
            }
        }
    }

    /// Whether an object of several, the ones before it being brackets, begins on the line of its predicate, or of the bracket
    /// before it.
    fn hugs(
        &self,
        tokens: &WrittenTokens,
        start: usize,
        end: usize,
        indent: usize,
        is_first: bool,
    ) -> bool {
        tokens.is_bracket(start)
            && !(is_first && fits(tokens, start, end, (indent + 1).min(MOST_LEVELS) * INDENT))
    }

    // ── Brackets ──

    /// Writes an object, with brackets open where it does not fit.
    fn place(&mut self, tokens: &WrittenTokens, at: usize, end: usize, indent: usize) {
        if end - at == 1 {
            return self.token(tokens, at);
        }
        self.steps.push(BracketStep::Object { at, end, indent });
        while let Some(step) = self.steps.pop() {
            self.step(tokens, step);
        }
    }

    fn step(&mut self, tokens: &WrittenTokens, step: BracketStep) {
        match step {
            BracketStep::Object { at, end, indent } if at < end => {
                let next = tokens.item_end(at);
                self.steps.push(BracketStep::Object {
                    at: next,
                    end,
                    indent,
                });
                self.item(tokens, at, next, indent);
            }
            BracketStep::Objects {
                at,
                end,
                indent,
                hugs,
                is_first,
            } if at < end => {
                let at = self.sign(tokens, at, WrittenKind::Comma);
                let object_end = tokens.object_end(at);
                let hugs = hugs && self.hugs(tokens, at, object_end, indent, is_first);
                self.steps.push(BracketStep::Objects {
                    at: object_end,
                    end,
                    indent,
                    hugs,
                    is_first: false,
                });
                let indent = self.begin_object(hugs, indent);
                self.steps.push(BracketStep::Object {
                    at,
                    end: object_end,
                    indent,
                });
            }
            BracketStep::Properties { at, close, indent } if at < close => {
                let at = self.sign(tokens, at, WrittenKind::Semicolon);
                self.new_line(indent);
                self.token(tokens, at);
                let end = tokens.objects_end(at + 1);
                self.steps.push(BracketStep::Properties {
                    at: end,
                    close,
                    indent,
                });
                self.objects_of_property(tokens, at + 1, end, indent);
            }
            BracketStep::Members {
                at,
                close,
                indent,
                is_first,
            } if at < close => {
                // The object of a reified triple has its reifier behind it.
                let end = tokens.object_end(at);
                // Numbers fill lines.
                let are_numbers = !is_first && tokens.is_number(at - 1) && tokens.is_number(at);
                let has_room = || self.line.column() + 1 + tokens.width(at, at + 1) <= WIDTH;
                if !(are_numbers && has_room()) {
                    self.new_line(indent);
                }
                self.steps.push(BracketStep::Members {
                    at: end,
                    close,
                    indent,
                    is_first: false,
                });
                self.steps.push(BracketStep::Object { at, end, indent });
            }
            BracketStep::Close { at, indent } => {
                self.new_line(indent);
                self.token(tokens, at);
            }
            BracketStep::Object { .. }
            | BracketStep::Objects { .. }
            | BracketStep::Properties { .. }
            | BracketStep::Members { .. } => {}
        }
    }

    /// Writes a sign if it is there; returns the place after it.
    fn sign(&mut self, tokens: &WrittenTokens, at: usize, sign: WrittenKind) -> usize {
        match tokens.kind(at) == sign {
            true => {
                self.token(tokens, at);
                at + 1
            }
            false => at,
        }
    }

    /// Writes the objects of a predicate within brackets on its line if they fit; else leaves the steps for them.
    fn objects_of_property(
        &mut self,
        tokens: &WrittenTokens,
        at: usize,
        end: usize,
        indent: usize,
    ) {
        if fits(tokens, at, end, self.line.column() + 1) {
            return self.flat(tokens, at, end);
        }
        let first_end = tokens.object_end(at);
        let stays = first_end == end || tokens.is_long(at, first_end, WIDTH);
        self.steps.push(BracketStep::Objects {
            at: if stays { first_end } else { at },
            end,
            indent,
            hugs: !stays || tokens.is_bracket(at),
            is_first: !stays,
        });
        if stays {
            self.steps.push(BracketStep::Object {
                at,
                end: first_end,
                indent,
            });
        }
    }

    /// A term, or a bracket with all in it.
    fn item(&mut self, tokens: &WrittenTokens, at: usize, end: usize, indent: usize) {
        let space = usize::from(!self.line.is_fresh);
        let bracket = match tokens.kind(at) {
            _ if fits(tokens, at, end, self.line.column() + space) => {
                return self.flat(tokens, at, end);
            }
            WrittenKind::Open(bracket) => bracket,
            _ => return self.flat(tokens, at, end),
        };
        self.token(tokens, at);
        let close = end - 1;
        self.steps.push(BracketStep::Close { at: close, indent });
        let (at, indent) = (at + 1, indent + 1);
        self.steps.push(match bracket {
            WrittenBracket::Properties | WrittenBracket::Annotation => {
                BracketStep::Properties { at, close, indent }
            }
            WrittenBracket::Members | WrittenBracket::Triple => BracketStep::Members {
                at,
                close,
                indent,
                is_first: true,
            },
        });
    }

    fn flat(&mut self, tokens: &WrittenTokens, at: usize, end: usize) {
        for token in at..end {
            self.token(tokens, token);
        }
    }

    fn token(&mut self, tokens: &WrittenTokens, at: usize) {
        match tokens.kind(at) {
            WrittenKind::Comma => self.line.text.push(b','),
            _ => self.line.write(tokens.text(at)),
        }
    }
}

/// Whether tokens fit on a line from this column on, with what may follow.
fn fits(tokens: &WrittenTokens, at: usize, end: usize, column: usize) -> bool {
    column + tokens.width(at, end) + AFTER <= WIDTH
}
