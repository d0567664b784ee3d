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

NONE, LAST = frozenset(), 0x10FFFF


MALFORMED = (KeyError, IndexError, TypeError, ValueError, AttributeError, RecursionError)


class Rejected(Exception):
    """An obligation fails; the text says why."""


def demand(holds, why):
    if not holds:
        raise Rejected(why)


def reachable(starts, step, most=100_000):
    """All states to which `step` leads from these."""
    seen, todo = set(starts), list(starts)
    while todo:
        new = set(step(*todo.pop())) - seen
        seen |= new
        todo += new
        demand(len(seen) < most, "not decided: too many states")
    return seen


# ── Reading. An expression is a tuple: ("lit", text, in any case), ("class", is complement, ranges), ("ref", name), ("seq", parts),
#    ("alt", parts), ("opt", e), ("star", e), ("plus", e), ("not", e), ("diff", a, b), ("soi",), ("eoi",) ──────────────────────────

def joined(kind, parts):
    """A sequence or a choice, with none of its kind within it, nor sets of characters side by side in a choice."""
    kept = []
    for part in [inner for part in parts for inner in (part[1] if part[0] == kind else (part,))]:
        if kind == "alt" and kept and part[0] == kept[-1][0] == "in":
            part = ("in", kept.pop()[1] | part[1])
        kept.append(part)
    return kept[0] if len(kept) == 1 else (kind, tuple(kept))


def parts_of(e):
    return e[1] if e[0] in ("seq", "alt") else e[1:] if e[0] in ("opt", "star", "plus", "not", "diff") else ()


def mapped(e, change):
    parts = [change(part) for part in parts_of(e)]
    return e if not parts else joined(e[0], parts) if e[0] in ("seq", "alt") else (e[0], *parts)


def replaced(e, old, new):
    return new if e == old else mapped(e, lambda part: replaced(part, old, new))


def leaves(e):
    return [leaf for part in parts_of(e) for leaf in leaves(part)] or [e]


CHARACTER = r"'(?:\\u\{\w+\}|\\.|[^\\'])'"
CODE = r"#x[0-9A-Fa-f]+|#[0-9A-Fa-f]{4,6}"
BUILT_IN = {"ANY": ("class", True, ()), "SOI": ("soi",), "EOI": ("eoi",)}
REPEATED = {"?": "opt", "*": "star", "+": "plus"}
ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "0": "\0", "\\": "\\", '"': '"', "'": "'"}


def unescaped(text):
    return re.sub(r"\\(?:u\{([0-9A-Fa-f]+)\}|(.))", lambda m: chr(int(m[1], 16)) if m[1] else ESCAPES[m[2]], text, flags=re.S)


def range_of(word):
    """`'a'..'z'`"""
    return ("class", False, (tuple(ord(unescaped(end[1:-1])) for end in re.findall(CHARACTER, word)),))


def class_of(word):
    """`#x20`, which some texts write `#0020`, `[a-z]`, `[^#x0A]`."""
    def number(end):
        return int(end[1:].lstrip("x"), 16) if end[1:] else ord(end)
    ends = re.findall(rf"({CODE}|.)(?:-({CODE}|.))?", (word[1:-1] if word[0] == "[" else word).removeprefix("^"), re.S)
    return ("class", word.startswith("[^"), tuple((number(first), number(last or first)) for first, last in ends))


# In both notations a sequence is one part after the other: the sign in `A ~ B` says nothing.
PEST = re.Scanner([
    (r"\s+|//[^\n]*|/\*.*?\*/|~", None),
    (r'\^?"(?:\\.|[^"\\])*"', lambda _, word: ("lit", unescaped(word.lstrip("^")[1:-1]), word[0] == "^")),
    (rf"{CHARACTER}\s*\.\.\s*{CHARACTER}", lambda _, word: range_of(word)),
    (r"[A-Za-z_]\w*", lambda _, word: BUILT_IN.get(word, ("ref", word))),
    (r"[()|!?*+]", lambda _, sign: sign)], re.S)
