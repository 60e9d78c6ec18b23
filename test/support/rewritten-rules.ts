/** RBAC rules with the changes that a tool may write. */
import type { RewrittenText } from './rewritten-texts.ts';

export const rewrittenRules: readonly RewrittenText[] = [
  {
    name: 'a rule with comments around it',
    path: 'role.yaml',
    lines: `
 kind: Role # of the reader
 apiVersion: rbac.authorization.k8s.io/v1
 metadata: {name: reader, namespace: shop}
 rules:
   # Reads addresses.
   -   apiGroups: [ "" ]   # core
       resources:
       - "endpoints" # of db
       - "services"
       verbs: ["get", "watch"] # not list
+  -   apiGroups: ["discovery.k8s.io"]
+      resources: ["endpointslices"]
+      verbs: ["get", "list", "watch"]
       # the end of the rule
   # The next rule.
   -   apiGroups: [apps]
       resources: [deployments]
       verbs: [get]`,
  },
  {
    name: 'the last rule of a text without a last line break',
    path: 'role.yaml',
    lines: `
 apiVersion: rbac.authorization.k8s.io/v1
 kind: ClusterRole
 metadata:
   name: reader
 rules:
 - verbs:
   - list
   resources:
   - endpoints
   apiGroups:
   - ""
+- apiGroups:
+  - discovery.k8s.io
+  resources:
+  - endpointslices
+  verbs:
+  - list`,
  },
  {
    name: 'a rule whose lists have several lines in flow style',
    path: 'role.yaml',
    lines: `
 apiVersion: rbac.authorization.k8s.io/v1
 kind: ClusterRole
 metadata: {name: reader}
 rules:
   - apiGroups: ['']
     resources: [
       'endpoints',
       'services',
     ]
     verbs: [
       get,
     ]
+  - apiGroups: ['discovery.k8s.io']
+    resources: ['endpointslices']
+    verbs: ['get', 'list']
 # the end
`,
  },
  {
    name: 'rules with anchors and aliases',
    path: 'role.yaml',
    lines: `
 apiVersion: rbac.authorization.k8s.io/v1
 kind: ClusterRole
 metadata: {name: reader}
 rules: &rules
   - apiGroups: [""]
     resources: [endpoints]
     verbs: &read [get, list]
+  - apiGroups: [discovery.k8s.io]
+    resources: [endpointslices]
+    verbs: [get, list]
   - apiGroups: [apps]
     resources: [deployments]
     verbs: *read
 ---
 apiVersion: rbac.authorization.k8s.io/v1
 kind: ClusterRole
 metadata: {name: other}
 rules:
   - &base
     apiGroups: [""]
     resources: [endpoints]
     verbs: [get]
+  - {apiGroups: [discovery.k8s.io], resources: [endpointslices], verbs: [get, list]}
   - <<: *base
     resources: [pods]
`,
  },
  {
    name: 'a rule in a patch of a kustomization',
    path: 'kustomization.yaml',
    lines: `
 kind: Kustomization
 patches:
   - target: {kind: ClusterRole, name: reader}
     patch: |-
       apiVersion: rbac.authorization.k8s.io/v1
       kind: ClusterRole
       metadata:
         name: reader
       rules:
         - apiGroups: [""]
           resources: [endpoints]
           verbs: [get]
+        - apiGroups: [discovery.k8s.io]
+          resources: [endpointslices]
+          verbs: [get, list]
   - path: other.yaml
`,
  },
  {
    name: 'documents in a block scalar',
    path: 'resources.yaml',
    lines: `
 apiVersion: v1
 kind: ConfigMap
 metadata: {name: resources}
 data:
   all.yaml: |
     ---
     apiVersion: v1
     kind: ServiceAccount
     metadata: {name: reader}
     --- # the role
     apiVersion: rbac.authorization.k8s.io/v1
     kind: ClusterRole
     metadata: {name: reader}
     rules:
       - apiGroups: [""]
         resources: [endpoints]
         verbs: [get]
+      - apiGroups: [discovery.k8s.io]
+        resources: [endpointslices]
+        verbs: [get, list]
     ---
     endpoints: none
   run.sh: |
     kubectl get deployments
`,
  },
  {
    name: 'a rule in a bundle of an operator',
    path: 'bundle/manifests/reader.clusterserviceversion.yaml',
    lines: `
 apiVersion: operators.coreos.com/v1alpha1
 kind: ClusterServiceVersion
 spec:
   install:
     spec:
       clusterPermissions:
       - serviceAccountName: reader
         rules:
         - apiGroups:
           - ""
           resources:
           - endpoints
           verbs:
           - get
           - watch
+        - apiGroups:
+          - discovery.k8s.io
+          resources:
+          - endpointslices
+          verbs:
+          - get
+          - list
+          - watch
       deployments: []
`,
  },
  {
    name: 'a rule in a heredoc of Terraform, and one in blocks',
    path: 'main.tf',
    lines: `
 resource "kubectl_manifest" "reader" {
   yaml_body = <<-YAML
     apiVersion: rbac.authorization.k8s.io/v1
     kind: ClusterRole
     metadata: {name: reader}
     rules:
       - apiGroups: [""]
         resources: [endpoints]
         verbs: [get]
+      - apiGroups: [discovery.k8s.io]
+        resources: [endpointslices]
+        verbs: [get, list]
   YAML
 }
 resource "kubernetes_cluster_role_v1" "other" {
   metadata { name = "other" }
   # reads addresses
   rule {
     api_groups = [""] # core
     resources  = ["endpoints", "pods"]
     verbs      = ["get", "list"]
   }
+  rule {
+    api_groups = ["discovery.k8s.io"]
+    resources  = ["endpointslices"]
+    verbs      = ["get", "list"]
+  }
 }
`,
  },
  {
    name: 'a rule in a chart is a person’s',
    path: 'chart/templates/role.yaml',
    lines: `
 apiVersion: rbac.authorization.k8s.io/v1
 kind: ClusterRole
 metadata: {name: "{{ .Release.Name }}"}
 rules:
   - apiGroups: [""]
     resources: [endpoints]
     verbs: [get]
`,
  },
  {
    name: 'markers in Go',
    path: 'controller.go',
    lines: `
 package controller
 
 import "k8s.io/client-go/kubernetes"
 
 // Reconcile reads addresses.
 // +kubebuilder:rbac:groups=core,resources=services;endpoints,verbs=get;watch
+// +kubebuilder:rbac:groups=discovery.k8s.io,resources=endpointslices,verbs=get;list;watch
 //+kubebuilder:rbac:groups=apps,resources=deployments,verbs=get
 func (r *Reconciler) Reconcile() {}
 
 	// +kubebuilder:rbac:groups="",namespace=shop,resources=endpoints,verbs=list
+	// +kubebuilder:rbac:groups=discovery.k8s.io,resources=endpointslices,verbs=list,namespace=shop
 var words = "+kubebuilder:rbac:groups=core,resources=endpoints,verbs=get"
`,
  },
];
