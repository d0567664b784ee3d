#!/usr/bin/env python3
"""Does a PEG accept the language of a specification? Checks a certificate for it.

    check.py GRAMMAR.pest PRODUCTIONS.ebnf CERTIFICATE.json

README.md in this folder has the claim, the argument and the certificate's schema. This program shares nothing with the
program that made the certificate: it reads both grammars itself, and believes no line of the certificate.

Exit status: 0 every obligation holds, but for what is printed as "assumed"; 1 an obligation fails, and is named;
2 a file cannot be read, or wrong usage; 3 nothing fails, but a part of the grammar was not checked, and is named.
"""
import json
import re
import sys

LAST, NONE = 0x10FFFF, frozenset()


class Rejected(Exception):
    """An obligation fails; the text says why."""


def demand(holds, why):
    if not holds:
        raise Rejected(why)


# ── Sets of characters: tuples of ranges of code points, in order, that neither overlap nor touch; no surrogates ──────

def charset(ranges):
    joined = []
    for first, last in sorted(ranges):
        if joined and first <= joined[-1][1] + 1:
            joined[-1][1] = max(joined[-1][1], last)
        else:
            joined.append([first, last])
    halves = [half for first, last in joined for half in ((first, min(last, 0xD7FF)), (max(first, 0xE000), last))]
    return tuple((first, last) for first, last in halves if first <= last)


def complement(ranges):
    edges = [-1] + [edge for pair in ranges for edge in pair] + [LAST + 1]
    gaps = [(after + 1, before - 1) for after, before in zip(edges[::2], edges[1::2])]
    return charset((first, last) for first, last in gaps if first <= last)


# ── Reading. An expression is a tuple: ("lit", text, ignores case), ("set", ranges), ("ref", name), ("seq", parts),
#    ("alt", parts), ("opt", e), ("star", e), ("plus", e), ("not", e), ("diff", a, b), ("soi",), ("eoi",) ──────────────

CHARACTER = r"'(?:\\u\{\w+\}|\\.|[^\\'])'"
PEST = rf"""(?P<skip>\s | //[^\n]* | /\*.*?\*/) | (?P<text>\^?"(?:\\.|[^"\\])*") | (?P<range>{CHARACTER}\s*\.\.\s*{CHARACTER})
    | (?P<name>[A-Za-z_]\w*) | (?P<sign>[=@{{}}()~|!?*+])"""
EBNF = r"""(?P<skip>\s | /\*.*?\*/) | (?P<text>"[^"]*"|'[^']*') | (?P<label>(?:(?<=\n)|\A)\[\w+\]) | (?P<name>Productions\ for\ terminals|@?[A-Za-z_]\w*)
    | (?P<set>\[[^\]]+\]|\#(?:x[0-9A-Fa-f]+|[0-9A-Fa-f]{4,6})) | (?P<sign>::= | [()|?*+-])"""
TERMINALS = ("@terminals", "Productions for terminals")
BUILT_IN = {"ANY": ("set", complement(())), "SOI": ("soi",), "EOI": ("eoi",)}
ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "0": "\0", "\\": "\\", '"': '"', "'": "'"}


CODE = r"#x[0-9A-Fa-f]+|#[0-9A-Fa-f]{4,6}"


def unescaped(text):
    return re.sub(r"\\(?:u\{([0-9A-Fa-f]+)\}|(.))", lambda m: chr(int(m[1], 16)) if m[1] else ESCAPES[m[2]], text, flags=re.S)


def class_of(word):
    """`#x20`, which some texts write `#0020`, `[a-z]`, `[^#x0A]`."""
    ends = re.findall(rf"({CODE}|\\[trn]|.)(?:-({CODE}|.))?", (word[1:-1] if word[0] == "[" else word).removeprefix("^"), re.S)

    def code(end):
        return int(end[1:].lstrip("x"), 16) if end[0] == "#" and end[1:] else ord(unescaped(end) if end[1:] else end)
    ranges = [(code(first), code(last or first)) for first, last in ends]
    demand(all(first <= last for first, last in ranges), f"the wrong way round: {word}")
    return complement(charset(ranges)) if word.startswith("[^") else charset(ranges)


