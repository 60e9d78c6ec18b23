/** Texts to convert in tests of the server, references to them, and a function that applies an edit. */
import type { TextDocumentEdit, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import { locatedIn, offsetOf } from '../../server/src/features/lsp.ts';
import { applyEdits } from '../../server/src/edits/apply-edits.ts';

export const uri = 'file:///project/a.yaml';
export const roleUri = 'file:///project/role.yaml';

export function endpoints(name: string): string {
  return `apiVersion: v1
kind: Endpoints
metadata:
  name: ${name}
subsets:
  - addresses:
      - ip: 10.20.0.15 # primary
    ports:
      - port: 5432
`;
}

export function slice(service: string, family: 'IPv4' | 'IPv6', ip: string): string {
  return `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata:
  name: ${service}-${family.toLowerCase()}
  labels:
    kubernetes.io/service-name: ${service}
addressType: ${family}
endpoints:
  - addresses: ["${ip}"]
ports:
  - port: 5432
`;
}

/** A Role that may read Endpoints. */
export const role = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: reader
rules:
  - apiGroups: [""]
    resources: [endpoints]
    verbs: [get]
`;

/** The text of the file after the edit. */
export function afterEdit(text: string, edit: WorkspaceEdit | undefined, of: string): string {
  const located = locatedIn(text, 'utf-16');
  const changes = (edit?.documentChanges ?? []).filter((each): each is TextDocumentEdit => 'textDocument' in each);
  const own = changes.find(({ textDocument }) => textDocument.uri === of)?.edits ?? edit?.changes?.[of] ?? [];
  const edits = (own as readonly TextEdit[]).map(({ range, newText }) => ({
    span: { start: offsetOf(located, range.start), end: offsetOf(located, range.end) },
    text: newText,
  }));
  return applyEdits(text, edits);
}
