" Drives Vim with ALE by its commands, after the user's vimrc. vim.test.ts runs this script.
" Each step is a line of the file $STEPS; the text is $TEXT, and is saved at the end.
function! s:Report(step, is_ok, seen) abort
  call writefile([a:is_ok ? 'ok ' . a:step : 'FAIL ' . a:step . ': ' . string(a:seen)], $STEPS, 'a')
endfunction

" Waits until the expression is true, and processes messages of the server meanwhile.
function! s:Await(test) abort
  let l:start = reltime()
  while !eval(a:test) && reltimefloat(reltime(l:start)) < 10
    sleep 20m
  endwhile
  return eval(a:test)
endfunction

function! Findings() abort
  return map(copy(ale#engine#GetLoclist(bufnr(''))), {_, each ->
  \ printf('%d:%d-%d %s %s', each.lnum, each.col, each.end_col, each.type, each.text)})
endfunction

function! Text() abort
  return join(getline(1, '$'), "\n")
endfunction

function! Preview() abort
  return join(getbufline(bufnr('ALEPreviewWindow'), 1, '$'), "\n")
endfunction

function! Has(text, part) abort
  return stridx(a:text, a:part) >= 0
endfunction

function! s:Run() abort
  let l:is_started = s:Await('!empty(get(get(g:ale_buffer_info, bufnr(""), {}), "active_linter_list", []) + Findings())')
  call s:Report('starts the server for the text', l:is_started, g:ale_buffer_info)

  call s:Await('!empty(Findings())')
  let l:found = Findings()
  let l:first = get(l:found, 0, '')
  let l:is_right = Has(l:first, '10:19-21 E ') && Has(l:first, '"tcp" is not a transport protocol')
  call s:Report('shows the finding at its place', l:is_right, l:found)
  call s:Report('keeps to the settings', len(l:found) == 1, l:found)

  call cursor(5, 1)
  ALEHover
  let l:is_shown = s:Await('Has(Preview(), "subsets") && Has(Preview(), "addresses")')
  call s:Report('explains the key under the cursor', l:is_shown, Preview() . execute('messages'))

  call cursor(9, 1)
  call feedkeys("o        na\<C-x>\<C-o>", 'tx')
  call feedkeys("Asql\<Esc>", 'tx')
  call s:Report('completes a key', Has(Text(), "5432\n        name: sql\n        protocol: tcp"), Text())

  call s:Await('len(Findings()) == 1 && Has(Findings()[0], "11:19")')
  call cursor(11, 19)
  " Answers the next question with the first item.
  call feedkeys("1\<CR>", 't')
  ALECodeAction
  let l:is_fixed = s:Await('Has(Text(), "\n        protocol: TCP")')
  call s:Report('applies a fix', l:is_fixed, Text())
  " ALE checks again when the text is saved, or when it changes while Vim waits for keys, which never happens here.
  write
  call s:Report('takes the finding away', s:Await('empty(Findings())'), Findings())
  call s:Report('shows no error', empty(v:errmsg), v:errmsg)
  call ale#lsp#StopAll()
  let l:is_ended = s:Await('empty(filter(job_info(), "job_status(v:val) ==# ''run''"))')
  call s:Report('ends', l:is_ended, job_info())
endfunction

try
  call s:Run()
catch
  call writefile(['Stopped by ' . v:exception . ' at ' . v:throwpoint], $STEPS, 'a')
  cquit
endtry
qall!
