static CHARACTERS_1: Class = Class::new(&[('\n', '\n'), (' ', ' ')]);

static CHARACTERS_2: Class = Class::new(&[('a', 'z')]);

static CHARACTERS_3: Class = Class::new(&[('.', '.'), ('é', 'é')]);

static CHARACTERS_4: Class = Class::new(&[('a', 'z'), ('é', 'é')]);

static CHARACTERS_5: Class = Class::new(&[('0', '9')]);

#[inline(always)]
fn stops_1(bytes: Block) -> Block {
    bytes.are(b'\n')
}

/// [1] document ::= list*
pub fn document(parser: &mut Parser<'_>, position: usize) -> Option<usize> {
    let node = parser.begin(Kind::document, position);
    let position = parser.at_start(position)?;
    let position = trivia(parser, position);
    let position = {
        let mut mark = parser.mark();
        let mut behind = position;
        let mut position = position;
        loop {
            let next = match parser.peek(position) {
                Some(b'(') => list(parser, position),
                _ => None,
            };
            match next {
                Some(next) => {
                    mark = parser.mark();
                    behind = next;
                    position = {
                        let position = next;
                        trivia(parser, position)
                    };
                }
                None => {
                    parser.restore(mark);
                    break behind;
                }
            }
        }
    };
    let position = trivia(parser, position);
    let node_2 = position;
    let position = parser.at_end(position)?;
    parser.leaf([Kind::EOI], node_2, position, Default::default());
    parser.end(Kind::document, node, position);
    Some(position)
}

/// What may stand between two tokens.
#[inline(always)]
fn trivia(parser: &mut Parser<'_>, position: usize) -> usize {
    match parser.peek(position) {
        Some(b'\n' | b' ') => {
            let position = position + 1;
            match parser.peek(position) {
                Some(b'\n' | b' ' | b'#') => trivia__within(parser, position),
                _ => position,
            }
        }
        Some(b'#') => trivia__within(parser, position),
        _ => position,
    }
}

fn trivia__within(parser: &mut Parser<'_>, position: usize) -> usize {
    {
        let position = parser.run(position, &CHARACTERS_1);
        let position = {
            let mut position = position;
            loop {
                let next = match parser.peek(position) {
                    Some(b'#') => trivia__1(parser, position),
                    _ => None,
                };
                match next {
                    Some(next) => position = next,
                    None => {
                        break position;
                    }
                }
            }
        };
        position
    }
}

#[inline(always)]
fn trivia__1(parser: &mut Parser<'_>, position: usize) -> Option<usize> {
    let position = position + 1;
    let position = parser.run_long(position, stops_1);
    let position = parser.run(position, &CHARACTERS_1);
    Some(position)
}

/// [2] list ::= '(' item* ')'
#[inline(always)]
fn list(parser: &mut Parser<'_>, position: usize) -> Option<usize> {
    parser.nested(position, list__within)
}

fn list__within(parser: &mut Parser<'_>, position: usize) -> Option<usize> {
    let node = parser.begin(Kind::list, position);
    let position = parser.byte(position, b'(')?;
    let position = trivia(parser, position);
    let position = {
        let mut mark = parser.mark();
        let mut behind = position;
        let mut position = position;
        loop {
            let next = match {
                static NEXT: Bytes = Bytes::new(
                    &[(b'(', b'('), (b'0', b'9'), (b'a', b'z'), (195, 195)],
                );
                parser.is_next(position, &NEXT)
            } {
                true => item(parser, position),
                false => None,
            };
            match next {
                Some(next) => {
                    mark = parser.mark();
                    behind = next;
                    position = {
                        let position = next;
                        trivia(parser, position)
                    };
                }
                None => {
                    parser.restore(mark);
                    break behind;
                }
            }
        }
    };
    let position = trivia(parser, position);
    let position = parser.byte(position, b')')?;
    parser.end(Kind::list, node, position);
    Some(position)
}