class Reader:
    """A grammar's words, and the expressions that they make."""

    def __init__(self, pattern, text):
        self.words, self.at, self.is_peg, end = [], 0, pattern == PEST, 0
        pattern = re.compile(pattern, re.S | re.X)
        while end < len(text):
            match = pattern.match(text, end)
            demand(match, f"unreadable: {text[end:end + 40]!r}")
            end = match.end()
            self.words += [(match.lastgroup, match[0])] if match.lastgroup != "skip" else []

    def peek(self, ahead=0):
        return self.words[self.at + ahead] if self.at + ahead < len(self.words) else ("end", "")

    def next(self):
        self.at += 1
        return self.peek(-1)

    def take(self, *signs):
        return self.next()[1] if self.peek()[1] in signs and self.peek()[0] in ("sign", "name") else None

    def at_head(self):
        return self.peek()[0] == "label" or self.peek()[1] in TERMINALS or self.peek(1) == ("sign", "::=")

    def choice(self):
        parts = [self.sequence()]
        while self.take("|"):
            parts.append(self.sequence())
        return joined("alt", parts)

    def sequence(self):
        parts = [self.part()]
        while self.take("~") if self.is_peg else not self.at_head() and self.peek()[1] not in ("|", ")", ""):
            parts.append(self.part())
        return joined("seq", parts)

    def part(self):
        if self.is_peg and self.take("!"):
            return ("not", self.part())
        e = self.repeated()
        return ("diff", e, self.repeated()) if self.take("-") else e

    def repeated(self):
        kind, word = self.next()
        if kind == "text":
            any_case = word[0] == "^" if self.is_peg else word[0] == '"' and re.search("[A-Za-z]", word) is not None
            e = ("lit", unescaped(word.lstrip("^")[1:-1]) if self.is_peg else word[1:-1], any_case)
        elif kind == "range":
            e = ("set", charset([tuple(ord(unescaped(end[1:-1])) for end in re.findall(CHARACTER, word))]))
            demand(e[1], f"the wrong way round: {word}")
        elif kind in ("set", "name"):
            e = ("set", class_of(word)) if kind == "set" else self.is_peg and BUILT_IN.get(word) or ("ref", word)
        else:
            demand(word == "(", f"unexpected {word!r}")
            e = self.choice()
            demand(self.take(")"), f"expected ')', found {self.peek()[1]!r}")
        while sign := self.take("?", "*", "+"):
            e = ({"?": "opt", "*": "star", "+": "plus"}[sign], e)
        return e


def read_pest(text):
    """By name: (modifier, expression, reasons of departures by kind); the first is the start rule."""
    words, rules = Reader(PEST, text), {}
    above = {name: comments for comments, name in re.findall(r"^((?://.*\n)+)(\w+) *=", text, re.M)}
    while words.peek()[0] != "end":
        kind, name = words.next()
        demand(kind == "name" and name not in rules and name not in BUILT_IN and words.take("="), f"no rule: {name!r}")
        modifier = words.take("@", "_") or ""
        demand(words.take("{"), f"expected '{{', found {words.peek()[1]!r}")
        departures = re.findall(r"^// *(order|repeat|guard|loop|trivia|class|erratum): (.*)", above.get(name, ""), re.M)
        rules[name] = (modifier, words.choice(), dict(departures))
        demand(words.take("}"), f"expected '}}', found {words.peek()[1]!r}")
    return rules


def read_ebnf(text):
    """By name: (is a terminal, expression); terminals are those after `@terminals`, or else the names in capitals."""
    words, productions = Reader(EBNF, text), {}
    is_listed, is_terminal = any(word in TERMINALS for _, word in words.words), False
    while words.peek()[0] != "end":
        is_terminal = bool(words.take(*TERMINALS)) or is_terminal
        words.at += words.peek()[0] == "label"
        kind, name = words.next()
        demand(kind == "name" and words.take("::=") and name not in productions, f"no production: {name!r}")
        productions[name] = (is_terminal or not is_listed and name == name.upper(), words.choice())
    return productions


# ── Expressions: one form for what can be written in two ways ─────────────────────────────────────────────────────────

def flat(kind, parts):
    return [inner for part in parts for inner in (part[1] if part[0] == kind else (part,))]


def joined(kind, parts):
    parts = flat(kind, parts)
    return parts[0] if len(parts) == 1 else (kind, tuple(parts))


def parts_of(e):
    return e[1] if e[0] in ("seq", "alt") else e[1:] if e[0] in ("opt", "star", "plus", "not", "diff") else ()


def mapped(e, change):
    parts = [change(part) for part in parts_of(e)]
    return e if not parts else joined(e[0], parts) if e[0] in ("seq", "alt") else (e[0], *parts)


def leaves(e):
    return [leaf for part in parts_of(e) for leaf in leaves(part)] or [e]


def difference(e, ranges):
    """`e` but for the characters of a set; a sequence is no single character."""
    if e[0] == "set":
        return ("set", complement(charset(complement(e[1]) + ranges)))
    return mapped(e, lambda part: difference(part, ranges)) if e[0] == "alt" else e if e[0] == "seq" else ("diff", e, ("set", ranges))


