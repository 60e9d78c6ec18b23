;;; other-servers.el --- Modes of other packages, and lsp-mode's clients of other servers  -*- lexical-binding: t -*-
;; Loaded after the user's init file. Debian 12 has no package for most of these modes.
(define-derived-mode typescript-mode js-mode "TypeScript")
(define-derived-mode go-mode prog-mode "Go")
(define-derived-mode csharp-mode prog-mode "C#")
(define-derived-mode terraform-mode prog-mode "Terraform")
(setq auto-mode-alist (append '(("\\.ts\\'" . typescript-mode) ("\\.go\\'" . go-mode) ("\\.cs\\'" . csharp-mode) ("\\.tf\\'" . terraform-mode)) auto-mode-alist))

;; As in the package lsp-pyright, and as newer versions of lsp-mode start the server of TypeScript.
(with-eval-after-load 'lsp-mode
  (dolist (other '((python-mode pyright "pyright-langserver") (typescript-mode ts-ls "typescript-language-server")))
    (pcase-let ((`(,mode ,id ,command) other))
      (lsp-register-client
       (make-lsp-client :new-connection (lsp-stdio-connection (list command "--stdio"))
                        :major-modes (list mode)
                        :priority 1
                        :server-id (intern (format "own-%s" id)))))))
