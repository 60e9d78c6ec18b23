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