EBNF = re.Scanner([
    (r"\s+|/\*.*?\*/", None),
    (r"\"[^\"]*\"|'[^']*'", lambda _, word: ("lit", word[1:-1], word[0] == '"' and re.search("[A-Za-z]", word) is not None)),
    (r"[A-Za-z_]\w*", lambda _, word: ("ref", word)),
    (rf"\[[^\]]+\]|{CODE}", lambda _, word: class_of(word)),
    (r"[()|?*+-]", lambda _, sign: sign)], re.S)


def words_of(notation, text):
    words, rest = notation.scan(text)
    demand(not rest, f"unreadable: {rest[:40]!r}")
    return words[::-1]


def expression(notation, text):
    words = words_of(notation, text)
    e = choice(words)
    demand(not words, "a bracket too many")
    return e


def choice(words):
    """Takes an expression from the words, of which the last is the next."""
    parts = [sequence(words)]
    while words and words[-1] == "|":
        words.pop()
        parts.append(sequence(words))
    return joined("alt", parts)


def sequence(words):
    parts = [part(words)]
    while words and words[-1] not in ("|", ")"):
        is_difference = words[-1] == "-" and words.pop()
        parts.append(("diff", parts.pop(), part(words)) if is_difference else part(words))
    return joined("seq", parts)


def part(words):
    demand(words, "nothing where an expression should be")
    e = words.pop()
    if e == "!":
        return ("not", part(words))
    if e == "(":
        e = choice(words)
        demand(words and words.pop() == ")", "a bracket is not closed")
    demand(type(e) is tuple, f"unexpected {e}")
    while words and words[-1] in REPEATED:
        e = (REPEATED[words.pop()], e)
    return e


def read_pest(text):
    """By name: (modifier, expression, reasons of departures by kind); the first is the start rule."""
    form, rules = re.compile(r"^((?://[^\n]*\n)*)(\w+) *= *([@_]?)\{(.*?)\}[ \t]*$", re.M | re.S), {}
    for comments, name, modifier, body in form.findall(text):
        demand(name not in rules and name not in BUILT_IN, f"a second rule {name}")
        departures = re.findall(r"^// *(order|repeat|guard|loop|trivia|class|erratum): (.*)", comments, re.M)
        rules[name] = (modifier, expression(PEST, body), dict(departures))
    demand(rules and not words_of(PEST, form.sub("", text)), "expected rules, found something else")
    return rules


def read_ebnf(text):
    """By name: (is a terminal, expression); terminals are those after `@terminals`, or else the names in capitals."""
    halves, productions = re.split(r"^(?:@terminals|Productions for terminals)\s*$", text, flags=re.M), {}
    for at, half in enumerate(halves):
        head, *pieces = re.split(r"^ *(?:\[\w+\])?\s*(\w+)\s*::=", half, flags=re.M)
        demand(not words_of(EBNF, head), "something before the first production")
        for name, body in zip(pieces[::2], pieces[1::2]):
            demand(name not in productions, f"a second production {name}")
            productions[name] = (at > 0 or len(halves) == 1 and name == name.upper(), expression(EBNF, body))
    return productions


def without_lookaheads(e):
    """A rule as a production would say it: `!A B` as `B - A`."""
    e, parts = mapped(e, without_lookaheads), []
    for part in e[1] if e[0] == "seq" else [e]:
        parts.append(("diff", part, parts.pop()[1]) if parts and parts[-1][0] == "not" else part)
    return joined("seq", parts)


def difference(e, letters):
    """The expression, but for the texts that are one of these letters."""
    if e[0] == "in":
        return ("in", e[1] - letters)
    is_longer = e[0] == "seq" and len(e[1]) > 1 and all(part[0] == "in" for part in e[1])
    return e if is_longer else mapped(e, lambda part: difference(part, letters)) if e[0] == "alt" else ("diff", e, letters)


