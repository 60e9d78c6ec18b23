/** Tests renaming over a stream: opens marked texts, and compares the answer with the marks. */
import type { TextDocumentEdit, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import { locatedIn, offsetOf, positionOf, type Located } from '../../server/src/features/lsp.ts';
import { applyEdits } from '../../server/src/edits/apply-edits.ts';
import { startClient, type Client, type ClientOptions } from './client.ts';

/** Texts by their paths. `$0` is the cursor, `‹name›` an expected change. */
export type Texts = Readonly<Record<string, string>>;

export const service = `apiVersion: v1
kind: Service
metadata:
  name: ‹orders-db›
spec:
  ports:
    - name: postgres
      port: 5432
`;
export const endpoints = `# postgres of orders-db
apiVersion: v1
kind: Endpoints
metadata:
  name: ‹orde$0rs-db›
  labels: { app: orders-db }
subsets:
  - addresses: [{ ip: 10.0.0.1, hostname: orders-db }]
    ports: [{ name: postgres, port: 5432 }]
`;
export const slice = `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata:
  name: orders-db-1
  labels:
    kubernetes.io/service-name: ‹orders-db›
addressType: IPv4
ports: [{ name: postgres, port: 5432 }]
`;

/** The same for the places of the port. */
export function withPort(text: string): string {
  return text.replace(/[‹›]|\$0/g, '').replace(/name: postgres/g, 'name: ‹postgres›');
}

export function uriOf(path: string): string {
  return `file:///project/${path}`;
}

export interface Opened {
  readonly client: Client;
  /** The texts without marks. */
  readonly plain: Texts;
  readonly at: { readonly path: string; readonly position: { readonly line: number; readonly character: number } };
}

export async function open(files: Texts, options: ClientOptions): Promise<Opened> {
  const kept = Object.entries(files).filter(([path]) => path.endsWith('kustomization.yaml'));
  const disk = Object.fromEntries(kept.map(([path, text]) => [uriOf(path), text]));
  const client = await startClient({ ...options, files: { ...disk, ...options.files } });
  const plain = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replace(/[‹›]|\$0/g, '')]));
  for (const [path, text] of Object.entries(plain)) client.open(uriOf(path), text);
  const [path = '', marked = ''] = Object.entries(files).find(([, text]) => text.includes('$0')) ?? [];
  const text = marked.replace(/[‹›]/g, '');
  const position = positionOf(located(text), text.indexOf('$0'));
  return { client, plain, at: { path, position } };
}

export async function renamed(files: Texts, newName: string, capabilities: object): Promise<WorkspaceEdit> {
  const { client, at } = await open(files, { capabilities });
  const edit = await client.ask<WorkspaceEdit>('textDocument/rename', uriOf(at.path), { ...at, newName });
  await client.stop();
  return edit;
}

export function applied(plain: Texts, { documentChanges = [] }: WorkspaceEdit): Texts {
  const changes = documentChanges as TextDocumentEdit[];
  const edits = new Map(changes.map(({ textDocument, edits: own }) => [textDocument.uri, own as TextEdit[]]));
  return Object.fromEntries(
    Object.entries(plain).map(([path, text]) => [path, afterEdits(text, edits.get(uriOf(path)) ?? [])]),
  );
}

/** The text after the protocol's edits. */
export function afterEdits(text: string, edits: readonly TextEdit[]): string {
  const file = located(text);
  const own = edits.map(({ range: { start, end }, newText }) => ({
    span: { start: offsetOf(file, start), end: offsetOf(file, end) },
    text: newText,
  }));
  return applyEdits(text, own);
}

export function expected(files: Texts, newName: string): Texts {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, text.replaceAll('$0', '').replace(/‹[^›]*›/g, () => newName)]),
  );
}

export function located(text: string): Located {
  return locatedIn(text, 'utf-16');
}
