variable "namespace" {
  type    = string
  default = "shop"
}

locals {
  hosts  = ["10.20.0.15", "10.20.0.16"]
  labels = { "app.kubernetes.io/name" = "orders", tier = "database" }
}
