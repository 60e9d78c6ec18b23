/** The preview of a conversion over a stream: its named and ticked rows, what of it was applied, and live dumps. */
import assert from 'node:assert/strict';
import type { ApplyWorkspaceEditParams } from 'vscode-languageserver';
import { everyCapability } from './support/capabilities.ts';
import { startClient, type Client } from './support/client.ts';
import { afterEdit, endpoints, uri } from './support/conversions.ts';
import { until } from './support/workspace-session.ts';

const other = 'file:///project/b.yaml';
const third = 'file:///project/c.yaml';
const dumpUri = 'file:///project/dump.yaml';
const dump = endpoints('live').replace(
  'name: live',
  `name: live
  creationTimestamp: "2026-03-01T10:00:00Z"
  resourceVersion: "4711"
  uid: 0b5e2f0a-7c39-4a52-9d52-3b6f5b8f7a10`,
);
const ticking = {
  ...everyCapability,
  workspace: {
    ...everyCapability.workspace,
    workspaceEdit: { ...everyCapability.workspace.workspaceEdit, metadataSupport: true },
  },
  experimental: { endpoints: { tickedPreview: true } },
};

interface Applied {
  readonly client: Client;
  readonly edits: readonly ApplyWorkspaceEditParams[];
  readonly messages: readonly string[];
  readonly report: string;
}

/** A user who applies the edits of these files, and then asks for the report. */
async function applying(ticked: readonly string[], isOpen: boolean): Promise<Applied> {
  const disk: Record<string, string> = {
    [uri]: endpoints('db'),
    [other]: `${endpoints('web')}---\n${endpoints('api')}`,
    [third]: endpoints('carts').replace('  name:', '  namespace: shop\n  name:'),
    [dumpUri]: dump,
  };
  const edits: ApplyWorkspaceEditParams[] = [];
  const [opened, messages]: [string[], string[]] = [[], []];
  const apply = (params: unknown): { applied: boolean } => {
    const asked = params as ApplyWorkspaceEditParams;
    edits.push(asked);
    for (const each of ticked) {
      const text = afterEdit(disk[each] ?? '', asked.edit, each);
      if (isOpen) client.change(each, 2, [{ text }]);
      else disk[each] = text;
    }
    return { applied: true };
  };
  const client = await startClient({
    capabilities: ticking,
    files: disk,
    answers: {
      'workspace/applyEdit': apply,
      'window/showMessageRequest': (params) => {
        messages.push((params as { message: string }).message);
        return { title: 'Show Report' };
      },
      'window/showDocument': (params) => (opened.push((params as { uri: string }).uri), { success: true }),
    },
  });
  if (isOpen) for (const each of [uri, other, third]) client.open(each, disk[each] ?? '');
  await client.connection.sendRequest('workspace/executeCommand', { command: 'endpoints.convertWorkspace' });
  await until(() => opened.length > 0);
  const asked = { uri: opened[0] };
  const { text: report }: { text: string } = await client.connection.sendRequest(
    'workspace/textDocumentContent',
    asked,
  );
  return { client, edits, messages, report };
}

describe('language server: preview of converting the workspace', () => {
  it('names each row, ticks all, and opens by a change that changes nothing', async () => {
    const { client, edits } = await applying([uri], false);
    const [{ edit, metadata } = { edit: undefined }] = edits;
    assert.deepEqual(metadata, { isRefactoring: true });
    assert.deepEqual(edit?.changeAnnotations, {
      Preview: { label: 'Preview', needsConfirmation: true },
      'db → db-ipv4 without loss': { label: 'db → db-ipv4', description: 'without loss' },
      'web → web-ipv4, api → api-ipv4 without loss': {
        label: 'web → web-ipv4, api → api-ipv4',
        description: 'without loss',
      },
      'shop/carts → carts-ipv4 without loss': { label: 'shop/carts → carts-ipv4', description: 'without loss' },
    });
    assert.deepEqual(edit?.documentChanges?.[0], {
      kind: 'create',
      uri,
      options: { ignoreIfExists: true },
      annotationId: 'Preview',
    });
    await client.stop();
  });

  for (const isOpen of [false, true])
    it(`counts what was applied, ${isOpen ? 'in open texts' : 'on the disk'}`, async () => {
      const { client, messages, report } = await applying([other], isOpen);
      assert.deepEqual(messages, ['Converted 2 Endpoints in 1 file.']);
      assert.match(report, /\n2 resources in 1 file became EndpointSlices\./);
      assert.match(report, /\| converted without loss \| 2 \|/);
      assert.doesNotMatch(report, /carts|db-ipv4/);
      await client.stop();
    });

  it('counts all files of a client that shows no change', async () => {
    const { client, messages } = await applying([], false);
    assert.deepEqual(messages, ['Converted 4 Endpoints in 3 files.']);
    await client.stop();
  });

  it('leaves out live dumps, and the report says why', async () => {
    const { client, edits, report } = await applying([uri], false);
    assert.doesNotMatch(JSON.stringify(edits), /dump\.yaml/);
    assert.match(report, /### Needs no conversion\n[^]*dump\.yaml:2:7[^]*An API server printed this object/);
    await client.stop();
  });
});