def normal(e, is_token, departures=NONE):
    """Flat, literals in terminals as characters, classes as sets; these departures taken back: class, guard, order."""
    if e[0] == "lit" and is_token:
        cases = [{c, c.lower(), c.upper()} if e[2] and c.isascii() else {c} for c in e[1]]
        return joined("seq", [("set", charset((ord(c), ord(c)) for c in case)) for case in cases])
    if e[0] == "set" and not is_token and len(e[1]) == 1 and e[1][0][0] == e[1][0][1]:
        return ("lit", chr(e[1][0][0]), False)
    if e[0] == "lit":
        return ("lit", e[1].lower(), True) if e[2] else e
    e = mapped(e, lambda part: normal(part, is_token, departures))
    if e[0] == "diff" and e[2][0] == "set":
        return difference(e[1], e[2][1])
    if e[0] == "opt" and e[1][0] in ("plus", "star", "opt"):
        return ("opt" if e[1][0] == "opt" else "star", e[1][1])
    if e[0] == "seq":
        parts = []
        for part in e[1]:
            if parts and parts[-1][0] == "not" and parts[-1][1][0] == "set" and "class" in departures and is_token:
                part = difference(part, parts.pop()[1][1])
            parts.append(part)
        return joined("seq", [part for part in parts if part[0] != "not" or "guard" not in departures])
    if e[0] == "alt":
        parts, at = [], 0 if "order" in departures else -1
        for part in e[1]:
            if part[0] == "set" and parts and parts[at][0] == "set":
                parts[at] = ("set", charset(parts[at][1] + part[1]))
            else:
                parts.insert(0 if part[0] == "set" and at == 0 else len(parts), part)
        return joined("alt", sorted(parts, key=repr) if at == 0 else parts)
    return e


def unrolled_loop(e, itself):
    """Right recursion of the production itself as repetition: `A (B R?)?` as `A (B A)* B?`, `A (B R)?` as `A (B A)*`."""
    head, tail = (e[1][:-1], e[1][-1]) if e[0] == "seq" else ((), NONE)
    demand(head and tail[0] == "opt" and tail[1][0] == "seq", "no such recursion")
    between, last = tail[1][1][:-1], tail[1][1][-1]
    demand(last in (itself, ("opt", itself)) and itself not in leaves(("seq", head + between)), "no such recursion")
    loop = head + (("star", joined("seq", between + head)),)
    return joined("seq", loop + ((("opt", joined("seq", between)),) if last[0] == "opt" else ()))


# ── What an expression matches, as a formula: ("m", letters, f): one of the letters, then f; ("loop", e, f, in every way);
#    ("end",): the match ends here; "and", "or", "no". Derivatives (Brzozowski 1964) lead from formula to formula ────────

TRUE, FALSE, END = ("true",), ("false",), ("end",)


def negated(f):
    return FALSE if f == TRUE else TRUE if f == FALSE else f[1] if f[0] == "no" else ("no", f)


def combined(kind, parts):
    """All of them ("and"), or one of them ("or")."""
    neutral, deciding, other = (TRUE, FALSE, "or") if kind == "and" else (FALSE, TRUE, "and")
    parts = {part for part in flat(kind, parts) if part != neutral}
    if deciding in parts or any(part[0] == "no" and part[1] in parts for part in parts):
        return deciding
    kept = frozenset(part for part in parts if not (part[0] == other and not parts.isdisjoint(part[1])))
    return neutral if not kept else next(iter(kept)) if len(kept) == 1 else (kind, kept)


def match(e, then, every=False):
    """`e` matches from here, and where it ends `then` holds; as a PEG does, or in every way, as productions do."""
    if then == FALSE or e[0] == "in":
        return FALSE if then == FALSE else ("m", e[1], then)
    if e[0] == "seq":
        for part in reversed(e[1]):
            then = match(part, then, every)
        return then
    if e[0] == "alt":
        rest = FALSE
        for part in reversed(e[1]):
            rest = either(part, then, rest, every)
        return rest
    demand(e[0] in ("opt", "star", "plus") or e[0] == "not" and not every, f"{e[0]} in a terminal")
    loop = ("loop", e[1], then, every)
    return loop if e[0] == "star" else match(e[1], loop, every) if e[0] == "plus" else \
        either(e[1], then if e[0] == "opt" else FALSE, then, every)


def either(e, then, otherwise, every):
    """`e`, and then `then`; or else, and in every way as well, the other."""
    return combined("or", [match(e, then, every), otherwise if every else combined("and", [otherwise, negated(match(e, TRUE))])])


def unrolled(f):
    return either(f[1], f, f[2], f[3])


def has_end(f):
    """Whether it is about the place where the match ends; if not, it looks ahead."""
    return f == END or f[0] in ("m", "loop") and has_end(f[2]) or f[0] == "no" and has_end(f[1]) or \
        f[0] in ("and", "or") and any(map(has_end, f[1]))


