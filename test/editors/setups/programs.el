;;; programs.el --- Waits for our finding in each program, and for the message of the language's server  -*- lexical-binding: t -*-
(load (expand-file-name "emacs.el" (file-name-directory load-file-name)) nil t)
(require 'flymake)
(setq eglot-send-changes-idle-time 0.01)
(when (featurep 'lsp-mode)
  (setq lsp-restart 'ignore
        lsp-idle-delay 0.05)
  ;; Stores the folders, as if the user had answered the question for them.
  (lsp-workspace-folders-add default-directory))

(defun messages ()
  "The messages of all servers.  `findings' restarts flymake, to which lsp-mode 8.0 reports again only when a server does."
  (if (featurep 'lsp-mode)
      (mapcar (lambda (each) (lsp-get each :message)) (lsp--get-buffer-diagnostics))
    (findings)))

(defun shown-once (part found)
  (= 1 (seq-count (lambda (each) (shows part each)) found)))

(defconst folder default-directory)

(condition-case problem
    (progn
      (seq-doseq (program (json-parse-string (getenv "PROGRAMS") :object-type 'alist))
        (let-alist program
          (find-file (expand-file-name .file folder))
          (run-hooks 'post-command-hook)
          (await (lambda ()
                   (let ((found (messages)))
                     (and (seq-some (lambda (each) (shows .message each)) found)
                          (or (not .other) (seq-some (lambda (each) (shows .other each)) found))))))
          (let ((found (messages)))
            (report .step
                    (and (shown-once .message found)
                         (or (not .other) (seq-some (lambda (each) (shows .other each)) found)))
                    (or found (list major-mode))))))
      (report "shows no error" (null (problems)) (problems))
      (kill-emacs 0))
  (error
   (message "%S" problem)
   (kill-emacs 1)))
