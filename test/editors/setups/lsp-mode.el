;;; lsp-mode.el --- lsp-mode with the user's setup, driven by its commands  -*- lexical-binding: t -*-
(load (expand-file-name "emacs.el" (file-name-directory load-file-name)) nil t)
;; lsp-mode expects company-mode with a list; this accepts the first item, if any, like company-mode.
(defun accept-first ()
  (pcase-let* ((`(,start ,end ,table . ,options) (lsp-completion-at-point))
               (chosen (car (all-completions (buffer-substring start end) table))))
    (when chosen
      (delete-region start end)
      (insert chosen)
      (funcall (plist-get options :exit-function) chosen 'finished))))

;; Stores the folder, as if the user had answered the question for it.
(lsp-workspace-folders-add (file-name-directory (getenv "TEXT")))
(setq lsp-restart 'ignore
      lsp-idle-delay 0.05)

(defun shown-by-lsp ()
  (let ((hover (lsp-request "textDocument/hover" (lsp--text-document-position-params))))
    (and hover (lsp--render-on-hover-content (lsp-get hover :contents) t))))

(defun apply-by-lsp () (call-interactively #'lsp-execute-code-action))

(defun run-lsp-steps ()
  (report "starts the server for the text"
          (await (lambda () (and (lsp-workspaces) (eq 'initialized (lsp--workspace-status (car (lsp-workspaces)))))))
          (lsp-workspaces))
  (check-findings :error)
  (check-hover #'shown-by-lsp)
  (check-completion #'accept-first)
  (check-fix #'apply-by-lsp)
  (check-typing #'accept-first)
  (check-address-fix #'apply-by-lsp)
  (check-references
   (lambda () (lsp-request "textDocument/references" (lsp--make-reference-params)))))

(run-steps #'run-lsp-steps
           (lambda ()
             (let* ((workspace (car (lsp-workspaces)))
                    (process (lsp--workspace-cmd-proc workspace)))
               (lsp-workspace-shutdown workspace)
               (await (lambda () (not (process-live-p process)))))))
