/** Texts with the changes that a tool may write: lines of the text before start with a minus, those after with a plus. */

export interface RewrittenText {
  readonly name: string;
  readonly path: string;
  /** Each line starts with a blank, a minus or a plus. Without changed lines, a person must change the text. */
  readonly lines: string;
  /** Other files of the repository. */
  readonly others?: Readonly<Record<string, string>>;
}

export const rewrittenTexts: readonly RewrittenText[] = [
  {
    name: 'a configuration of Prometheus with comments, and labels in patterns',
    path: 'prometheus.yml',
    lines: `
 scrape_configs:
   - job_name: "db" # role: endpoints
     kubernetes_sd_configs:
       # of the shop
-      - role: 'endpoints' # for now
+      - role: 'endpointslice' # for now
         namespaces: {names: [shop]}
-      - {role: "endpoints", namespaces: {names: [bank]}}
+      - {role: "endpointslice", namespaces: {names: [bank]}}
     relabel_configs:
       # __meta_kubernetes_endpoint_port_name is the name of the port.
-      - source_labels: [ __meta_kubernetes_endpoint_port_name , '__meta_kubernetes_endpoints_name' ]
+      - source_labels: [ __meta_kubernetes_endpointslice_port_name , '__meta_kubernetes_service_name' ]
         action: keep
         regex: http;db
       - action: labelmap
-        regex: __meta_kubernetes_endpoints_label_(.+)
+        regex: __meta_kubernetes_endpointslice_label_(.+)
       - action: labeldrop
         regex: "__meta_kubernetes_endpointslice_port_name"
     metric_relabel_configs:
       - source_labels: [endpoint]
         target_label: __meta_kubernetes_endpoint_port_name
   - job_name: other
     kubernetes_sd_configs: [{role: service}]
`,
  },
  {
    name: 'labels without a counterpart are a person’s',
    path: 'prometheus.yml',
    lines: `
 scrape_configs:
   - job_name: db
     kubernetes_sd_configs:
       - role: endpoints
     relabel_configs:
       - source_labels: [__meta_kubernetes_endpoint_zone]
         target_label: zone
`,
  },
  {
    name: 'a discovery of Alloy with comments',
    path: 'config.alloy',
    lines: `
 // role = "endpoints"
 discovery.kubernetes "db" {
-  role = "endpoints" // for now
+  role = "endpointslice" // for now
   namespaces { names = ["shop"] }
 }
 discovery.relabel "db" {
   targets = discovery.kubernetes.db.targets
   rule {
-    source_labels = ["__meta_kubernetes_endpoint_port_name", "__meta_kubernetes_namespace"] // a port
+    source_labels = ["__meta_kubernetes_endpointslice_port_name", "__meta_kubernetes_namespace"] // a port
     regex         = "http;shop"
     action        = "keep"
   }
 }
 prometheus.operator.servicemonitors "all" {
   forward_to = [prometheus.remote_write.main.receiver]
+  kubernetes_role = "endpointslice"
 }
`,
  },
  {
    name: 'a discovery of Alloy in a ConfigMap',
    path: 'alloy.yaml',
    lines: `
 apiVersion: v1
 kind: ConfigMap
 metadata: {name: alloy}
 data:
   config.alloy: |
     discovery.kubernetes "db" {
-      role = "endpoints"
+      role = "endpointslice"
     }
     prometheus.operator.servicemonitors "all" {
       forward_to = [] // none
+      kubernetes_role = "endpointslice"
 
       clustering {
         enabled = true
       }
     }
`,
  },
];
