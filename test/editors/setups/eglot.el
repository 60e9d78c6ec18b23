;;; eglot.el --- eglot with the user's setup, driven by its commands  -*- lexical-binding: t -*-
(load (expand-file-name "emacs.el" (file-name-directory load-file-name)) nil t)
(setq eglot-send-changes-idle-time 0.01)

(defun shown-by-eldoc ()
  (let (shown)
    (eglot-hover-eldoc-function (lambda (text &rest _) (setq shown text)))
    (await (lambda () shown))))

(defun apply-by-eglot ()
  (eglot--signal-textDocument/didChange)
  (await #'findings)
  (call-interactively #'eglot-code-actions)
  (eglot--signal-textDocument/didChange))

(defun run-eglot-steps ()
  (report "starts the server for the text" (await #'eglot-current-server) major-mode)
  (check-findings 'eglot-error)
  (check-hover #'shown-by-eldoc)
  (check-completion #'completion-at-point)
  (check-fix #'apply-by-eglot)
  (check-typing #'completion-at-point)
  (check-address-fix #'apply-by-eglot)
  (check-references (lambda () (xref-backend-references 'eglot "address"))))

(run-steps #'run-eglot-steps
           (lambda ()
             (let ((server (eglot-current-server)))
               (eglot-shutdown server)
               (await (lambda () (not (jsonrpc-running-p server)))))))
