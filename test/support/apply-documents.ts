/** Objects with several patches, and a client that opens the documents with the result of server-side apply. */
import type { Range } from 'vscode-languageserver';
import { everyCapability } from './capabilities.ts';
import { startClient, type Client, type ClientOptions } from './client.ts';

export const uri = 'file:///project/Pulumi.yaml';
/** Two patches of one object. */
export const program = `name: shop
runtime: yaml
resources:
  labels:
    type: kubernetes:core/v1:EndpointsPatch
    properties:
      metadata:
        name: orders-db
        namespace: shop
        labels: { app: orders, ip: "\${db.ip}" }
        annotations: { pulumi.com/patchFieldManager: team-a }
  tier:
    type: kubernetes:core/v1:EndpointsPatch
    properties:
      metadata:
        name: orders-db
        namespace: shop
        labels: { app: other }
`;
export const liveUri = 'file:///project/live.yaml';
/** An object as an API server prints it. */
export const live = `apiVersion: v1
kind: Endpoints
metadata:
  name: carts
  managedFields:
    - manager: team-a
      operation: Apply
      apiVersion: v1
      fieldsType: FieldsV1
      fieldsV1: { f:subsets: {} }
subsets:
  - addresses: [{ ip: 10.0.0.1 }]
`;
/** A position in the first object of both texts. */
export const atFirst = { line: 4, character: 6 };

interface Shown {
  readonly uri: string;
  readonly takeFocus: boolean;
  readonly selection?: Range;
}

/** A client that opens documents, with the URIs of the requested ones. */
export async function opening(options: ClientOptions = {}): Promise<{ client: Client; opened: Shown[] }> {
  const opened: Shown[] = [];
  const answers = {
    'window/showDocument': (params: unknown) => (opened.push(params as Shown), { success: true }),
    ...options.answers,
  };
  const client = await startClient({ capabilities: everyCapability, ...options, answers });
  return { client, opened };
}

/** Runs the command. */
export function run(client: Client, argument: unknown, command = 'endpoints.showApply'): Promise<unknown> {
  return client.connection.sendRequest('workspace/executeCommand', { command, arguments: [argument] });
}
