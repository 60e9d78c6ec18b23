-- Opens each program of $PROGRAMS in a second Neovim, and waits for our finding and for the message of the language's server.
local driver = dofile(debug.getinfo(1, 'S').source:sub(2):gsub('[^/]*$', '') .. 'drive-neovim.lua')
local programs = vim.fn.json_decode(os.getenv('PROGRAMS'))
local editor, report, ask, keys, await = driver.start(programs[1].file)

--- Our findings that hold the text.
local function with(found, part)
  return vim.tbl_filter(function(each) return driver.has(each, part) end, found)
end

driver.run(editor, function()
  for _, program in ipairs(programs) do
    keys(':edit ' .. program.file .. '<CR>')
    local found = await(driver.findings, function(all)
      return #with(all, program.message) > 0 and (not program.other or #with(all, program.other) > 0)
    end) or {}
    local is_once = #with(found, program.message) == 1
    report(program.step, is_once and (not program.other or #with(found, program.other) > 0), found)
  end
  report('shows no error', ask('return vim.v.errmsg') == '', ask('return vim.fn.execute("messages")'))
  keys(':qa!<CR>')
  report('ends', vim.fn.jobwait({ editor }, 10000)[1] == 0, vim.fn.jobwait({ editor }, 0))
end)
