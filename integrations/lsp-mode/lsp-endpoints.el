;;; lsp-endpoints.el --- Client of the Endpoints language server -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: GPL-3.0-or-later OR MIT
;; Keywords: lsp, kubernetes, yaml

;;; Commentary:

;; Checks hand-written Kubernetes Endpoints and EndpointSlices in YAML, JSON, Terraform and Pulumi programs, beside other
;; servers.
;; A settings file endpoints.config.yaml applies to every editor.  Settings of Emacs override it:
;;
;;   (lsp-register-custom-settings '(("endpoints.kubernetesVersion" "1.32")))

;;; Code:

(require 'lsp-mode)

(defgroup lsp-endpoints nil
  "The Endpoints language server for Kubernetes."
  :group 'lsp-mode
  :link '(url-link "@URL@"))

(defcustom lsp-endpoints-command '("endpoints-language-server" "--stdio")
  "The command that starts the server."
  :group 'lsp-endpoints
  :type '(repeat string))

(lsp-dependency 'endpoints-language-server
                '(:system "endpoints-language-server")
                '(:npm :package "endpoints-language-server" :path "endpoints-language-server"))

(lsp-register-client
 (make-lsp-client
  :new-connection (lsp-stdio-connection
                   (lambda ()
                     (cons (or (executable-find (car lsp-endpoints-command))
                               (lsp-package-path 'endpoints-language-server))
                           (cdr lsp-endpoints-command))))
  :activation-fn (lsp-activate-on "yaml" "json" "terraform" "typescript" "typescriptreact" "javascript"
                                  "javascriptreact" "python" "go" "csharp" "java")
  :add-on? t
  :server-id 'endpoints
  :download-server-fn (lambda (_client callback error-callback _update?)
                        (lsp-package-ensure 'endpoints-language-server callback error-callback))))

(lsp-consistency-check lsp-endpoints)

(provide 'lsp-endpoints)
;;; lsp-endpoints.el ends here
