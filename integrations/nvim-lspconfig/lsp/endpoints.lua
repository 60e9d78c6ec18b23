---@brief
---
--- @URL@
---
--- Checks hand-written Kubernetes Endpoints and EndpointSlices in YAML, JSON, Helm, kustomize, Terraform and Pulumi
--- programs.
--- It runs beside the other servers of a file, and reports nothing about files without Endpoints. Install it:
---
--- ```sh
--- npm install --global endpoints-language-server
--- ```
---
--- A settings file `endpoints.config.yaml` applies to every editor and to the command line. Settings of Neovim override it:
---
--- ```lua
--- vim.lsp.config('endpoints', { settings = { endpoints = { kubernetesVersion = '1.32' } } })
--- ```

---@type vim.lsp.Config
return {
  cmd = { 'endpoints-language-server', '--stdio' },
  filetypes = {
    'yaml',
    'yaml.helm-values',
    'helm',
    'json',
    'terraform',
    'opentofu',
    'typescript',
    'typescriptreact',
    'javascript',
    'javascriptreact',
    'python',
    'go',
    'cs',
    'java',
  },
  root_markers = { 'endpoints.config.yaml', 'endpoints.config.yml', 'endpoints.config.json', '.git' },
}
