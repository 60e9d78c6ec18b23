/** Commands with the changes that a tool may write. */
import type { RewrittenText } from './rewritten-texts.ts';

export const rewrittenCommands: readonly RewrittenText[] = [
  {
    name: 'commands of a script that show Endpoints',
    path: 'bin/overview.sh',
    lines: `
 #!/usr/bin/env bash
 # kubectl get endpoints db
-kubectl get endpoints db -n shop # shows it
-kubectl -n "shop" get "ep" 'db' -o wide
-kubectl get svc,ep,pods --namespace=shop
-kubectl get endpoints/db -n shop
+kubectl get endpointslices -l kubernetes.io/service-name=db -n shop # shows it
+kubectl -n "shop" get "endpointslices" -l kubernetes.io/service-name='db' -o wide
+kubectl get svc,endpointslices,pods --namespace=shop
+kubectl get endpointslices -l kubernetes.io/service-name=db -n shop
 kubectl describe ep "\${NAME}" -n shop && echo "kubectl get endpoints"
-oc get ep -A | less
-kubectl get endpoints \\
-  db \\
+oc get endpointslices -A | less
+kubectl get endpointslices \\
+  -l kubernetes.io/service-name=db \\
   -n shop
 COUNT=$(kubectl get endpoints db -n shop -o json | jq '.subsets | length')
`,
  },
  {
    name: 'a target of a makefile that shows Endpoints',
    path: 'Makefile',
    lines: `
 NS := shop
 status: ## kubectl get endpoints
-	@kubectl -n $(NS) get svc,endpoints
-	-kubectl get endpoints $(NAME) -n $(NS)
+	@kubectl -n $(NS) get svc,endpointslices
+	-kubectl get endpointslices -l kubernetes.io/service-name=$(NAME) -n $(NS)
 check:
 	kubectl get endpoints db -n $(NS)
`,
  },
  {
    name: 'notes of a chart',
    path: 'chart/templates/NOTES.txt',
    lines: `
 Look at the addresses:
-  kubectl get endpoints {{ .Release.Name }}-db -n {{ .Release.Namespace }}
-  kubectl get ep --namespace {{ .Release.Namespace }}
+  kubectl get endpointslices -l kubernetes.io/service-name={{ .Release.Name }}-db -n {{ .Release.Namespace }}
+  kubectl get endpointslices --namespace {{ .Release.Namespace }}
`,
  },
  {
    name: 'a task of a Taskfile',
    path: 'Taskfile.yml',
    lines: `
 version: '3'
 tasks:
   show:
     desc: kubectl get endpoints
     cmds:
-      - kubectl get endpoints db -n shop # one
-      - 'kubectl get "svc,ep" -n shop'
+      - kubectl get endpointslices -l kubernetes.io/service-name=db -n shop # one
+      - 'kubectl get "svc,endpointslices" -n shop'
       - "kubectl get endpoints \\"db\\" -n shop"
       - |
-        kubectl get ep -n shop
-      - cmd: kubectl describe endpoints/db -n shop
+        kubectl get endpointslices -n shop
+      - cmd: kubectl describe endpointslices -l kubernetes.io/service-name=db -n shop
`,
  },
  {
    name: 'commands whose results are used are a person’s',
    path: 'bin/wait.sh',
    lines: `
 set -e
 until kubectl get endpoints db -n shop; do sleep 1; done
 [ -n "$(kubectl get ep db -n shop -o jsonpath='{.subsets}')" ]
 kubectl get endpoints db -n shop -o yaml
 kubectl get ep $@
 kubectl get endpoints db mail -n shop
`,
  },
];
