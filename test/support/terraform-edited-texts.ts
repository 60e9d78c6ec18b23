/** Texts of Terraform that tests edit. */

export const editedEndpoints = `locals {
  used_once  = "10.0.0.1x"
  used_twice = "tcp"
}

resource "kubernetes_endpoints_v1" "db" {
  metadata {
    name = "db"
    labels = {
      app = "db" # of the books
      "example.com/tier" = "data"
    }
  }

  subset {
    address {
      ip = local.used_once
    }
    # the second one
    address { ip = "10.0.0.2" }
    address {
      ip        = "10.0.0.3"
      node_name = "rack-7"
    }

    port {
      port = "5432"
    }
    port {
      name     = "admin"
      port     = 8080
      protocol = local.used_twice
    }
  }

  depends_on = [kubernetes_service_v1.db]
}

output "protocol" {
  value = local.used_twice
}
`;

export const editedSlice = `resource "kubernetes_endpoint_slice_v1" "db" {
  metadata {
    name = "db-1"
  }
  address_type = "IPv4"
  endpoint {
    addresses = ["10.0.0.1", "10.0.0.2"]
    condition {
      ready = true
    }
  }
  endpoint {
    addresses = [
      "10.0.0.3", # left
      "10.0.0.4",
    ]
  }
  port { port = "80" }
}
`;

export const editedManifests = `resource "kubernetes_manifest" "db" {
  manifest = {
    apiVersion = "v1"
    kind       = "Endpoints"
    metadata   = { name = "db", namespace = "shop" }
    subsets = [
      {
        addresses = [{ ip = "10.0.0.1" }]
        ports     = [{ "port" = 80 }]
      },
    ]
  }
}

resource "kubectl_manifest" "web" {
  yaml_body = <<-YAML
    apiVersion: v1
    kind: Endpoints
    metadata:
      name: web
    subsets:
      - addresses:
          - ip: 10.0.0.9
        ports:
          - port: "80"
            protocol: tcp
  YAML
}
`;
