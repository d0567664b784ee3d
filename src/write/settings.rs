//! The common part of the writers of Turtle and TriG: their settings, and their output.

macro_rules! settings_of_writers {
    ($writer:ident) => {
        impl<W> $writer<W> {
            /// Declares a prefix, given without its colon: its directive is at the beginning, and names are made with it.
            ///
            /// Where an IRI begins with several namespaces, the longest is taken after which the rest can be written. Where the rest
            /// would need escape sequences, which some readers do not know, the IRI is written in full, unless the writer has names
            /// [with them](Self::with_escapes_in_names).
            ///
            /// # Errors
            ///
            /// No document of the dialect could write the prefix, or `namespace` is not an absolute IRI.
            pub fn with_prefix(
                mut self,
                prefix: &str,
                namespace: &str,
            ) -> Result<Self, SettingError> {
                self.declare_prefix(prefix, namespace)?;
                Ok(self)
            }

            /// Declares a prefix from here on: its directive is before the next statement, which the next quad begins.
            ///
            /// # Errors
            ///
            /// The errors of [`with_prefix`](Self::with_prefix).
            pub fn declare_prefix(
                &mut self,
                prefix: &str,
                namespace: &str,
            ) -> Result<(), SettingError> {
                self.statements.declare(prefix, namespace)
            }

            /// Chooses the base IRI: it is declared at the beginning, without its fragment, and IRIs of its document, or of what is below
            /// its folder, are written as relative references, if they are the end of the IRI and have no name. Without it, the
            /// bases that [documents](Self::write_document) declare are declared.
            ///
            /// # Errors
            ///
            /// `base` is not an absolute IRI.
            pub fn with_base_iri(mut self, base: impl Into<String>) -> Result<Self, SettingError> {
                self.statements.set_base(&base.into())?;
                Ok(self)
            }

            /// Leaves out the announcement of the version, for readers that know what RDF 1.2 has, and no such directive.
            pub fn without_version(mut self) -> Self {
                self.statements.set_version(VersionDue::Never);
                self
            }

            /// Announces the version at the beginning, if the dialect has a directive for that, whatever follows.
            pub fn with_version_first(mut self) -> Self {
                self.statements.set_version(VersionDue::First);
                self
            }

            /// Makes names of IRIs that need escape sequences, too, such as `ex:a\/b`.
            pub fn with_escapes_in_names(mut self) -> Self {
                self.statements.with_escapes_in_names();
                self
            }

            /// Writes literals with line ends between three quotation marks, over several lines; others stay on one line. Carriage
            /// returns are still escape sequences, as something on the way may change them.
            ///
            /// ```
            /// use turtle_peg::{Dialect, Parser, TurtleWriter};
            ///
            /// let text = r#"<x:s> <x:p> "one\n\"two\"" ."#;
            /// let mut writer = TurtleWriter::new(Vec::new()).with_long_strings();
            /// writer.write_document(&mut Parser::new(Dialect::Turtle12).parse_str(text))?;
            /// assert_eq!(
            ///     String::from_utf8(writer.finish()?)?,
            ///     "<x:s> <x:p> \"\"\"one\n\"two\\\"\"\"\" .\n"
            /// );
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn with_long_strings(mut self) -> Self {
                self.statements.with_long_strings();
                self
            }

            /// Writes IRIs, language tags and datatypes that RDF does not allow, as a [lenient](crate::Parser::with_lenience) parser reads
            /// them. The characters that no IRI has are escape sequences.
            pub fn with_lenience(mut self) -> Self {
                self.statements.lenient();
                self
            }

            /// The dialect that it writes.
            pub fn dialect(&self) -> Dialect {
                self.statements.dialect()
            }

            /// The writer that it writes to.
            pub fn get_ref(&self) -> &W {
                &self.output
            }

            /// The writer that it writes to. What is written to it is between two lines.
            pub fn get_mut(&mut self) -> &mut W {
                &mut self.output
            }
        }

        impl<W: Write> $writer<W> {
            fn write_lines(&mut self) -> io::Result<()> {
                let lines = self.statements.lines();
                if !lines.is_empty() {
                    self.output.write_all(lines)?;
                    lines.clear();
                }
                Ok(())
            }

            /// Writes the rest of a document: its base and its prefixes, where it declares them, and its statements, one after the
            /// other. IRIs below a base that the document declares are relative references, if the base has a scheme that all readers
            /// resolve references against: `http`, `https`, `file`, `ftp`.
            ///
            /// Collections, property lists, annotations and reified triples stay what they are, wherever the parser made a node for them
            /// that nothing else mentions; other blank nodes keep their labels as the document has them, and where a generated node
            /// needs one, that ends with `_`, as in `_:anon1_`; a copy of the copy is the same. A document has something of its own before
            /// each label: for a copy with the labels that it has written, read it with an empty
            /// [prefix](crate::Parser::with_blank_node_prefix). Memory follows the largest statement. The quads of
            /// a statement that the writer refuses are not written, and nothing after them is.
            ///
            /// ```
            /// use turtle_peg::{Dialect, Parser, TurtleWriter};
            ///
            /// let text = "PREFIX : <http://example.org/> :s :p (1 [ :q _:b ]) , << :s :p :o >> .";
            /// let parser = Parser::new(Dialect::Turtle12).with_blank_node_prefix("")?;
            /// let mut document = parser.parse_str(text);
            /// let mut writer = TurtleWriter::new(Vec::new()).without_version();
            /// writer.write_document(&mut document)?;
            /// assert_eq!(
            ///     String::from_utf8(writer.finish()?)?,
            ///     "@prefix : <http://example.org/> .\n\n:s :p ( 1 [ :q _:b ] ), << :s :p :o >> .\n"
            /// );
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            ///
            /// # Errors
            ///
            /// The document cannot be read; or those of the output; or it has a term that the dialect does not have.
            pub fn write_document<I: Input>(
                &mut self,
                document: &mut Document<I>,
            ) -> Result<(), WriteError> {
                let Self { output, statements } = self;
                statements.document(document, |statements| {
                    output.write_all(statements.lines())?;
                    statements.lines().clear();
                    Ok(())
                })
            }

            /// Writes quads as a person would: each subject once, `rdf:type` first, blank nodes that one place mentions, or none, as
            /// `[ ]`, as lists, or as reifiers and annotations, and quads that are equal once. Nothing is lost: other blank nodes have
            /// their labels, such as those that several places or graphs mention, or that are on a circle, and lists that are not well-formed
            /// have `rdf:first` and `rdf:rest`. Brackets are no more than 64 levels deep.
            ///
            /// Memory is that of the quads, and about 200 bytes for each subject and blank node; time, but for sorting, is
            /// linear, however the quads are nested. The quads have to be all that mentions their blank nodes: a later call cannot
            /// refer to one that has lost its label.
            ///
            /// ```
            /// use turtle_peg::write::{HeldQuads, StatementOrder};
            /// use turtle_peg::{Dialect, Parser, TurtleWriter};
            ///
            /// let text = "_:b <http://e/city> \"Rome\" .
            /// <http://e/bob> <http://e/name> \"Bob\" .
            /// <http://e/al> <http://e/lives> _:b .
            /// <http://e/bob> a <http://e/Person> .";
            /// let mut quads = HeldQuads::default();
            /// for quad in Parser::new(Dialect::Turtle12).parse_str(text).quads() {
            ///     quads.push(quad?.as_ref());
            /// }
            /// let mut writer = TurtleWriter::new(Vec::new()).with_prefix("", "http://e/")?;
            /// writer.write_together(&quads, StatementOrder::ByText)?;
            /// assert_eq!(
            ///     String::from_utf8(writer.finish()?)?,
            ///     "@prefix : <http://e/> .
            ///
            /// :al :lives [ :city \"Rome\" ] .
            ///
            /// :bob a :Person ;
            ///     :name \"Bob\" .
            /// "
            /// );
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            ///
            /// # Errors
            ///
            /// Writing fails, or the dialect lacks a term, or graphs: the statements before it are written.
            pub fn write_together(
                &mut self,
                quads: &HeldQuads,
                order: StatementOrder,
            ) -> Result<(), WriteError> {
                let Self { output, statements } = self;
                statements.together(quads, order, |statements| {
                    output.write_all(statements.lines())?;
                    statements.lines().clear();
                    Ok(())
                })
            }

            /// Ends the document, and gives the writer back that it writes to.
            ///
            /// # Errors
            ///
            /// Writing fails.
            pub fn finish(mut self) -> io::Result<W> {
                self.statements.finish()?;
                self.write_lines()?;
                Ok(self.output)
            }
        }
    };
}

pub(super) use settings_of_writers;