def symbol(e):
    """A part of a nonterminal, as certificates name it: NAME, 'literal', "literal in any case"."""
    if e[0] == "class" and not e[1] and len(e[2]) == 1 and e[2][0][0] == e[2][0][1]:
        e = ("lit", chr(e[2][0][0]), False)
    demand(e[0] in ("lit", "ref"), f"{e[0]} in a nonterminal")
    return e[1] if e[0] == "ref" else f'"{e[1].lower()}"' if e[2] else f"'{e[1]}'"


def in_symbols(e):
    """A nonterminal's expression, with symbols as letters, and without guards."""
    return ("seq", ()) if e[0] == "not" else mapped(e, in_symbols) if parts_of(e) else ("in", frozenset([symbol(e)]))


# ── What an expression of letters, ("in", letters), matches, as a formula: ("m", letters, f): one of the letters, then f;
#    ("loop", e, f, in every way); ("end",): the match ends here; "and", "or", "no". Derivatives (Brzozowski 1964) lead from
#    formula to formula ──────────────────────────────────────────────────────────────────────────────────────────────────────

TRUE, FALSE, END = ("true",), ("false",), ("end",)
MARK = -1  # is read where the match ends, as if it were a letter; letters are numbered from 1


def negated(f):
    return FALSE if f == TRUE else TRUE if f == FALSE else f[1] if f[0] == "no" else ("no", f)


def combined(kind, parts):
    """All of them ("and"), or one of them ("or")."""
    neutral, deciding, other = (TRUE, FALSE, "or") if kind == "and" else (FALSE, TRUE, "and")
    parts = {inner for part in parts for inner in (part[1] if part[0] == kind else (part,))} - {neutral}
    if deciding in parts or any(part[0] == "no" and part[1] in parts for part in parts):
        return deciding
    kept = frozenset(part for part in parts if not (part[0] == other and not parts.isdisjoint(part[1])))
    return neutral if not kept else next(iter(kept)) if len(kept) == 1 else (kind, kept)


def match(e, then, every):
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
    failed = otherwise if every else combined("and", [otherwise, negated(match(e, TRUE, False))])
    return combined("or", [match(e, then, every), failed])


def unrolled(f):
    return either(f[1], f, f[2], f[3])


def has_end(f):
    """Whether it is about the place where the match ends; if not, it looks ahead."""
    return f == END or f[0] in ("m", "loop") and has_end(f[2]) or f[0] == "no" and has_end(f[1]) or \
        f[0] in ("and", "or") and any(map(has_end, f[1]))


def holds_at_end(f):
    return f in (TRUE, END) or f[0] == "loop" and holds_at_end(unrolled(f)) or f[0] == "no" and not holds_at_end(f[1]) or \
        f[0] == "and" and all(map(holds_at_end, f[1])) or f[0] == "or" and any(map(holds_at_end, f[1]))


def after(f, letter, memo):
    """What holds after this letter, or after the mark."""
    key = (f, letter)
    if key not in memo:
        if f[0] == "m":
            memo[key] = (FALSE if has_end(f) else f) if letter == MARK else f[2] if letter in f[1] else FALSE
        elif f[0] == "loop":
            memo[key] = after(unrolled(f), letter, memo)
        elif f[0] == "no":
            memo[key] = negated(after(f[1], letter, memo))
        elif f[0] in ("and", "or"):
            memo[key] = combined(f[0], [after(part, letter, memo) for part in f[1]])
        else:
            memo[key] = f if f != END else TRUE if letter == MARK else FALSE
    return memo[key]


def same_language(one, other, why):
    letters, memo = frozenset().union(*(leaf[1] for leaf in leaves(one) + leaves(other))), {}

    def step(f, g):
        demand(holds_at_end(f) == holds_at_end(g), why)
        return [(after(f, letter, memo), after(g, letter, memo)) for letter in letters]
    reachable([(match(one, END, True), match(other, END, True))], step)


