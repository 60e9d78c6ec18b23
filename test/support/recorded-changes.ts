/** The changes that a tool makes in the recorded repositories: for each file the lines before and after. */

export const recordedChanges: Readonly<Record<string, string>> = {
  'g01-headless-monitor': `
k8s/storage/nas-monitor.yaml
+  serviceDiscoveryRole: EndpointSlice
-        - sourceLabels: [__meta_kubernetes_endpoint_port_name]
+        - sourceLabels: [__meta_kubernetes_endpointslice_port_name]
k8s/web/shop-monitor.yaml
+  serviceDiscoveryRole: EndpointSlice
monitoring/rbac.yaml
+  - apiGroups: [discovery.k8s.io]
+    resources: [endpointslices]
+    verbs: [get, list, watch]
`,
  'g02-plain-prometheus': `
prometheus/prometheus.yml
-        - role: endpoints
+        - role: endpointslice
-        - source_labels: [__meta_kubernetes_endpoints_name]
+        - source_labels: [__meta_kubernetes_service_name]
-      - role: endpoints
+      - role: endpointslice
-      - source_labels: [__meta_kubernetes_endpoint_node_name]
+      - source_labels: [__meta_kubernetes_endpointslice_endpoint_node_name]
-      - source_labels: [__meta_kubernetes_namespace, __meta_kubernetes_endpoint_port_name]
+      - source_labels: [__meta_kubernetes_namespace, __meta_kubernetes_endpointslice_port_name]
`,
  'g03-gitops-argo': `
argocd/billing-project.yaml
+    - group: discovery.k8s.io
+      kind: EndpointSlice
`,
  'g04-scripts': `
Makefile
-	kubectl describe endpoints mq -n $(NAMESPACE)
+	kubectl describe endpointslices -l kubernetes.io/service-name=mq -n $(NAMESPACE)
bin/failover.sh
-kubectl get pods,svc,ep -n core
+kubectl get pods,svc,endpointslices -n core
`,
  'g05-go-controller': `
config/rbac/role.yaml
+- apiGroups:
+  - discovery.k8s.io
+  resources:
+  - endpointslices
+  verbs:
+  - get
+  - list
+  - watch
internal/controller/sync.go
+// +kubebuilder:rbac:groups=discovery.k8s.io,resources=endpointslices,verbs=get;list;watch
`,
  'g07-stack-values': `
clusters/lab/monitoring/release.yaml
-              - role: endpoints
+              - role: endpointslice
-              - source_labels: [__meta_kubernetes_endpoints_label_site]
+              - source_labels: [__meta_kubernetes_endpointslice_label_site]
-      collectors: [pods, nodes, endpoints]
+      collectors: [pods, nodes, endpoints, endpointslices]
`,
  'g08-python-tools': `
deploy/rbac.yaml
+    verbs: ["get", "list"]
+  - apiGroups: ["discovery.k8s.io"]
+    resources: ["endpointslices"]
`,
  'g10-terraform': `
cluster/broker.tf
+  rule {
+    api_groups = ["discovery.k8s.io"]
+    resources  = ["endpointslices"]
+    verbs      = ["get", "list", "watch"]
+  }
`,
  'g11-policies': `
policies/no-endpoints.yaml
+                - EndpointSlice
`,
  'g15-chart': `
chart/templates/NOTES.txt
-  kubectl get endpoints {{ .Release.Name }}-plc --namespace {{ .Release.Namespace }}
+  kubectl get endpointslices -l kubernetes.io/service-name={{ .Release.Name }}-plc --namespace {{ .Release.Namespace }}
`,
};
