-- Drives a second Neovim, which has only the setup of its user, by the keys that a person would type.
-- Run by neovim.test.ts. Each step is a line of the file $STEPS; the text is $TEXT, and is saved at the end.
local driver = dofile(debug.getinfo(1, 'S').source:sub(2):gsub('[^/]*$', '') .. 'drive-neovim.lua')
local editor, report, ask, keys, await = driver.start(os.getenv('TEXT'))
local lines, findings, has = driver.lines, driver.findings, driver.has
local float = [[
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n')
    end
  end]]

--- The labels that the server proposes at the cursor. It has answered all earlier requests then.
local proposed = [[
  local params = vim.lsp.util.make_position_params()
  local _, answer = next(vim.lsp.buf_request_sync(0, 'textDocument/completion', params, 10000) or {})
  local list = answer and answer.result or {}
  return vim.tbl_map(function(each) return each.label end, list.items or list)]]

local service = { '---', 'apiVersion: v1', 'kind: Service', 'metadata:', '  name: external-db', 'spec:', '  ports:',
  '    - name: postgres', '      port: 5432' }

local function run()
  local names = await('return vim.tbl_map(function(each) return each.name end, vim.lsp.buf_get_clients(0))', function(all)
    return #vim.tbl_values(all) > 0
  end)
  report('starts the server for the text', vim.deep_equal(vim.tbl_values(names or {}), { 'endpoints' }), names)

  local found = await(findings, function(all) return #all > 0 end)
  local is_right = found and has(found[1], '10:19-10:22 ERROR endpoints "tcp" is not a transport protocol')
  report('shows the finding at its place', is_right, found)
  report('keeps to the settings', is_right and #found == 1, found)

  keys(':5<CR>:lua vim.lsp.buf.hover()<CR>')
  local hover = await(float, function(text) return has(text, 'subsets') end)
  report('explains the key under the cursor', has(hover, 'subsets') and has(hover, 'addresses'), hover)

  keys('9Gona<C-x><C-o>')
  local completed = await(lines, function(text) return has(text, '\n        name: \n') end)
  -- Neovim accepts a single item at once.
  keys('sql<Esc>')
  completed = await(lines, function(text) return has(text, '\n        name: sql\n') end) or completed
  report('completes a key', has(completed, '\n        name: sql\n        protocol: tcp'), completed)

  keys('11G$:lua vim.lsp.buf.code_action()<CR>')
  vim.wait(10000, function() return vim.rpcrequest(editor, 'nvim_get_mode').blocking end, 20)
  keys('1<CR>')
  local fixed = await(lines, function(text) return has(text, 'protocol: TCP') end)
  report('applies a fix', has(fixed, '\n        protocol: TCP'), fixed)
  local left = await(findings, function(all) return #all == 0 end)
  report('takes the finding away', left and #left == 0, left)

  keys('11GA<C-x><C-o>')
  ask(proposed)
  keys('<CR>x<Esc>')
  local typed = await(lines, function(text) return has(text, 'x') end)
  report('ends the line after a complete value', has(typed, 'protocol: TCP\n'), typed)
  keys('u')

  vim.rpcrequest(editor, 'nvim_buf_set_lines', 0, -1, -1, false, service)
  keys(':call cursor(10, 15)<CR>')
  local ports = await(proposed, function(all) return vim.tbl_contains(all, 'postgres') end)
  report('proposes the port of the Service', vim.deep_equal(ports, { 'postgres' }), ports)
  keys('u')

  keys(':7s/$/:5432/<CR>')
  await(findings, function(all) return #all > 0 end)
  keys('7G$:lua vim.lsp.buf.code_action()<CR>')
  vim.wait(10000, function() return vim.rpcrequest(editor, 'nvim_get_mode').blocking end, 20)
  keys('1<CR>')
  local dropped = await(lines, function(text) return has(text, 'ip: 10.20.0.15\n') end)
  report('drops the port of an address', has(dropped, 'ip: 10.20.0.15\n'), dropped)

  keys('gA')
  local applied = await(lines, function(text) return has(text, 'after all applies') end)
  report('shows what apply makes of it', has(applied, '\n      - ip: 10.20.0.15  # kubectl'), applied)
  keys(':q<CR>')

  keys(':7<CR>$:lua vim.lsp.buf.references()<CR>')
  local places = await('return vim.fn.getqflist()', function(all) return #all == 2 end)
  report('finds an address in all files', places and #places == 2, places)
  keys(':cclose<CR>')

  local called = 'return vim.tbl_map(function(each) return each.lnum .. " " .. each.text end, vim.fn.getqflist())'
  keys(':7<CR>$\\ci')
  local senders = await(called, function(all) return vim.deep_equal(all, { '7 Endpoints external-db' }) end)
  report('lists what sends traffic to an address', vim.deep_equal(senders, { '7 Endpoints external-db' }), senders)
  keys(':cclose<CR>')
  keys(':4<CR>$\\co')
  local targets = await(called, function(all) return vim.deep_equal(all, { '7 10.20.0.15' }) end)
  report('lists where the traffic of an object goes', vim.deep_equal(targets, { '7 10.20.0.15' }), targets)
  keys(':cclose<CR>')

  keys(':w<CR>')
  await('return vim.bo.modified', function(is_modified) return not is_modified end)
  report('shows no error', ask('return vim.v.errmsg') == '', ask('return vim.fn.execute("messages")'))
  keys(':qa<CR>')
  report('ends', vim.fn.jobwait({ editor }, 10000)[1] == 0, vim.fn.jobwait({ editor }, 0))
end

driver.run(editor, run)
