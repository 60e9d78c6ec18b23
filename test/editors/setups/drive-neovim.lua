-- Starts a second Neovim, which has only the setup of its user, and drives it by the keys that a person would type.
-- Each step is a line of the file $STEPS.
local driver = {}

--- The text of the buffer.
driver.lines = 'return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\\n")'

--- Place, severity, source and message of the diagnostics.
driver.findings = [[
  return vim.tbl_map(function(each)
    local place = string.format('%d:%d-%d:%d', each.lnum + 1, each.col + 1, each.end_lnum + 1, each.end_col + 1)
    return table.concat({ place, vim.diagnostic.severity[each.severity], each.source, each.message }, ' ')
  end, vim.diagnostic.get(0))]]

function driver.has(text, part) return type(text) == 'string' and text:find(part, 1, true) ~= nil end

--- Opens a file. Returns the job and the functions that drive it.
function driver.start(file)
  local steps = assert(io.open(os.getenv('STEPS'), 'w'))
  local editor = vim.fn.jobstart({ 'nvim', '--headless', '--embed', '-n', file }, { rpc = true })

  local function report(step, is_ok, seen)
    steps:write(is_ok and 'ok ' or 'FAIL ', step, is_ok and '' or ': ' .. vim.inspect(seen):gsub('\n%s*', ' '), '\n')
    steps:flush()
  end

  --- The result of the Lua code in the other Neovim; nil while a question waits for an answer.
  local function ask(code)
    if vim.rpcrequest(editor, 'nvim_get_mode').blocking then return nil end
    return vim.rpcrequest(editor, 'nvim_exec_lua', code, {})
  end

  local function keys(typed) vim.rpcrequest(editor, 'nvim_input', typed) end

  --- Waits until the code returns a matching result, and returns the last result. Servers of others may take long.
  local function await(code, fits)
    local seen
    vim.wait(30000, function()
      seen = ask(code)
      return seen ~= nil and seen ~= vim.NIL and fits(seen)
    end, 20)
    return seen
  end

  return editor, report, ask, keys, await
end

--- Runs the steps, and ends this Neovim; if they fail, also the other one.
function driver.run(editor, steps)
  local is_ok, problem = xpcall(steps, debug.traceback)
  if not is_ok then
    io.stderr:write(problem, '\n')
    vim.fn.jobstop(editor)
  end
  vim.cmd(is_ok and 'qall!' or 'cquit! 1')
end

return driver
