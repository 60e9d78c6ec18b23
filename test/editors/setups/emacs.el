;;; emacs.el --- Common parts of the eglot and lsp-mode tests  -*- lexical-binding: t -*-
;; Loaded after the user's init file.  Each step is a line of the file $STEPS; the text is $TEXT, and is saved at the end.
;; Batch mode has no windows and no command loop, so this file runs the hooks and timers.
(setq make-backup-files nil
      create-lockfiles nil
      ;; Choices are made by keys, not in a mouse menu.
      last-nonmenu-event ?\r)

(defun report (step is-ok seen)
  (let ((line (if is-ok (format "ok %s" step) (format "FAIL %s: %S" step seen))))
    (write-region (concat (replace-regexp-in-string "\n" "\\\\n" line) "\n") nil (getenv "STEPS") t 'quiet)))

(defun await (test)
  "The first result of TEST that is not nil, or nil after a timeout."
  (let ((end (+ (float-time) 30)) value)
    (while (and (not (setq value (funcall test))) (< (float-time) end))
      (accept-process-output nil 0.05)
      (sit-for 0.01))
    value))

(defun open-text ()
  "Shows the text, and runs the hooks that wait for the first command."
  (find-file (getenv "TEXT"))
  (run-hooks 'post-command-hook))

(defun findings ()
  "Place, type and text of the flymake diagnostics."
  (flymake-start)
  (mapcar (lambda (each)
            (let ((beg (flymake-diagnostic-beg each)))
              (format "%d:%S %s %s" (line-number-at-pos beg)
                      (buffer-substring-no-properties beg (flymake-diagnostic-end each))
                      (flymake-diagnostic-type each) (flymake-diagnostic-text each))))
          (flymake-diagnostics)))

(defun text () (buffer-substring-no-properties (point-min) (point-max)))

(defun shows (part text) (and (stringp text) (string-match-p (regexp-quote part) text)))

(defun go-to (part)
  (goto-char (point-min))
  (search-forward part)
  (goto-char (match-beginning 0)))

(defun check-findings (type)
  (let ((found (await #'findings)))
    (report "shows the finding at its place"
            (and (shows (format "10:\"tcp\" %s " type) (car found))
                 (shows "\"tcp\" is not a transport protocol" (car found)))
            found)
    (report "keeps to the settings" (= 1 (length found)) found)))

(defun check-hover (hover)
  "HOVER is called with the point on a key, and returns the shown text."
  (go-to "subsets")
  (let ((shown (await hover)))
    (report "explains the key under the cursor" (and (shows "subsets" shown) (shows "addresses" shown)) shown)))

(defun check-completion (accept)
  "ACCEPT is called after a partly typed key."
  (go-to "5432")
  (end-of-line)
  (insert "\n        na")
  (funcall accept)
  (insert "sql")
  (report "completes a key" (shows "5432\n        name: sql\n        protocol: tcp" (text)) (text)))

(defun check-fix (apply)
  "APPLY is called with the point on the value."
  (go-to "tcp")
  (funcall apply)
  (report "applies a fix" (await (lambda () (shows "\n        protocol: TCP" (text)))) (text))
  (report "takes the finding away" (await (lambda () (null (findings)))) (findings)))

;; The Service of the Endpoints.
(defconst service
  "---\napiVersion: v1\nkind: Service\nmetadata:\n  name: external-db\nspec:\n  ports:\n    - name: postgres\n      port: 5432\n")

(defun check-typing (complete)
  "COMPLETE asks for completions at the point, and accepts the first one."
  (go-to "TCP")
  (end-of-line)
  (ignore-errors (funcall complete))
  (insert "\nx")
  (report "ends the line after a complete value" (shows "protocol: TCP\nx" (text)) (text))
  (delete-char -2)
  (save-excursion
    (goto-char (point-max))
    (insert service))
  (go-to "sql")
  (delete-char 3)
  (funcall complete)
  (report "proposes the port of the Service" (shows "name: postgres\n        protocol" (text)) (text))
  (delete-char -8)
  (insert "sql")
  (go-to "---")
  (delete-region (point) (point-max)))

(defun check-address-fix (apply)
  "APPLY is called with the point on an address with a port."
  (go-to "10.20.0.15")
  (end-of-line)
  (insert ":5432")
  (go-to "10.20.0.15")
  (funcall apply)
  (report "drops the port of an address" (await (lambda () (shows "ip: 10.20.0.15\n" (text)))) (text)))

(defun check-references (find)
  "FIND is called with the point on an address, and returns its places."
  (go-to "10.20.0.15")
  (let (found)
    (await (lambda () (= 2 (length (setq found (funcall find))))))
    (report "finds an address in all files" (= 2 (length found)) found)))

(defun choose-fix (_prompt actions &rest _)
  "Replaces `completing-read'."
  (let ((titles (all-completions "" actions)))
    (or (seq-find (lambda (title) (or (shows "TCP" title) (shows "Replace with \"10.20.0.15\"" title))) titles)
        (error "No fix among %S" titles))))

(defun problems ()
  "Messages about errors and about invalid settings."
  (with-current-buffer (messages-buffer)
    (seq-filter (lambda (line) (string-match-p "error in\\|Server reports\\|Settings of Kubernetes Endpoints:" line))
                (split-string (buffer-string) "\n"))))

(defun run-steps (steps end)
  "Runs STEPS; END ends the server and returns true when it has exited."
  (advice-add 'completing-read :override #'choose-fix)
  (condition-case problem
      (progn
        (open-text)
        (funcall steps)
        (save-buffer)
        (report "shows no error" (null (problems)) (problems))
        (let ((is-ended (funcall end)))
          (report "ends" is-ended is-ended))
        (kill-emacs 0))
    (error
     (message "%S" problem)
     (kill-emacs 1))))
