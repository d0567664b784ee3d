//! `turtle-lab history REPOSITORY PATH`: the states are the commits that changed a file.

use anyhow::{Context, Result, ensure};
use gix::ObjectId;
use gix::actor::SignatureRef;
use gix::objs::Tree;
use gix::objs::tree::{Entry, EntryKind};
use pretty_assertions::assert_eq;
use serde_json::Value;
use testing::program::{Run, TemporaryFolder, turtle_lab};

const FIRST: &str = "[1] doc ::= word+\n[2] word ::= [a-z]+\n";
const SECOND: &str = "[1] doc ::= word*\n[2] word ::= [a-z]+\n";
const THIRD: &str = "[1] doc ::= word*\n[2] word ::= [a-z]+ | [0-9]+\n";

/// A repository without a worktree, beside which grammars may be written as files.
struct TestRepository {
    folder: TemporaryFolder,
    repository: gix::Repository,
}

impl TestRepository {
    fn new() -> Result<Self> {
        let folder = TemporaryFolder::new("commits")?;
        let repository = gix::init_bare(folder.0.join("repository"))?;
        Ok(Self { folder, repository })
    }

    /// Makes a commit of files, after others; the first line of its message is its number.
    fn commit(
        &self,
        number: u32,
        files: &[(&str, &[u8])],
        parents: &[ObjectId],
    ) -> Result<ObjectId> {
        let mut tree = Tree::empty();
        for &(name, text) in files {
            tree.entries.push(Entry {
                mode: EntryKind::Blob.into(),
                filename: name.into(),
                oid: self.repository.write_blob(text)?.detach(),
            });
        }
        tree.entries.sort();
        let tree = self.repository.write_object(&tree)?;
        let who = SignatureRef {
            name: "A".into(),
            email: "a@example.org".into(),
            time: "1700000000 +0000",
        };
        let message = format!("Change {number}\n\nmore");
        let parents = parents.iter().copied();
        let commit = self
            .repository
            .new_commit_as(who, who, message, tree, parents)?;
        Ok(commit.id)
    }

    fn history(&self, head: ObjectId, arguments: &[&str]) -> Result<Run> {
        // As one that was checked out by its name.
        std::fs::write(self.folder.0.join("repository/HEAD"), format!("{head}\n"))?;
        let arguments = [&["history"], arguments].concat();
        turtle_lab(&arguments, &self.folder.0, b"")
    }

    /// How each state was made, without the date.
    fn made(&self, head: ObjectId, arguments: &[&str]) -> Result<Vec<String>> {
        let run = self.history(head, &[&["--format", "json"], arguments].concat())?;
        ensure!(run.status == 0, "{run:?}");
        let found: Value = serde_json::from_str(&run.stdout)?;
        let states = found["states"].as_array().context("states")?;
        let made = states.iter().map(|state| {
            let made = state["made"].as_str().context("made")?;
            let made = made.strip_prefix("2023-11-14 Change ").context("a date")?;
            Ok(made.to_owned())
        });
        made.collect()
    }
}

/// The commits of a file, one after the other.
fn straight(repository: &TestRepository, texts: &[&str]) -> Result<Vec<ObjectId>> {
    let mut commits: Vec<ObjectId> = Vec::new();
    for (number, text) in (1..).zip(texts) {
        let parents = commits.last().copied();
        let files: [(&str, &[u8]); 2] = [("a.ebnf", text.as_bytes()), ("b.txt", &[number as u8])];
        commits.push(repository.commit(number, &files, parents.as_slice())?);
    }
    Ok(commits)
}

#[test]
fn commits_have_the_answers_of_files() -> Result<()> {
    let repository = TestRepository::new()?;
    let commits = straight(&repository, &[FIRST, FIRST, SECOND, SECOND, THIRD])?;
    let head = commits[4];
    let of_commits = ["--format", "json", "repository", "a.ebnf"];
    let of_commits = repository.history(head, &of_commits)?;
    for (name, text) in [("1.ebnf", FIRST), ("2.ebnf", SECOND), ("3.ebnf", THIRD)] {
        repository.folder.write(name, text)?;
    }
    let of_files = ["--format", "json", "1.ebnf", "2.ebnf", "3.ebnf"];
    let of_files = repository.history(head, &of_files)?;
    let steps = |run: &Run| -> Result<Vec<Value>> {
        let found: Value = serde_json::from_str(&run.stdout)?;
        let mut steps = found["steps"].as_array().context("steps")?.clone();
        for step in &mut steps {
            // They have the names of the states.
            for key in ["before", "after", "ll1"] {
                step[key].take();
            }
        }
        Ok(steps)
    };
    let found = steps(&of_commits)?;
    assert_eq!(found, steps(&of_files)?);
    assert_eq!(found.len(), 2);
    assert_eq!((of_commits.status, of_commits.stderr.as_str()), (0, ""));
    let made = repository.made(head, &["repository", "repository/a.ebnf"])?;
    assert_eq!(made, ["1", "3", "5"]);
    Ok(())
}

