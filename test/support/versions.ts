/** Manifests with different findings in different Kubernetes versions, and folders for them. */
import { folderOf, type Folder } from './process.ts';

/** An error in all versions, one address with a rule for each version, and a remark since 1.33. */
export const manifest = `apiVersion: v1
kind: Endpoints
metadata:
  name: db
subsets:
  - addresses:
      - ip: 127.0.0.1
      - ip: ::ffff:10.0.0.1
`;

/** A field since 1.33. */
export const slice = `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata:
  name: web-1
  labels:
    kubernetes.io/service-name: web
    endpointslice.kubernetes.io/managed-by: us
addressType: IPv4
endpoints:
  - addresses: [10.0.0.1]
    hints:
      forNodes: [{ name: a }]
`;

/** Makes the folder while the function runs. */
export function withFiles(files: Readonly<Record<string, string>>, use: (folder: Folder) => void): void {
  const folder = folderOf(files);
  try {
    use(folder);
  } finally {
    folder.remove();
  }
}
