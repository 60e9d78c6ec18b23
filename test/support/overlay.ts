/** A base and an overlay with a patch, and what `endpoints build` prints of the overlay. */

export const base = {
  'base/kustomization.yaml': 'resources: [db.yaml]\n',
  'base/db.yaml':
    'apiVersion: v1\nkind: Service\nmetadata:\n  name: db\nspec:\n  ports:\n    - port: 5432\n---\napiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\nsubsets:\n  - addresses:\n      - ip: 10.20.0.15\n    ports:\n      - port: 5432\n',
  'prod/kustomization.yaml': 'resources: [../base]\nnamespace: shop\npatches:\n  - path: patch.yaml\n',
  'prod/patch.yaml':
    'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\nsubsets:\n  - addresses:\n      - ip: 10.30.0.15\n    ports:\n      - port: 5432\n',
};

export const prod = `apiVersion: v1
kind: Endpoints
metadata:
  name: db
  namespace: shop   # prod/kustomization.yaml:2
subsets:            # prod/patch.yaml:5
- addresses:        # prod/patch.yaml:6
  - ip: 10.30.0.15  # prod/patch.yaml:7
  ports:            # prod/patch.yaml:8
  - port: 5432      # prod/patch.yaml:9
---
apiVersion: v1
kind: Service
metadata:
  name: db
  namespace: shop   # prod/kustomization.yaml:2
spec:
  ports:
  - port: 5432
`;