#[test]
fn a_history_may_begin_at_a_revision() -> Result<()> {
    let repository = TestRepository::new()?;
    let commits = straight(&repository, &[FIRST, SECOND, SECOND, THIRD])?;
    let since = commits[2].to_string();
    let made = repository.made(commits[3], &["--since", &since, "repository", "a.ebnf"])?;
    assert_eq!(made, ["2", "4"]);
    let unknown = ["--since", "none", "repository", "a.ebnf"];
    let run = repository.history(commits[3], &unknown)?;
    assert_eq!(run.status, 2);
    ensure!(run.stderr.contains("no revision none"), "{}", run.stderr);
    Ok(())
}

#[test]
fn where_branches_meet_the_side_that_the_file_comes_from_is_followed() -> Result<()> {
    let repository = TestRepository::new()?;
    let first = repository.commit(1, &[("a.ebnf", FIRST.as_bytes())], &[])?;
    let aside = repository.commit(2, &[("a.ebnf", SECOND.as_bytes())], &[first])?;
    let main = repository.commit(3, &[("a.ebnf", FIRST.as_bytes()), ("b", b"")], &[first])?;
    let files: [(&str, &[u8]); 2] = [("a.ebnf", SECOND.as_bytes()), ("b", b"")];
    let merge = repository.commit(4, &files, &[main, aside])?;
    let made = repository.made(merge, &["repository", "a.ebnf"])?;
    assert_eq!(made, ["1", "2"]);
    // Both sides changed it.
    let both = repository.commit(5, &[("a.ebnf", THIRD.as_bytes())], &[main, aside])?;
    assert_eq!(
        repository.made(both, &["repository", "a.ebnf"])?,
        ["1", "5"]
    );
    Ok(())
}

#[test]
fn a_rename_with_an_edit_is_followed_to_the_likest_file_and_a_page_is_a_grammar() -> Result<()> {
    let repository = TestRepository::new()?;
    let page = |text: &str| format!("<h1>Words</h1>\n<pre class='grammar'>\n{text}</pre>\n");
    let files = [
        ("index.html", page(FIRST)),
        ("other.html", page("[1] doc ::= 'x'\n")),
    ];
    let files = files
        .each_ref()
        .map(|(name, text)| (*name, text.as_bytes()));
    let first = repository.commit(1, &files, &[])?;
    let second = page(SECOND);
    let edited = [("words-bnf.html", second.as_bytes())];
    let renamed = repository.commit(2, &edited, &[first])?;
    let prose = second.replace("Words", "Words and no numbers");
    let said = repository.commit(3, &[("words-bnf.html", prose.as_bytes())], &[renamed])?;
    let made = repository.made(said, &["repository", "words-bnf.html"])?;
    assert_eq!(made, ["1", "2"]);
    // A page's productions as a file of their own are not like the page.
    let productions = repository.commit(4, &[("words.bnf", THIRD.as_bytes())], &[said])?;
    let last = repository.commit(5, &[("words.bnf", FIRST.as_bytes())], &[productions])?;
    let run = repository.history(last, &["repository", "words.bnf"])?;
    ensure!(
        run.stderr.contains("words.bnf begins at "),
        "{}",
        run.stderr
    );
    Ok(())
}

#[test]
fn a_rename_is_followed_and_a_gap_is_told() -> Result<()> {
    let repository = TestRepository::new()?;
    let first = repository.commit(1, &[("old.ebnf", FIRST.as_bytes())], &[])?;
    let renamed = repository.commit(2, &[("a.ebnf", FIRST.as_bytes())], &[first])?;
    let removed = repository.commit(3, &[("b", b"")], &[renamed])?;
    let broken = repository.commit(4, &[("a.ebnf", b"\xFF")], &[removed])?;
    let unreadable = repository.commit(5, &[("a.ebnf", b"doc ::= ")], &[broken])?;
    let last = repository.commit(6, &[("a.ebnf", SECOND.as_bytes())], &[unreadable])?;
    let run = repository.history(last, &["repository", "a.ebnf"])?;
    assert_eq!(run.status, 1, "{run:?}");
    for said in [
        "it has no file a.ebnf; the commit is passed over",
        "a.ebnf is not text in UTF-8; the commit is passed over",
        "a.ebnf begins at ",
    ] {
        ensure!(run.stderr.contains(said), "{said}: {}", run.stderr);
    }
    ensure!(run.stdout.contains("cannot be run"), "{}", run.stdout);
    let run = repository.history(renamed, &["repository", "a.ebnf"])?;
    ensure!(
        run.stderr.contains("a history has two states at least"),
        "{run:?}"
    );
    let changed = repository.commit(7, &[("a.ebnf", SECOND.as_bytes())], &[renamed])?;
    assert_eq!(
        repository.made(changed, &["repository", "a.ebnf"])?,
        ["1", "7"]
    );
    Ok(())
}
