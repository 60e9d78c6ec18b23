/** Converting the workspace over a stream: readers in files that are no manifests count, and so do versions in the settings. */
import assert from 'node:assert/strict';
import { startClient } from './support/client.ts';
import { endpoints, uri } from './support/conversions.ts';

const asked = 'Convert Endpoints to EndpointSlices: 1 resource in 1 file?';
const script = 'kubectl wait endpoints/db --for=jsonpath={.subsets}\n';

async function question(own: Record<string, string>): Promise<readonly string[]> {
  const client = await startClient({
    files: { [uri]: endpoints('db'), ...own },
    capabilities: { workspace: { applyEdit: true } },
    answers: { 'window/showMessageRequest': () => null },
  });
  await client.connection.sendRequest('workspace/executeCommand', { command: 'endpoints.convertWorkspace' });
  await client.stop();
  const found = client.asked.filter(({ method }) => method === 'window/showMessageRequest');
  return found.map(({ params }) => (params as { message: string }).message);
}

describe('language server: readers of what is converted', () => {
  it('are found in scripts, and not in Markdown', async () => {
    assert.deepEqual(await question({}), [asked]);
    assert.deepEqual(await question({ 'file:///project/wait.md': script }), [asked]);
    const found = await question({ 'file:///project/wait.sh': script });
    assert.deepEqual(found, [`${asked} 1 of them still has readers.`]);
  });

  it('depend on the versions in the settings', async () => {
    const collector = `receivers: {}
exporters:
  loadbalancing:
    resolver:
      k8s: { service: db.default }
`;
    const reports: string[] = [];
    for (const version of ['0.100', '0.150']) {
      const client = await startClient({
        files: { [uri]: endpoints('db'), 'file:///project/collector.yaml': collector },
        initializationOptions: { platform: { openTelemetryCollector: version } },
      });
      const command = 'endpoints.showConversion';
      reports.push(String(await client.connection.sendRequest('workspace/executeCommand', { command })));
      await client.stop();
    }
    assert.deepEqual(
      reports.map((report) => report.includes('collector.yaml')),
      [true, false],
    );
  });
});