def after(f, letter, memo):
    """What holds after this letter; after the mark, which says where the match ends, if it is None."""
    key = (f, letter)
    if key not in memo:
        if f[0] == "m":
            memo[key] = (FALSE if has_end(f) else f) if letter is None else f[2] if letter in f[1] else FALSE
        elif f[0] == "loop":
            memo[key] = after(unrolled(f), letter, memo)
        elif f[0] == "no":
            memo[key] = negated(after(f[1], letter, memo))
        elif f[0] in ("and", "or"):
            memo[key] = combined(f[0], [after(part, letter, memo) for part in f[1]])
        else:
            memo[key] = f if f != END else TRUE if letter is None else FALSE
    return memo[key]


def holds_at_end(f):
    return f in (TRUE, END) or f[0] == "loop" and holds_at_end(unrolled(f)) or f[0] == "no" and not holds_at_end(f[1]) or \
        f[0] == "and" and all(map(holds_at_end, f[1])) or f[0] == "or" and any(map(holds_at_end, f[1]))


def walk(starts, rows, letters, memo):
    """All pairs of a formula and a state that letters lead to from these; -1 is the state from which nothing is accepted."""
    demand(all(len(row) == letters + 1 and all(-1 <= to < len(rows) for to in row[1:]) for row in rows), "no automaton")
    seen, todo = set(starts), list(starts)
    while todo:
        f, state = todo.pop()
        for letter in range(letters):
            pair = (after(f, letter, memo), rows[state][letter + 1] if state >= 0 else -1)
            todo += [pair] if pair not in seen else []
            seen.add(pair)
    demand({state for _, state in seen} >= set(range(len(rows))), "a state that no text leads to")
    return seen


# ── The obligations. The certificate's automata are rows, one a state: [whether it accepts, next state by each letter];
#    in a rule's rows "before" the mark the first is where the mark leads ───────────────────────────────────────────────

UNBEGUN = -2  # the state of a token before which white space and comments may still come