# ── The obligations. An automaton is a row for each state: [1 if it accepts, else 0; the next state by letter, and by the mark];
#    -1 is the state from which nothing is accepted ──────────────────────────────────────────────────────────────────────────────

class Checker:
    def __init__(self, rules, productions, certificate):
        self.rules, self.productions, self.certificate = rules, productions, certificate
        self.start, self.has_trivia = next(iter(rules)), "WHITESPACE" in rules
        self.passed = [name for name in ("WHITESPACE", "COMMENT") if name in rules]
        self.terminals = [name for name in rules if rules[name][0] == "@" or self.is_token(name) and name in productions]
        self.terminals += ["(trivia)"] * self.has_trivia
        self.letters = range(1, len(certificate["letters"]) + 1)
        self.automata = {"(anything)": [[1] + [0] * len(self.letters)], **certificate["tokens"]}
        self.automata.update((name, of["production"]) for name, of in certificate["terminals"].items())
        self.assumed, self.memo, self.known, self.ways, self.sites, self.tokens, self.guards = [], {}, {}, {}, {}, {}, {}

    def is_token(self, name):
        """Whether nothing may stand between its parts; a silent rule is white space, or the grammar writes that out."""
        return self.rules[name][0] != ""

    def rule(self, name):
        """The expression of a rule; of the start rule, what is between the beginning and the end of the text."""
        if name == "(trivia)":
            return ("star", joined("alt", [("ref", one) for one in self.passed]))
        e = self.rules[name][1]
        if name != self.start:
            return e
        demand(e[0] == "seq" and (e[1][0], e[1][-1]) == (("soi",), ("eoi",)), "no SOI before, or no EOI after it")
        return joined("seq", e[1][1:-1])

    def production(self, name):
        """What a rule is held against: its production, with its erratum corrected, and the trivia that prose allows. White space,
        comments and what only guards use have no production, and are held against their own texts."""
        if name not in self.productions:
            return without_lookaheads(self.rule(name))
        departures, e = self.rules[name][2], self.productions[name][1]
        if "erratum" in departures:
            e = expression(EBNF, departures["erratum"].rsplit("; corrected: ", 1)[1])
        return self.with_trivia(e, self.is_token(name)) if "trivia" in departures else e

    def with_trivia(self, e, is_token):
        """With comments in a terminal, too, where white space may be, and elsewhere with ends of lines that recur."""
        if is_token:
            comment, space = without_lookaheads(self.rules["COMMENT"][1]), self.rules["WHITESPACE"][1]
            # A comment goes to the end of its line: the character after it is one that it cannot have.
            ended = ("seq", (comment, ("diff", BUILT_IN["ANY"], comment[1][-1][1])))
            return replaced(e, ("star", space), ("star", joined("alt", [space, ended])))
        for name, (_, body) in self.productions.items():
            if all(leaf[0] == "class" and not leaf[1] and set(sum(leaf[2], ())) <= {10, 13} for leaf in leaves(body)):
                e = replaced(e, ("ref", name), ("plus", ("ref", name)))
        return e

    def check_letters(self):
        """The letters are ranges of characters, one after the other. Surrogates, between #xD7FF and #xE000, are no characters."""
        ranges = self.certificate["letters"]
        nexts = [0xE000 if last == 0xD7FF else last + 1 for first, last in ranges if first <= last]
        demand([0] + nexts == [first for first, _ in ranges] + [LAST + 1], "a character is in no letter, or in two")
        self.begins = {first: letter for letter, (first, _) in zip(self.letters, ranges)}
        self.ends = {last: letter for letter, (_, last) in zip(self.letters, ranges)}

    def letters_of(self, ranges, is_complement=False):
        within = set()
        for first, last in ranges:
            demand(first <= last, "a range is the wrong way round")
            demand(first in self.begins and last in self.ends, "a range is not made of letters")
            within.update(range(self.begins[first], self.ends[last] + 1))
        return ("in", frozenset(self.letters) - within if is_complement else frozenset(within))

    def in_letters(self, e, definition=None):
        """With letters for characters, and with the definitions of names."""
        if e[0] == "ref" and definition:
            return self.in_letters(definition(e[1]), definition)
        if e[0] == "lit":
            cases = [{c, c.lower(), c.upper()} if e[2] and c.isascii() else {c} for c in e[1]]
            return joined("seq", [self.letters_of((ord(c), ord(c)) for c in case) for case in cases])
        if e[0] == "class":
            return self.letters_of(e[2], e[1])
        e = mapped(e, lambda part: self.in_letters(part, definition))
        return difference(e[1], e[2][1]) if e[0] == "diff" and e[2][0] == "in" else e

    def check_structure(self, name):
        """A rule says so where it departs from its production. That of a nonterminal has, guards aside, the sentences of its
        production, of tokens and nonterminals; automata decide about terminals."""
        departures, rule, production = self.rules[name][2], self.rule(name), self.production(name)
        is_alike = self.is_token(name) == self.productions[name][0] or name in self.passed or not self.has_trivia
        demand(is_alike, "a terminal is no rule with @, or a rule with @ is no terminal")
        departs = self.in_letters(rule) != self.in_letters(self.productions[name][1])
        demand(departs == bool(departures), "it departs from what is published, or not, and says otherwise")
        self.assumed += [f"{name}: {kind}: {departures[kind]}" for kind in ("erratum", "trivia") if kind in departures]
        if self.is_token(name):
            return
        if ("ref", name) not in leaves(rule):
            # The production is an equation of which the rule is a solution; and the only one, if no sentence is the left side alone.
            alone = after(match(in_symbols(production), END, True), name, {})
            more = reachable([(alone,)], lambda f: [(after(f, name, {}),)])
            demand(not any(holds_at_end(f) for f, in more), "a recursion without end")
            production = replaced(production, ("ref", name), rule)
        same_language(in_symbols(rule), in_symbols(production), "it does not have the sentences of its production")

    def check_automaton(self, e, every, automaton, letters):
        """The automaton accepts what the expression matches: derivatives and states go side by side."""
        demand(all(len(row) == len(letters) + 1 and row[0] in (0, 1) for row in automaton), "no automaton")
        demand(all(-1 <= to < len(automaton) for row in automaton for to in row[1:]), "no automaton")

        def step(f, state):
            is_before = MARK in letters and has_end(f)
            demand((holds_at_end(f) and not is_before) == (state >= 0 and automaton[state][0] == 1), "another automaton")
            for letter in letters:
                to = FALSE if letter == MARK and not is_before else after(f, letter, self.memo)
                yield to, automaton[state][letter] if state >= 0 else -1
        e = self.in_letters(e, self.production if every else self.rule)
        reachable([(match(e, END, every), 0)], step)

    def split_rule(self, name):
        """The rule of a terminal without the lookahead at its end, and the rule with what that refuses."""
        e = self.rule(name)
        if e[0] != "seq" or e[1][-1][0] != "not":
            return e, None
        return joined("seq", e[1][:-1]), joined("seq", e[1][:-1] + e[1][-1][1:])

    def check_terminal(self, name):
        """The rule matches the longest text of its production, whatever comes after it, and nothing else."""
        given, letters = self.certificate["terminals"][name], [*self.letters, MARK]
        rule, is_shortest = given["rule"], "shortest" in given
        self.check_automaton(self.split_rule(name)[0], False, rule, letters)
        self.check_automaton(("ref", name), True, given["production"], self.letters)
        if is_shortest:
            self.assumed.append(f"{name}: the shortest text of its production is meant: {self.rules[name][2]['repeat']}")

        def step(state, text, is_behind):
            demand(rule[state][0] == is_behind, "the match ends elsewhere")
            for letter in letters:
                is_over = is_shortest and self.accepts(name, text)
                to = text if letter == MARK else -1 if is_over else self.moved(name, text, letter)
                # The mark is read where a text ends; before it a text may go on, and behind it none may end that is longer.
                is_text = self.accepts(name, to)
                goes_on = is_text and not is_behind if letter == MARK else not is_text if is_behind else to >= 0
                demand((rule[state][letter] >= 0) == goes_on, "the rule does not match the longest text, or fails")
                if goes_on:
                    yield rule[state][letter], to, int(is_behind or letter == MARK)
        demand(sorted(reachable([(0, 0, 0)], step)) == [tuple(states) for states in given["relation"]], "another relation")

    def moved(self, token, state, letter):
        return self.automata[token][state][letter] if state >= 0 else -1

    def accepts(self, token, state):
        return state >= 0 and self.automata[token][state][0] == 1

    def meetings(self, token, longer, following=("(anything)",), refused=NONE):
        """How texts that begin with the token, though with nothing that is refused, meet texts of `longer`: "tied", if one is a text of
        both; "cut", if something that follows comes next, after white space or not, and a text of `longer` is there that is longer."""
        key, found = (token, longer, following, refused), set()
        if key in self.known or key[2:] != (("(anything)",), NONE) and not self.meetings(token, longer):
            return self.known.get(key, found)

        def goes_on(reading, at, letter):
            to = self.moved(reading, at, letter)
            nexts = [(reading, to)] if to >= 0 else []
            if reading != "(trivia)":
                return nexts + [("(anything)", 0)] * self.accepts(reading, to)
            # White space that can go on does: no token begins in it.
            begins = following if self.accepts(reading, at) and not self.accepts(reading, to) else ()
            return nexts + [place for one in begins for place in goes_on(one, 0, letter)]

        def step(reading, at, own, other, guards):
            for letter in self.letters:
                own_to, other_to = self.moved(token, own, letter), self.moved(longer, other, letter)
                guards_to = tuple((guard, self.moved(guard, state, letter)) for guard, state in guards)
                is_token, is_longer = self.accepts(token, own_to), self.accepts(longer, other_to)
                # A longer text of the token itself is the one that it matches.
                if other_to < 0 or is_token and reading or any(self.accepts(*guard) for guard in guards_to):
                    continue
                nexts = goes_on(reading, at, letter) if reading else [("", 0)] * (own_to >= 0) + [("(trivia)", 0)] * is_token
                if is_longer and nexts and (reading or is_token):
                    found.add("cut" if reading else "tied")
                yield from [(*place, own_to, other_to, guards_to) for place in nexts]
        reachable([("", 0, 0, 0, tuple((guard, 0) for guard in sorted(refused)))], step)
        self.known[key] = found
        return found

    def check_guard(self, guard, token):
        """Where the guard refuses the token does not match, or a token is longer: what the guard matches is one."""
        demand(not self.meetings(guard, token), f"the guard {guard} refuses {token}")

        def step(at, one, state):
            return [(self.moved(guard, at, letter), one, self.moved(one, state, letter)) for letter in self.letters if at >= 0]
        pairs = reachable([(0, one, 0) for one in self.tokens], step)
        others = {one for at, one, state in pairs if self.accepts(guard, at) and not self.accepts(one, state)}
        demand(others != self.tokens.keys(), f"the guard {guard} refuses something other than a token")

    # Ways. The alternatives of a rule are ways: tuples of ("token", name), ("guard", name) and ("rule", name), one after the other.
    # Choices, options and repetitions within a rule are rules of their own. ("exit", rule) is all that may come after a rule.

    def way(self, e, rule):
        if e[0] == "seq":
            return sum((self.way(part, rule) for part in e[1]), ())
        if e[0] == "plus":
            return self.way(e[1], rule) + self.way(("star", e[1]), rule)
        if e[0] in ("alt", "opt", "star"):
            name = f"{rule}/{1 + sum(one.startswith(rule + '/') for one in self.ways)}"
            self.ways[name] = []
            ways = [self.way(part, rule) for part in e[1]] if e[0] == "alt" else [self.way(e[1], rule), ()]
            self.ways[name] = [ways[0] + (("rule", name),), ()] if e[0] == "star" else ways
            return (("rule", name),)
        name = symbol(e[1] if e[0] == "not" else e)
        if e[0] == "not":
            demand(name in self.terminals and self.rules[name][0] == "@", "a lookahead for something else than a terminal")
            return (("guard", name),)
        if e[0] == "ref" and not self.is_token(name):
            return (("rule", name),)
        demand(e[0] != "ref" or self.rules[name][0] == "@", f"{name} is silent")
        self.tokens[name] = e
        refused = self.split_rule(name)[1] if e[0] == "ref" else None
        self.guards.update({name + "!": refused} if refused else {})
        return (("guard", name + "!"), ("token", name)) if refused else (("token", name),)

    def check_reach(self):
        """The tables are of the rules that the start rule reaches, and the automata of their tokens."""
        todo = [self.start]
        for name in todo:
            e = self.rule(name)
            self.ways[name] = [self.way(part, name) for part in (e[1] if e[0] == "alt" else (e,))]
            used = {leaf[1] for leaf in leaves(e) if leaf[0] == "ref"}
            todo += [one for one in used if not self.is_token(one) and one not in todo]
        tables = self.certificate["tables"]
        demand(tables.keys() == self.ways.keys(), "tables of other rules")
        self.spelled = {name: e for name, e in {**self.tokens, **self.guards}.items() if name not in self.terminals}
        demand(self.certificate["tokens"].keys() == self.spelled.keys(), "automata of other tokens")
        self.refused = {name: frozenset(table["refused"]) for name, table in tables.items()}
        for symbol, rest, refused in [place for name in self.ways for place in self.places(name)]:
            self.sites.setdefault(symbol, []).append((rest, refused))
        demand(("rule", self.start) not in self.sites, "the start rule is a part of a text")

    def places(self, rule):
        """The parts of a rule's ways, each with what may come after it, and the tokens that do not match where it is tried."""
        tried = self.refused[rule]
        for way in self.ways[rule]:
            refused = tried
            for at, symbol in enumerate(way):
                yield symbol, way[at + 1:] + (("exit", rule),), refused
                refused = refused | {symbol[1]} if symbol[0] == "guard" else NONE
            tried |= self.failed(way)

    def failed(self, way):
        """The tokens that certainly do not match where a way fails."""
        kind, name = way[0] if len(way) == 1 else ("", "")
        return NONE.union(*map(self.failed, self.ways[name])) if kind == "rule" else NONE.union([name] if kind == "token" else [])

    def heads(self, way):
        """The first tokens of a way, each with those that are refused there and the rest; the end of the text is ""; and whether the
        way may be over."""
        def step(way, refused):
            (kind, name), rest = way[0] if way else ("", ""), way[1:]
            if kind == "guard":
                yield rest, refused | {name}
            elif kind == "exit":
                yield from [(site, NONE) for site, _ in self.sites.get(("rule", name), [])]
                yield from [((("token", ""),), NONE)] if name == self.start else []
            elif kind == "rule":
                refused |= self.refused[name]
                for inner in self.ways[name]:
                    yield inner + rest, refused
                    refused |= self.failed(inner)
        if way not in self.known:
            found = reachable([(way, NONE)], step, most=5000)
            tokens = [(way[0][1], refused, way[1:]) for way, refused in found if way and way[0][0] == "token"]
            self.known[way] = tokens, any(not way for way, _ in found)
        return self.known[way]

    def first(self, way):
        return sorted({token for token, _, _ in self.heads(way)[0]})

    def check_way(self, tried, meant):
        """Wherever the meant way is right, the way that is tried before it fails."""
        def step(tried, meant):
            tokens, is_over = self.heads(tried)
            demand(not is_over, "a way may be over before the one that is meant begins")
            for token, refused, rest in tokens:
                following = ("(anything)",) if self.heads(rest)[1] else tuple(one for one in self.first(rest) if one)
                for right, _, rest_right in self.heads(meant)[0]:
                    met = self.meetings(token, right, following, refused) if right else ()
                    demand("cut" not in met or token == right, f"{token} may be taken out of {right}")
                    yield from [(rest, rest_right)] if "tied" in met else []
        reachable([(tried, meant)], step, most=1000)

    def check_rule(self, rule):
        """Of each choice the way is taken that is meant; no guard refuses more than it may; no token is taken out of a longer one;
        and FIRST, FOLLOW, and the tokens that do not match wherever the rule is tried, are as the certificate says."""
        whole = [way + (("exit", rule),) for way in self.ways[rule]]
        for at, way in enumerate(self.ways[rule]):
            for later in whole[at + 1:]:
                self.check_way(way, later)
        for (kind, name), rest, refused in self.places(rule):
            following = tuple(one for one in self.first(rest) if one)
            for one in following if kind == "guard" else ():
                self.check_guard(name, one)
            for longer in self.tokens.keys() - {name} if kind == "token" else ():
                demand("cut" not in self.meetings(name, longer, following, refused), f"{name} is taken out of {longer}")
        uses = [refused for _, refused in self.sites.get(("rule", rule), [])]
        nexts = [self.first(way) for way in whole]
        demand(self.certificate["tables"][rule] == {
            "first": self.first((("rule", rule),)), "follow": self.first((("exit", rule),)),
            "refused": sorted(frozenset.intersection(*uses) if uses else NONE), "ways": nexts,
            "by": "LL(1)" if len(sum(nexts, [])) == len(set(sum(nexts, []))) else "further on"}, "another table")

    def check_token(self, name):
        """A token's automaton is the one of its texts. A token is something, and begins with no character of white space."""
        if name in self.spelled:
            self.check_automaton(self.spelled[name], True, self.automata[name], self.letters)
        own, trivia = self.automata[name][0], self.automata["(trivia)"][0]
        demand(own[0] == 0 and all(min(pair) < 0 for pair in zip(own[1:], trivia[1:])), "it may be nothing, or begins like white space")

    def obligations(self):
        """Each may rely on those before it."""
        rules = [name for name in self.rules if name in self.productions]
        yield "productions", lambda: demand(len(rules) == len(self.productions), "one has no rule")
        yield "letters", self.check_letters
        yield from [("structure", self.check_structure, name) for name in rules]
        yield "terminals", lambda: demand(self.certificate["terminals"].keys() == set(self.terminals), "there are other terminals")
        yield from [("terminal", self.check_terminal, name) for name in self.terminals]
        if self.has_trivia:
            yield "tables", self.check_reach
            yield from [("token", self.check_token, name) for name in {**self.tokens, **self.spelled}]
            yield from [("ways", self.check_rule, name) for name in self.ways]
        passed = [(name, self.rules[name][2].get("trivia", "not declared")) for name in self.passed]
        self.assumed += [f"{name} is what may stand between tokens: {reason}" for name, reason in passed]


def main(arguments):
    sys.setrecursionlimit(10_000)
    try:
        pest, ebnf, certificate = (open(path, encoding="utf-8", newline="").read() for path in arguments)
        checker = Checker(read_pest(pest), read_ebnf(ebnf), json.loads(certificate))
    except (*MALFORMED, OSError, Rejected) as error:
        print(f"{type(error).__name__}: {error}\n\n{__doc__}", file=sys.stderr)
        return 2
    for claim, holds, *about in checker.obligations():
        try:
            holds(*about)
        except (*MALFORMED, Rejected) as error:
            why = error if type(error) is Rejected else f"malformed: {type(error).__name__}: {error}"
            print("rejected:", claim, *about, f"does not hold: {why}")
            return 1
    print(*[f"assumed: {line}" for line in checker.assumed], sep="\n")
    if not checker.has_trivia:
        print("not checked: the nonterminals: the grammar writes its white space out, so that no text is cut into tokens")
    print(f"accepted, {len(checker.assumed)} assumed")
    return 0 if checker.has_trivia else 3


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
