-- The user's setup of the languages' own servers in Neovim 0.7.
local folder = vim.fn.getcwd()
local others = {
  python = { cmd = { 'pyright-langserver', '--stdio' }, root_dir = folder },
  typescript = { cmd = { 'typescript-language-server', '--stdio' }, root_dir = folder },
  go = { cmd = { 'gopls' }, root_dir = folder .. '/go' },
}
for language, config in pairs(others) do
  vim.api.nvim_create_autocmd('FileType', {
    pattern = language,
    callback = function()
      config.id = config.id or vim.lsp.start_client(config)
      vim.lsp.buf_attach_client(0, config.id)
    end,
  })
end
