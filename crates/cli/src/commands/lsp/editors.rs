//! Lines of settings for editors, as `--help` has them.

/// For each editor, lines that make it start a server, which is the command `lsp` of this program. The documents are in a language
/// of this name; the types of files have their own in Neovim, each with its extension.
pub fn editors(program: &str, language: &str, types: &[(&str, &str)]) -> String {
    let each = |text: &dyn Fn(&(&str, &str)) -> String, separator: &str| {
        let texts: Vec<String> = types.iter().map(text).collect();
        texts.join(separator)
    };
    let by_extension = each(&|(kind, extension)| format!("{extension} = '{kind}'"), ", ");
    let kinds = each(&|(kind, _)| format!("'{kind}'"), ", ");
    let extensions = each(&|(_, extension)| format!("\"{extension}\""), ", ");
    let pattern = each(&|(_, extension)| (*extension).to_owned(), r"\\|");
    format!(
        r#"Neovim, from 0.11 on:
  vim.filetype.add({{
    extension = {{ {by_extension} }},
  }})
  vim.lsp.config('{program}', {{
    cmd = {{ '{program}', 'lsp' }}, filetypes = {{ {kinds} }},
    root_markers = {{ 'turtle-peg.toml', '.git' }},
  }})
  vim.lsp.enable('{program}')

Helix, in languages.toml:
  [language-server.{program}]
  command = "{program}"
  args = ["lsp"]

  [[language]]
  name = "{language}"
  scope = "source.{language}"
  file-types = [{extensions}]
  language-servers = ["{program}"]

Emacs, with eglot:
  (define-derived-mode {language}-mode prog-mode "{language}")
  (add-to-list 'auto-mode-alist '("\\.\\({pattern}\\)\\'" . {language}-mode))
  (with-eval-after-load 'eglot
    (add-to-list 'eglot-server-programs '({language}-mode . ("{program}" "lsp"))))
  (add-hook '{language}-mode-hook 'eglot-ensure)"#
    )
}