/// [3] item ::= NAME | NUMBER | list
fn item(parser: &mut Parser<'_>, position: usize) -> Option<usize> {
    match parser.peek(position) {
        Some(b'(') => item__1(parser, position),
        Some(b'0'..=b'9') => item__2(parser, position),
        Some(b'a'..=b'z' | 195) => item__3(parser, position),
        _ => None,
    }
}

#[inline(always)]
fn item__1(parser: &mut Parser<'_>, position: usize) -> Option<usize> {
    let node = parser.begin(Kind::item, position);
    let position = list(parser, position)?;
    parser.end(Kind::item, node, position);
    Some(position)
}

#[inline(always)]
fn item__2(parser: &mut Parser<'_>, position: usize) -> Option<usize> {
    let node = position;
    let position = NUMBER__text(parser, position)?;
    parser.leaf([Kind::item, Kind::NUMBER], node, position, Default::default());
    Some(position)
}

#[inline(always)]
fn item__3(parser: &mut Parser<'_>, position: usize) -> Option<usize> {
    let node = position;
    let (position, plain) = NAME__marked(parser, position)?;
    parser.leaf([Kind::item, Kind::NAME], node, position, plain);
    Some(position)
}

/// A plain NAME: of ASCII, without full stops.
fn plainName__silent(parser: &mut Parser<'_>, position: usize) -> Option<usize> {
    let position = match parser.peek(position) {
        Some(b'a'..=b'z') => Some(position + 1),
        _ => None,
    }?;
    let position = parser.run(position, &CHARACTERS_2);
    let position = parser
        .unless(position, |parser, position| parser.class(position, &CHARACTERS_3))?;
    Some(position)
}

/// [4] NAME ::= [a-zé] ([a-zé] | '.' [a-zé])*
#[inline(never)]
fn NAME__text(parser: &mut Parser<'_>, position: usize) -> Option<usize> {
    let position = parser.class(position, &CHARACTERS_4)?;
    let position = {
        let mut position = position;
        loop {
            position = parser.run(position, &CHARACTERS_4);
            let next = match parser.peek(position) {
                Some(b'.') => NAME__text__1(parser, position),
                _ => None,
            };
            match next {
                Some(next) => position = next,
                None => {
                    break position;
                }
            }
        }
    };
    Some(position)
}

#[inline(always)]
fn NAME__text__1(parser: &mut Parser<'_>, position: usize) -> Option<usize> {
    let position = position + 1;
    let position = parser.class(position, &CHARACTERS_4)?;
    Some(position)
}

/// [4] NAME ::= [a-zé] ([a-zé] | '.' [a-zé])*
fn NAME__marked(parser: &mut Parser<'_>, position: usize) -> Option<(usize, Plain)> {
    if let Some(position) = plainName__silent(parser, position) {
        return Some((position, Plain::Name));
    }
    let position = NAME__text(parser, position)?;
    Some((position, Plain::default()))
}

/// [6] NUMBER ::= [0-9]+ ('e' '-'? [0-9]+)?
fn NUMBER__text(parser: &mut Parser<'_>, position: usize) -> Option<usize> {
    let position = match parser.peek(position) {
        Some(b'0'..=b'9') => Some(position + 1),
        _ => None,
    }?;
    let position = parser.run(position, &CHARACTERS_5);
    let position = match parser.peek(position) {
        Some(b'e') => {
            match NUMBER__text__1(parser, position) {
                None => position,
                Some(position) => position,
            }
        }
        _ => position,
    };
    Some(position)
}

#[inline(always)]
fn NUMBER__text__1(parser: &mut Parser<'_>, position: usize) -> Option<usize> {
    let position = position + 1;
    let position = match parser.peek(position) {
        Some(b'-') => position + 1,
        _ => position,
    };
    let position = match parser.peek(position) {
        Some(b'0'..=b'9') => Some(position + 1),
        _ => None,
    }?;
    let position = parser.run(position, &CHARACTERS_5);
    Some(position)
}
