/** Writes programs, scripts and documents of a repository that has nothing to do with Endpoints. */

export interface ForeignFile {
  readonly name: (n: number) => string;
  /** The blocks between head and foot repeat until the file has its size. */
  readonly head: (n: number) => string;
  readonly block: (n: number, i: number) => string;
  readonly foot?: string;
}

const go: ForeignFile = {
  name: (n) => `services/orders${n}/handler_${n}.go`,
  head: (n) => `// Package orders${n} serves the orders of a shop.
package orders${n}

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/gorilla/mux"
	"go.uber.org/zap"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Server has the routes of this service.
type Server struct {
	client client.Client
	log    *zap.Logger
}
`,
  block: (n, i) => `
// ListOrders${i} returns the orders of a customer, newest first.
func (s *Server) ListOrders${i}(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), ${5 + (i % 20)}*time.Second)
	defer cancel()
	customer := mux.Vars(r)["customer"]
	var pods corev1.PodList
	if err := s.client.List(ctx, &pods, client.InNamespace("shop"), client.MatchingLabels{"app": "orders-${n}"}); err != nil {
		s.log.Error("listing pods", zap.Error(err)${(n + i) % 9 === 0 ? ', zap.String("endpoint", r.URL.Path)' : ''})
		http.Error(w, fmt.Sprintf("no pods for %s", customer), http.StatusBadGateway)
		return
	}
	for _, pod := range pods.Items {
		if pod.Status.Phase != corev1.PodRunning {
			continue
		}
		if err := json.NewEncoder(w).Encode(map[string]string{"pod": pod.Name, "since": pod.CreationTimestamp.Format(metav1.RFC3339Micro)}); err != nil {
			return
		}
	}
}
`,
};

const python: ForeignFile = {
  name: (n) => `tools/report${n}.py`,
  head: (n) => `"""Writes report ${n} of the shop."""
import argparse
import json
import logging
import os

import requests
from flask import Flask, jsonify, request

app = Flask(__name__)
log = logging.getLogger(__name__)
API = os.environ.get("SHOP_API", "http://orders.shop.svc:8080")
${n % 3 === 0 ? 'ENDPOINTS = {"orders": f"{API}/v1/orders", "stock": f"{API}/v1/stock"}\n' : ''}`,
  block: (n, i) => `

@app.route("/v1/reports/<int:year>/${i}", methods=["GET", "POST"])
def report_${i}(year):
    """${(n + i) % 9 === 0 ? `Endpoint for the report of a year; other endpoints are in api_${i}.py.` : 'Returns the report of a year.'}"""
    try:
        answer = requests.get(f"{API}/v1/orders", params={"year": year, "page": ${i}}, timeout=30)
        answer.raise_for_status()
    except requests.RequestException as error:
        log.warning("report %s failed: %s", year, error)
        return jsonify({"error": str(error)}), 502
    rows = [row for row in answer.json()["orders"] if row["state"] != "cancelled"]
    total = sum(row["amount"] for row in rows)
    return jsonify({"year": year, "rows": len(rows), "total": round(total, 2)})
`,
};

const typescript: ForeignFile = {
  name: (n) => `web/src/pages/Order${n}.tsx`,
  head: (n) => `import React, { useEffect, useMemo, useState } from 'react';
import { Button, Table } from '../components';
import { client } from '../api/client';
import type { Order } from '../api/types';

const page = ${n};
${n % 4 === 0 ? "export const endpoints = { orders: '/v1/orders', stock: '/v1/stock' } as const;\n" : ''}`,
  block: (n, i) => `
export function OrderTable${i}({ customer, onSelect }: { customer: string; onSelect: (order: Order) => void }) {
  const [orders, setOrders] = useState<readonly Order[]>([]);
  const [error, setError] = useState<string | undefined>();
  useEffect(() => {
    const controller = new AbortController();
    client
      .get(\`/v1/customers/\${customer}/orders?page=${i}\`, { signal: controller.signal })
      .then(({ data }) => setOrders(data.orders))
      .catch((reason) => setError(${(n + i) % 9 === 0 ? "'The endpoint does not answer: ' + " : ''}String(reason)));
    return () => controller.abort();
  }, [customer]);
  const total = useMemo(() => orders.reduce((sum, order) => sum + order.amount, 0), [orders]);
  if (error) return <p className="error">{error}</p>;
  return (
    <Table columns={['id', 'state', 'amount']} rows={orders} footer={total.toFixed(2)}>
      {(order) => <Button onClick={() => onSelect(order)}>Show {order.id}</Button>}
    </Table>
  );
}
`,
};

const markdown: ForeignFile = {
  name: (n) => `docs/guide${n}.md`,
  head: (n) => `# Guide ${n}\n\nHow the orders of the shop are served.\n`,
  block: (n, i) => `
## Step ${i}

The service \`orders-${n}\` answers at the endpoint \`/v1/orders\`. It needs the *stock* service; see [the architecture](architecture.md).
When a customer cancels, the order keeps its number, and the stock is free again after ${i} minutes.

\`\`\`sh
kubectl -n shop get pods -l app.kubernetes.io/name=orders-${n}
curl -s http://localhost:8080/v1/orders | jq '.orders | length'
\`\`\`
`,
};

const json: ForeignFile = {
  name: (n) => `web/fixtures/orders${n}.json`,
  head: (n) => `{\n  "customer": "c-${n}",\n  "orders": [\n`,
  block: (_, i) => `    {
      "id": "o-${i}",
      "kind": "standard",
      "state": "paid",
      "amount": ${i}.95,
      "items": [{ "sku": "sku-${i}", "count": ${1 + (i % 4)}, "resources": [] }],
      "callback": { "endpoint": "https://example.com/hooks/${i}", "retries": 3 }
    },
`,
  foot: '    null\n  ]\n}\n',
};

const shell: ForeignFile = {
  name: (n) => `scripts/release-${n}.sh`,
  head: () => '#!/usr/bin/env bash\nset -euo pipefail\nnamespace=${NAMESPACE:-shop}\n',
  block: (n, i) => `
deploy_${i}() {
  local image="registry.example.com/shop/orders:\${1:?version}"
  kubectl -n "$namespace" set image deployment/orders-${n}-${i} orders="$image"
  kubectl -n "$namespace" rollout status deployment/orders-${n}-${i} --timeout=5m 
  local endpoint="https://shop.example.com/ready?step=${i}"
  for attempt in 1 2 3 4 5; do
    if curl -fsS "$endpoint" >/dev/null; then break; fi
    sleep "$attempt"
  done
}
`,
  foot: '\n"$@"\n',
};

const docker: ForeignFile = {
  name: (n) => `services/orders${n}/Dockerfile`,
  head: (n) => `FROM golang:1.22-alpine AS build
WORKDIR /src/orders${n}
COPY go.mod go.sum ./
RUN go mod download
`,
  block: (n, i) => `COPY step${i} ./step${i}
RUN --mount=type=cache,target=/root/.cache/go-build \\
    CGO_ENABLED=0 go build -ldflags "-s -w -X main.version=${n}.${i}" -o /out/step${i} ./step${i}
`,
  foot: 'FROM gcr.io/distroless/static:nonroot\nCOPY --from=build /out /\nEXPOSE 8080\nENTRYPOINT ["/step0"]\n',
};

export const foreignPrograms = { go, python, typescript, markdown, json, shell, docker } as const;
