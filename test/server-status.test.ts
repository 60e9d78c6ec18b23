/** What sets the version of a file, what can be shown of it, and which files hold resources. */
import assert from 'node:assert/strict';
import { startClient } from './support/client.ts';

const project = 'file:///project';
const settings = `${project}/endpoints.config.yaml`;
const shared = `${project}/shared/base.yaml`;
const uri = `${project}/db.yaml`;
const endpoints =
  'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\nsubsets:\n  - addresses:\n      - ip: 10.0.0.1\n';
const slice = endpoints.replace('v1', 'discovery.k8s.io/v1').replace('Endpoints', 'EndpointSlice');
const service = 'apiVersion: v1\nkind: Service\nmetadata:\n  name: db\nspec:\n  ports:\n    - port: 5432\n';
const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: db\n';

interface Status {
  readonly kubernetesVersion: string;
  readonly versionSources?: unknown;
  readonly resources?: unknown;
  readonly shows?: readonly string[];
}

describe('endpoints/status', () => {
  it('names what sets the version, the one that applies first', async () => {
    const files: Record<string, string> = {
      [settings]:
        '# Our clusters.\nextends: ./shared/base.yaml\nkubernetesVersion: 1.30\noverrides:\n  - files: legacy/\n    kubernetesVersion: 1.25\n',
      [shared]: 'kubernetesVersion: 1.28\n',
    };
    const client = await startClient({ files, initializationOptions: { kubernetesVersion: '1.34' } });
    const statusOf = async (name: string): Promise<readonly unknown[]> => {
      client.open(`${project}/${name}`, endpoints);
      const { kubernetesVersion, versionSources } = await client.ask<Status>('endpoints/status', `${project}/${name}`);
      return [kubernetesVersion, versionSources];
    };
    const [own, base] = [
      { uri: settings, line: 2 },
      { uri: shared, line: 0 },
    ];
    assert.deepEqual(await statusOf('db.yaml'), ['1.34', ['client', own, base]]);
    const override = { uri: settings, line: 5 };
    assert.deepEqual(await statusOf('legacy/db.yaml'), ['1.34', ['client', override, own, base]]);
    await client.stop();
    const other = await startClient({ files });
    other.open(uri, endpoints);
    const { kubernetesVersion, versionSources } = await other.ask<Status>('endpoints/status', uri);
    assert.deepEqual([kubernetesVersion, versionSources], ['1.30', [own, base]]);
    await other.stop();
  });

  it('names nothing for the default, also outside of the folders', async () => {
    const client = await startClient({ files: { [settings]: 'kubernetesVersion: 1.30\n' } });
    const outside = 'file:///elsewhere/db.yaml';
    client.open(outside, endpoints);
    assert.deepEqual(await client.ask('endpoints/status', outside), {
      kubernetesVersion: '1.36',
      resources: [{ type: 'Endpoints', name: 'db' }],
    });
    await client.stop();
  });

  it('lists a Service only if the rules check it', async () => {
    const client = await startClient();
    client.open(uri, `${service}---\n${service.replace('name: db', 'name: web')}  selector: {app: web}\n`);
    assert.deepEqual((await client.ask<Status>('endpoints/status', uri)).resources, [{ type: 'Service', name: 'db' }]);
    await client.stop();
  });

  it('names what can be shown at a position', async () => {
    const client = await startClient();
    client.open(uri, `${endpoints}---\n${slice}---\n${configMap}`);
    const showsAt = async (line: number): Promise<unknown> =>
      (await client.ask<Status>('endpoints/status', uri, { position: { line, character: 0 } })).shows;
    assert.deepEqual(await showsAt(2), ['endpoints.showApply', 'endpoints.showSlices', 'endpoints.showTraffic']);
    // The only Endpoints of the file is meant from everywhere.
    assert.deepEqual(await showsAt(10), ['endpoints.showApply', 'endpoints.showSlices', 'endpoints.showTraffic']);
    assert.deepEqual(await showsAt(18), ['endpoints.showSlices']);
    assert.equal((await client.ask<Status>('endpoints/status', uri)).shows, undefined);
    await assert.rejects(client.ask('endpoints/status', uri, { position: 3 }), /params\.position/);
    await client.stop();
  });
});

describe('endpoints/files', () => {
  it('lists the files with resources, open or not', async () => {
    const files = {
      [uri]: endpoints,
      [`${project}/shop/slice.yaml`]: slice,
      [`${project}/map.yaml`]: configMap,
    };
    const client = await startClient({ files });
    const open = `${project}/new.yaml`;
    client.open(open, endpoints);
    const list = (): Promise<{ uris: string[]; isWhole: boolean }> =>
      client.connection.sendRequest('endpoints/files', {});
    const { uris, isWhole } = await list();
    assert.deepEqual(uris.toSorted(), [uri, open, `${project}/shop/slice.yaml`].toSorted());
    assert.ok(isWhole);
    client.change(open, 2, [{ text: configMap }]);
    assert.deepEqual((await list()).uris.toSorted(), [uri, `${project}/shop/slice.yaml`].toSorted());
    await client.stop();
  });

  it('lists at most 1,000', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 1_001 }, (_, i) => [`${project}/${i}.yaml`, endpoints.replace('db', `db-${i}`)]),
    );
    const client = await startClient({ files });
    const { uris, isWhole } = await client.connection.sendRequest<{ uris: string[]; isWhole: boolean }>(
      'endpoints/files',
      {},
    );
    assert.deepEqual([uris.length, isWhole], [1_000, false]);
    await client.stop();
  });
});

describe('a conversion within files and folders', () => {
  const files = { [uri]: endpoints, [`${project}/shop/a.yaml`]: endpoints.replace('db', 'a') };
  const preview = async (within: unknown): Promise<string> => {
    const client = await startClient({ files });
    try {
      const command = { command: 'endpoints.showConversion', arguments: [{ within }] };
      return await client.connection.sendRequest<string>('workspace/executeCommand', command);
    } finally {
      await client.stop();
    }
  };

  it('converts only these', async () => {
    assert.match(await preview([`${project}/shop`]), /shop\/a\.yaml/);
    assert.doesNotMatch(await preview([`${project}/shop/`]), /db\.yaml/);
    assert.doesNotMatch(await preview([uri]), /shop/);
    assert.doesNotMatch(await preview([`${project}/sho`]), /shop|db\.yaml/);
  });

  it('is rejected for anything but a list', () =>
    assert.rejects(preview(uri), /params\.arguments\[0\]\.within must be a list of URIs/));
});
