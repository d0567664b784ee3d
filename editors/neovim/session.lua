-- A session in Neovim, from 0.11 on, with the settings that `turtle-peg lsp --help` has for it. The program is on the path:
--
--     nvim --clean --headless -l editors/neovim/session.lua
local folder = vim.fn.tempname()
local function write(name, lines)
  vim.fn.writefile(lines, folder .. '/' .. name)
end
vim.fn.mkdir(folder)
write('turtle-peg.toml', {})
write('data.ttl', { 'PREFIX ex: <http://example.org/>', 'ex:alice  a ex:Person ;', '  ex:name "Alice"', '  ex:knows ex:bob .' })
write('terms.ttl', {
  'PREFIX ex: <http://example.org/>', 'PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>',
  'ex:Person a rdfs:Class ; rdfs:label "human being"@en .', 'ex:knows rdfs:label "is acquainted with"@en .',
})

local help = vim.system({ 'turtle-peg', 'lsp', '--help' }, { text = true }):wait().stdout
local settings = assert(help:match('Neovim, from 0%.11 on:\n(.-)\n\n'), 'no settings for Neovim')
assert(load(settings))()
vim.cmd.filetype('on')
vim.cmd.edit(folder .. '/data.ttl')

-- Waits until the answer to a question is as it should be: the folder is read in the background.
local function eventually(what, ask)
  assert(vim.wait(10000, ask, 50), what .. ' is not there')
end
-- The answer about a name in a line.
local function ask(method, line, name, more)
  local text = vim.fn.getline(line)
  local place = { line = line - 1, character = text:find(name, 1, true) + #name - 2 }
  local document = { uri = vim.uri_from_bufnr(0) }
  local parameters = vim.tbl_extend('force', { textDocument = document, position = place }, more or {})
  local answers = vim.lsp.buf_request_sync(0, 'textDocument/' .. method, parameters, 10000)
  local _, answer = next(answers or {})
  return answer and answer.result
end

eventually('the fault', function()
  local fault = vim.diagnostic.get(0)[1]
  return fault and fault.lnum == 2 and fault.message:find('insert `;`', 1, true) ~= nil
end)
eventually('the label, in a statement at fault', function()
  local hover = ask('hover', 4, 'ex:knows')
  return hover and hover.contents.value:find('is acquainted with', 1, true) ~= nil
end)
local there = ask('definition', 2, 'ex:Person')
assert(vim.endswith((there[1] or there).uri, 'terms.ttl'), 'the definition is elsewhere')
assert(#ask('references', 2, 'ex:Person', { context = { includeDeclaration = true } }) == 2, 'not all references')

vim.api.nvim_win_set_cursor(0, { 3, 16 })
vim.lsp.buf.code_action({ apply = true, context = { only = { 'quickfix' } } })
eventually('the repair', function() return vim.fn.getline(3) == '  ex:name "Alice" ;' end)
eventually('the end of the fault', function() return #vim.diagnostic.get(0) == 0 end)
vim.bo.expandtab, vim.bo.shiftwidth = true, 2
vim.lsp.buf.format()
local lines = { '', 'ex:alice a ex:Person ;', '  ex:name "Alice" ;', '  ex:knows ex:bob .' }
assert(vim.deep_equal(vim.fn.getline(2, '$'), lines), 'the layout is another one')
vim.fn.delete(folder, 'rf')
