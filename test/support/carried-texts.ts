/** Texts in which another object carries Endpoints. */

export const configMap = `apiVersion: v1
kind: ConfigMap
metadata:
  name: addons
data:
  db.yaml: |
    # ours
    apiVersion: v1
    kind: Endpoints
    metadata:
      name: db # the name
    subsets:
      - addresses:
          - ip: 10.0.0.1
        ports:
          - {name: pg, port: 5432}
    ---
    apiVersion: v1
    kind: Service
    metadata: {name: db}
  note: a text
`;

export const tasks = `- name: Endpoints
  kubernetes.core.k8s:
    state: present
    definition:
      apiVersion: v1
      kind: Endpoints
      metadata:
        name: db
        labels:
          app: db
      subsets:
        - addresses:
            - ip: 10.0.0.1
              hostname: a
          ports:
            - name: pg
              port: 5432
              protocol: TCP
`;

export const kustomization = `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources: [../base]
patches:
  # The merge patch of an overlay.
  - patch: |-
      apiVersion: v1
      kind: Endpoints
      metadata:
        name: db
      subsets:
        - addresses:
            - ip: 10.0.0.1
          ports:
            - {name: pg, port: 5432}
      ---
      apiVersion: v1
      kind: Service
      metadata: {name: db}
  - target: {kind: Endpoints, name: db}
    patch: |-
      - op: replace
        path: /subsets/0/addresses/0/ip
        value: 10.0.0.2
      - op: add
        value: {name: db, port: 5433, protocol: TCP}
        path: /subsets/0/ports/-
      - {op: move, from: /metadata/labels/a, path: "/metadata/labels/example.com~1a"}
  - target: {kind: EndpointSlice}
    patch: '[{"op": "replace", "path": "/endpoints/0/conditions/ready", "value": false}]'
`;
