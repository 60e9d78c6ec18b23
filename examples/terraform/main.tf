# The database runs on two machines outside of the cluster.
resource "kubernetes_service_v1" "orders_db" {
  metadata {
    name      = "orders-db"
    namespace = var.namespace
    labels    = local.labels
  }
  spec {
    port {
      name = "postgres"
      port = 5432
    }
  }
}

resource "kubernetes_endpoints_v1" "orders_db" {
  metadata {
    name      = kubernetes_service_v1.orders_db.metadata[0].name
    namespace = kubernetes_service_v1.orders_db.metadata[0].namespace
    labels    = local.labels
  }
  subset {
    dynamic "address" {
      for_each = local.hosts
      content {
        ip = address.value
      }
    }
    port {
      name = "postgresql"
      port = 5432
    }
  }
}