class Checker:
    def __init__(self, rules, productions, certificate):
        self.rules, self.productions, self.certificate = rules, productions, certificate
        self.start, self.has_trivia = next(iter(rules)), "WHITESPACE" in rules
        self.passed = [name for name in ("WHITESPACE", "COMMENT") if name in rules]
        self.assumed, self.memo, self.known, self.bodies, self.sites, self.tokens = [], {}, {}, {}, {}, []

    def is_token(self, name):
        """Whether nothing may stand between its parts; a silent rule is white space, or the grammar writes that out."""
        return self.rules[name][0] != ""

    def production(self, name, departures):
        """The production that the rule is held against: with its erratum corrected, and the trivia that prose allows."""
        e = self.productions[name][1]
        if "erratum" in departures:
            e = read_ebnf("x ::= " + self.rules[name][2]["erratum"].rsplit("; corrected: ", 1)[1])["x"][1]
        return self.with_trivia(e, self.is_token(name)) if "trivia" in departures else e

    def with_trivia(self, e, is_token):
        """In a terminal, comments where white space may be; elsewhere, ends of lines that recur."""
        if is_token and e == ("star", self.rules["WHITESPACE"][1]):
            return ("star", ("alt", (e[1], ("ref", "COMMENT"))))
        is_name = not is_token and e[0] == "ref" and e[1] in self.productions
        is_line_end = is_name and all(leaf[0] == "set" and set(sum(leaf[1], ())) <= {10, 13} for leaf in leaves(self.productions[e[1]][1]))
        return ("plus", e) if is_line_end else mapped(e, lambda part: self.with_trivia(part, is_token))

    def says_the_same(self, name, departures):
        is_token, rule = self.is_token(name), self.rules[name][1]
        if name == self.start:
            demand(rule[0] == "seq" and (rule[1][0], rule[1][-1]) == (("soi",), ("eoi",)), "no SOI before, or no EOI after it")
            rule = joined("seq", rule[1][1:-1])
        one, other = (normal(e, is_token, departures) for e in (self.production(name, departures), rule))
        if "loop" in departures:
            one = unrolled_loop(one, ("ref", name))
        return one == other or is_token and "repeat" in departures

    def structure(self, name):
        """It says what its production says, but for what it declares, which is needed; automata decide about `repeat`."""
        declared = self.rules[name][2]
        is_alike = self.is_token(name) == self.productions[name][0] or name in self.passed or not self.has_trivia
        demand(is_alike, "a terminal is no rule with @, or a rule with @ is no terminal")
        demand(self.says_the_same(name, set(declared)), "it does not say what its production says")
        for kind in {"repeat"} & set(declared) or declared:
            demand(not self.says_the_same(name, set(declared) - {kind}), f"{kind} is declared without need")
        self.assumed += [f"{name}: {kind}: {declared[kind]}" for kind in ("erratum", "trivia") if kind in declared]

    def letters(self):
        """The letters are all characters, each in one letter; `of_set`: every set is made of letters."""
        self.alphabet = [charset(zip(of[::2], of[1::2])) for of in self.certificate["letters"]]
        demand([[edge for pair in letter for edge in pair] for letter in self.alphabet] == self.certificate["letters"], "no letters")
        ranges = sorted(pair for letter in self.alphabet for pair in letter)
        demand(all(one[1] < other[0] for one, other in zip(ranges, ranges[1:])), "a character in two letters")
        demand(charset(ranges) == complement(()) and all(self.alphabet), "a character without a letter")

    def of_set(self, e):
        within = frozenset(at for at, letter in enumerate(self.alphabet) if any(a <= letter[0][0] <= b for a, b in e[1]))
        demand(charset(pair for at in within for pair in self.alphabet[at]) == e[1], "a set is not made of letters")
        return ("in", within)

    def inlined(self, e, in_productions):
        """Without names, and with letters for sets."""
        def inline(e):
            if e[0] != "ref":
                return mapped(e, inline)
            if e[1] not in self.productions or not in_productions:
                e, body = e[1], inline(normal(self.rules[e[1]][1], True, {"class"} if in_productions else NONE))
                # A comment goes to the end of its line: the character after it is one that it cannot have.
                ends = in_productions and e == "COMMENT" and ("set", complement(body[1][-1][1][1]))
                return ("seq", (body, ends)) if ends else body
            return inline(self.production(e[1], self.rules[e[1]][2]))

        def lettered(e):
            return self.of_set(e) if e[0] == "set" else mapped(e, lettered)
        return lettered(normal(inline(e), True))

    def own_texts(self, e):
        return normal(self.rules[e[1]][1], True, {"class"})

    def guarded(self, name):
        """The rule of a terminal; and with the lookahead at its end, if it has one, as what that refuses."""
        e = normal(self.rules[name][1], True)
        has_guard = "guard" in self.rules[name][2] and e[0] == "seq" and e[1][-1][0] == "not"
        return (("seq", e[1][:-1]), ("seq", e[1][:-1] + (e[1][-1][1],))) if has_guard else (e, None)

    def terminal(self, name):
        """The rule matches the longest text of the production, whatever comes after it, and nothing else."""
        given = self.certificate["terminals"][name]
        before, behind, rows = given["rule"]["before"], given["rule"]["behind"], given["production"]
        # What may stand between two tokens has no production, and should match its own texts, as has a rule without one.
        rule = ("star", ("alt", tuple(("ref", one) for one in self.passed))) if name == "(trivia)" else self.guarded(name)[0]
        production = mapped(rule, lambda e: mapped(e, self.own_texts)) if name == "(trivia)" else ("ref", name)
        demand(all(-1 <= row[0] < len(behind) for row in before), "a mark that leads nowhere")
        demand(all(row[0] in (0, 1) for row in behind + rows), "no automaton")
        letters = len(self.alphabet)
        pairs = walk([(match(self.inlined(rule, False), END), 0)], before, letters, self.memo)
        marks = {(after(f, None, self.memo), before[state][0] if state >= 0 else -1) for f, state in pairs}
        texts = [(match(self.inlined(production, True), END, True), 0)]
        for starts, of, whose in ((marks, behind, "rule"), (texts, rows, "production")):
            for f, state in walk(starts, of, letters, self.memo):
                demand(holds_at_end(f) == (state >= 0 and of[state][0] == 1), f"not the automaton of the {whose}")
        if given.get("shortest"):
            demand("repeat" in self.rules[name][2] and not self.has_trivia, "it matches the shortest text")
            self.assumed.append(f"{name}: repeat: it matches the shortest text of its production, where the longest is meant")
            rows = [row[:1] + [-1] * len(row[1:]) if row[0] == 1 else row for row in rows]
        related = [{tuple(pair) for pair in given["relation"][side]} for side in ("before", "behind")]
        needed = [{(0, 0)}, set()]
        for state, text in related[0]:
            demand((before[state][0] >= 0) == (rows[text][0] == 1), "the rule ends where its production does not")
            needed[0] |= set(zip(before[state][1:], rows[text][1:])) - {(-1, -1)}
            needed[1] |= {(before[state][0], text)} if rows[text][0] == 1 else set()
        for state, text in related[1]:
            for to, text_to in zip(behind[state][1:], rows[text][1:] if text >= 0 else [-1] * letters):
                is_longer = text_to >= 0 and rows[text_to][0] == 1
                demand((to == -1) == is_longer, "the rule ends before the longest text does, or fails")
                needed[1] |= set() if is_longer else {(to, text_to)}
            demand(behind[state][0] == 1, "the rule fails where its production ends")
        demand(all(min(pair) >= 0 for pair in needed[0]), "the rule goes on where its production does not, or fails")
        demand(needed == related, "the relation is no bisimulation, or has other pairs")

    def rows(self, token):
        """The automaton of a token: as certified of a terminal, else by derivatives."""
        if token in self.certificate["terminals"]:
            return self.certificate["terminals"][token]["production"]
        if token not in self.known:
            e = self.guarded(token[:-1])[1] if token[-1] == "!" else normal(("lit", token[1:-1], token[0] == '"'), True)
            demand(all(leaf[0] == "set" for leaf in e[1]) if e[0] == "seq" else e[0] == "set", "a guard of another form")
            states, rows = [match(self.inlined(e, True), END, True)], []
            for state in states:
                nexts = [after(state, letter, self.memo) for letter in range(len(self.alphabet))]
                states += [f for f in dict.fromkeys(nexts) if f != FALSE and f not in states]
                rows.append([int(holds_at_end(state))] + [states.index(f) if f != FALSE else -1 for f in nexts])
            self.known[token] = rows
        return self.known[token]

    def moved(self, token, state, letter):
        return self.rows(token)[state][letter + 1] if state >= 0 else -1

    def accepts(self, token, state):
        return state >= 0 and self.rows(token)[state][0] == 1

    def search(self, key, start, step):
        """What `step` finds, in all states that letters lead to: it gives found words and next states."""
        if key not in self.known:
            seen, todo = {start}, [start]
            while todo:
                state = todo.pop()
                nexts = {to for letter in range(len(self.alphabet)) for to in step(letter, *state)} - seen
                seen |= nexts
                todo += [to for to in nexts if type(to) is tuple]
                demand(len(seen) < 100_000, "too many states")
            self.known[key] = {found for found in seen if type(found) is str}
        return self.known[key]

    def meetings(self, token, longer, following, refused):
        """Texts that begin with the token, though with nothing that is refused: "tied", if one is a text of `longer`, too; "cut",
        if one of those that follow (None: anything) comes next, and a longer text of `longer` is there."""
        def step(letter, own, other, guards, nexts):
            own, other = self.moved(token, own, letter), self.moved(longer, other, letter)
            guards = tuple((guard, self.moved(guard, at, letter)) for guard, at in guards)
            is_token = self.accepts(token, own)
            if other < 0 or any(self.accepts(*guard) for guard in guards):
                return
            if nexts == "not yet":
                yield from ["tied"] if is_token and self.accepts(longer, other) else []
                yield from [(own, other, guards, nexts)] if own >= 0 else []
                yield from [(own, other, guards, begins)] if is_token else []
                return
            if nexts:
                # White space that can go on does: no token begins in it.
                passes = any(one == "(trivia)" and self.accepts(one, self.moved(one, at, letter)) for one, at in nexts)
                nexts = {(one, self.moved(one, max(at, 0), letter)) for one, at in nexts if not (passes and at == UNBEGUN)}
                nexts = frozenset(pair for pair in nexts if pair[1] >= 0)
                is_read = any(one != "(trivia)" and self.accepts(one, at) for one, at in nexts)
                nexts = None if is_read else nexts | begins if any(self.accepts(*pair) for pair in nexts) else nexts
            # A longer text of the token itself is the one that it matches.
            if not is_token and nexts != NONE:
                yield "cut" if self.accepts(longer, other) else (own, other, guards, nexts)
        begins = None if following is None else frozenset((one, UNBEGUN) for one in following if one) | {("(trivia)", 0)}
        guards = tuple((guard, 0) for guard in sorted(refused))
        return self.search((token, longer, following, refused), (0, 0, guards, "not yet"), step)

    def guard_refuses(self, guard, token):
        """Whether the guard refuses the token somewhere where no token is longer."""
        def step(letter, at, own, is_matched, is_longer, others):
            at, own = self.moved(guard, at, letter), self.moved(token, own, letter)
            others = tuple((one, self.moved(one, where, letter)) for one, where in others)
            is_token = self.accepts(token, own)
            is_matched, is_longer = is_matched or is_token, not is_token and (is_longer or any(self.accepts(*one) for one in others))
            if self.accepts(guard, at):
                yield from ["refused"] if own >= 0 or is_matched and not is_longer else []
            elif at >= 0:
                yield (at, own, is_matched, is_longer, others)
        return self.search((guard, token), (0, 0, False, False, tuple((one, 0) for one in self.tokens)), step)

    # Ways. A way is a tuple of expressions, one after the other; ("exit", rule) is all that may come after a rule.

    def prepare(self):
        """The nonterminals that the start rule reaches, as expressions of tokens; the places that use them; the tokens."""
        def tokenized(e):
            name = e[1][1] if e[0] == "not" and e[1][0] == "ref" else e[1] if e[0] == "ref" else None
            demand(name is None or self.rules[name][0] != "_", f"{name} is silent")
            if e[0] == "not":
                demand(name and self.is_token(name), "a lookahead for something else than a terminal")
                return ("guard", name)
            if name and self.is_token(name):
                return joined("seq", [("guard", name + "!"), ("tok", name)]) if self.guarded(name)[1] else ("tok", name)
            if e[0] == "seq":
                return ("seq", tuple(tokenized(part) for part in e[1] if part not in (("soi",), ("eoi",))))
            return ("tok", ('"{}"' if e[2] else "'{}'").format(e[1])) if e[0] == "lit" else mapped(e, tokenized)
        todo = [self.start]
        for name in todo:
            self.bodies[name] = tokenized(normal(self.rules[name][1], False))
            todo += [leaf[1] for leaf in dict.fromkeys(leaves(self.bodies[name])) if leaf[0] == "ref" and leaf[1] not in todo]
        found = [leaf for body in self.bodies.values() for leaf in leaves(body)]
        demand(all(leaf[0] in ("ref", "tok", "guard") for leaf in found), "a rule is not made of tokens")
        self.tokens = sorted({leaf[1] for leaf in found if leaf[0] == "tok"})
        self.refused = {name: frozenset(self.certificate["tables"][name]["refused"]) for name in self.bodies}
        demand(set(self.certificate["tables"]) == set(self.bodies), "tables of other rules")
        for name in self.bodies:
            self.visit(self.bodies[name], (("exit", name),), self.refused[name], lambda e, rest, refused:
                       e[0] == "ref" and self.sites.setdefault(e[1], []).append((rest, refused)))

    def visit(self, e, rest, refused, see):
        """Sees each part of a rule, with what may come after it, and the tokens that do not match where it is tried."""
        see(e, rest, refused)
        if e[0] == "seq":
            for at, part in enumerate(e[1]):
                self.visit(part, e[1][at + 1:] + rest, refused, see)
                refused = refused | {part[1]} if part[0] == "guard" else NONE
        elif e[0] == "alt":
            for part in e[1]:
                self.visit(part, rest, refused, see)
                refused |= self.failed(part)
        elif e[0] in ("opt", "star", "plus"):
            self.visit(e[1], self.again(e) + rest, refused if e[0] == "opt" else NONE, see)

    def again(self, e):
        return () if e[0] == "opt" else (("star", e[1]),)

    def failed(self, e):
        """The tokens that certainly do not match where this fails."""
        if e[0] == "alt":
            return frozenset().union(*map(self.failed, e[1]))
        return self.failed(self.bodies[e[1]]) if e[0] == "ref" else {e[1]} if e[0] == "tok" else NONE

    def heads(self, way):
        """The first tokens of a way, each with those that are refused there and the rest; None, if the way may be over."""
        key = ("heads", way)
        if key not in self.known:
            found, seen, todo = set(), set(), [(way, NONE)]
            while todo:
                demand(len(seen) < 5000, "left recursion, or a way that is too long")
                way, refused = todo.pop()
                if not way or (way, refused) in seen:
                    found |= set() if way else {None}
                    continue
                seen.add((way, refused))
                e, rest = way[0], way[1:]
                if e[0] == "tok":
                    found.add((e[1], refused, rest))
                elif e[0] == "alt":
                    for part in e[1]:
                        todo.append(((part,) + rest, refused))
                        refused |= self.failed(part)
                elif e[0] == "exit":
                    todo += [(site, NONE) for site, _ in self.sites.get(e[1], [])]
                    found |= {("", NONE, ())} if e[1] == self.start else set()
                elif e[0] in ("opt", "star", "plus"):
                    todo += [((e[1],) + self.again(e) + rest, refused)] + ([(rest, refused)] if e[0] != "plus" else [])
                else:
                    inner = e[1] if e[0] == "seq" else (self.bodies[e[1]],) if e[0] == "ref" else ()
                    more = {e[1]} if e[0] == "guard" else self.refused[e[1]] if e[0] == "ref" else NONE
                    todo.append((inner + rest, refused | more))
            self.known[key] = found
        return self.known[key]

    def first(self, way):
        return frozenset(head[0] for head in self.heads(way) if head)

    def must_fail(self, tried, meant):
        """Wherever the meant way is right, the way that is tried before it fails."""
        seen, todo = set(), [(tried, meant)]
        while todo:
            tried, meant = todo.pop()
            demand(len(seen) < 1000, "not decided: two ways begin alike for too long")
            demand(None not in self.heads(tried), "a way may be over before the one that is meant begins")
            for token, refused, rest in self.heads(tried) if (tried, meant) not in seen else ():
                for right, _, rest_right in self.heads(meant):
                    following = None if None in self.heads(rest) else self.first(rest)
                    met = self.meetings(token, right, following, refused) if right else ()
                    demand("cut" not in met or token == right, f"{token} may be taken out of {right}")
                    todo += [(rest, rest_right)] if "tied" in met else []
            seen.add((tried, meant))

    def rule(self, rule):
        """Of each choice, option and repetition the way is taken that is meant; no token is taken out of a longer one; and
        FIRST, FOLLOW and the tokens that do not match wherever the rule is tried are as the certificate says."""
        told = []

        def see(e, rest, refused):
            ways = [(part,) + rest for part in e[1]] if e[0] == "alt" else [(e[1],), rest] if e[0] in ("opt", "star", "plus") else []
            for at, way in enumerate(ways):
                for later in ways[at + 1:]:
                    self.must_fail(way[:1], later)
            if ways:
                tokens = [sorted(self.first(way)) for way in ways]
                is_ll1 = len(set().union(*tokens)) == sum(map(len, tokens))
                told.append({"by": "LL(1)" if is_ll1 else "further on", "ways": tokens})
            for token in self.first(rest) - {""} if e[0] == "guard" else ():
                demand(not self.guard_refuses(e[1], token), f"the guard {e[1]} refuses {token} where no token is longer")
            for longer in set(self.tokens) - {e[1]} if e[0] == "tok" else ():
                is_cut = "cut" in self.meetings(e[1], longer, self.first(rest), refused)
                demand(not is_cut, f"{e[1]} is taken out of {longer}")
        self.visit(self.bodies[rule], (("exit", rule),), self.refused[rule], see)
        uses = [] if rule == self.start else [refused for _, refused in self.sites[rule]]
        demand(self.certificate["tables"][rule] == {
            "first": sorted(self.first((self.bodies[rule],))), "follow": sorted(self.first((("exit", rule),))),
            "refused": sorted(frozenset.intersection(*uses) if uses else NONE), "choices": told}, "other tables")

    def token(self, token):
        own, trivia = self.rows(token)[0], self.rows("(trivia)")[0]
        demand(own[0] == 0 and all(min(pair) < 0 for pair in zip(own[1:], trivia[1:])), "it may be nothing, or begins like white space")

    def report(self):
        """The obligations that fail, and why."""
        failed = []

        def check(claim, abouts, holds):
            for about in abouts:
                try:
                    holds(*about)
                except Rejected as error:
                    failed.append(" ".join((claim,) + about) + f": {error}")
                except (KeyError, IndexError, TypeError, ValueError, AttributeError, RecursionError) as error:
                    failed.append(" ".join((claim,) + about) + f": malformed: {type(error).__name__}: {error}")
            return not failed
        rules = [(name,) for name in self.rules if name in self.productions]
        terminals = [name for name in self.rules if self.rules[name][0] == "@" or self.is_token(name) and (name,) in rules]
        terminals += ["(trivia)"] if self.has_trivia else []

        def complete():
            demand(len(rules) == len(self.productions), "a production has no rule")
            departures = {name: sorted(rule[2]) for name, rule in self.rules.items() if rule[2]}
            demand(departures == self.certificate["departures"], "other departures than the certificate's")
            demand(sorted(terminals) == sorted(self.certificate["terminals"]), "other terminals than the certificate's")
        good = check("complete", [()], complete) and check("letters", [()], self.letters)
        good = good and check("structure", rules, self.structure) and check("language", [(name,) for name in terminals], self.terminal)
        for name in self.passed:
            self.assumed.append(f"{name} is what may stand between tokens: {self.rules[name][2].get('trivia', 'not declared')}")
        if good and self.has_trivia and check("tokens", [()], self.prepare):
            check("token", [(token,) for token in self.tokens], self.token)
            check("ways", [(rule,) for rule in self.bodies], self.rule)
        return failed


def main(arguments):
    sys.setrecursionlimit(10_000)
    try:
        pest, ebnf, certificate = (open(path, encoding="utf-8", newline="").read() for path in arguments)
        checker = Checker(read_pest(pest), read_ebnf(ebnf), json.loads(certificate))
    except (OSError, ValueError, KeyError, IndexError, Rejected, RecursionError) as error:
        print(f"{error}\n\n{__doc__}", file=sys.stderr)
        return 2
    failed = checker.report()
    print(*[f"fails: {line}" for line in failed], *[f"assumed: {line}" for line in checker.assumed], sep="\n")
    if not checker.has_trivia:
        print("not checked: the nonterminals: the grammar writes its white space out, so that no text is cut into tokens")
    print("rejected" if failed else f"accepted, {len(checker.assumed)} assumed")
    return 1 if failed else 0 if checker.has_trivia else 3


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
