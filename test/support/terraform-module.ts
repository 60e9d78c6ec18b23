/** A module of Terraform with what editors explain and change, and a client that opens modules. */
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Client } from './client.ts';

export const moduleLocals = `locals {
  port = 5432
}
`;

export const moduleMain = `locals {
  ip = "10.0.0.1"
}

variable "ns" {
  default = "shop"
}

resource "kubernetes_namespace_v1" "shop" {
  metadata {
    name = "shop"
  }
}

resource "kubernetes_service_v1" "db" {
  metadata {
    name      = "db"
    namespace = var.ns
  }
  spec {
    port {
      name        = "pg"
      port        = 5432
      target_port = 5433
    }
  }
}

resource "kubernetes_endpoints" "db" {
  metadata {
    name      = kubernetes_service_v1.db.metadata[0].name
    namespace = var.ns
    labels = {
      app = "db"
    }
  }
  subset {
    address { ip = local.ip }
    port {
      name     = "pg"
      port     = local.port
      protocol = "tcp"
    }
    address {
      ip = "10.0.0.2"
    }
  }
  lifecycle {
    ignore_changes = [subset[0].port, metadata[0].labels]
  }
}

resource "kubernetes_endpoint_slice_v1" "each" {
  for_each = { a = 1, b = 2 }
  metadata {
    name = "db-\${each.key}"
    labels = {
      "kubernetes.io/service-name" = "db"
    }
  }
  address_type = "IPv4"
  endpoint {
    addresses = ["10.0.0.1"]
    condition { ready = true }
    nodeName  = "n1"
  }
  port {
    port         = "5432"
    protocol     = "UDP"
    app_protocol = "http"
  }
}

resource "kubernetes_manifest" "db" {
  manifest = {
    apiVersion = "v1"
    kind       = "Endpoints"
    metadata   = { name = "web" }
    subsets    = [{ addresses = [{ ip = "10.0.0.3" }], ports = [{ port = 80 }] }]
  }
}
`;

export const terraformCapabilities = {
  textDocument: {
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    hover: { contentFormat: ['markdown'] },
    completion: { completionItem: { snippetSupport: true } },
    rename: { prepareSupport: true },
  },
  workspace: { workspaceEdit: { documentChanges: false } },
};

let next = 0;

/** Opens the files in a folder of their own. Returns their URIs by their names. */
export function openModule(client: Client, files: Readonly<Record<string, string>>): (name: string) => string {
  const folder = `file:///module-${next++}`;
  for (const [name, text] of Object.entries(files)) client.open(`${folder}/${name}`, text);
  return (name) => `${folder}/${name}`;
}

export function terraformDocument(text: string): TextDocument {
  return TextDocument.create('', 'terraform', 1, text);
}
