/** Workspaces in which an edit, a new file or a deleted file changes what a build of kustomize reads. */
import assert from 'node:assert/strict';
import { head } from './support/some-manifests.ts';
import { codesIn } from './support/workspace-session.ts';
import { editText, findingsAfresh, holdsNow, openText, startWorld } from './support/workspace-world.ts';

const root = 'file:///project';

describe('a workspace with builds', () => {
  it('has them where a file that only a build needs comes to hold nothing else', async () => {
    const [kustomization, service, endpoints] = ['kustomization', 'service', 'endpoints'].map(
      (name) => `${root}/shop/${name}.yaml`,
    ) as [string, string, string];
    const text = 'apiVersion: v1\nkind: Service\nmetadata:\n  name: db\nspec:\n  ports:\n  - port: 5432\n';
    const disk = { [kustomization]: 'resources:\n- service.yaml\n- endpoints.yaml\n', [service]: text };
    const world = await startWorld(disk, true);
    await world.client.pullAll();
    disk[endpoints] = text.replace('Service', 'Endpoints').replace(/spec[^]*/, 'subsets: []\n');
    world.client.watched({ [endpoints]: 'created' });
    disk[service] = text.replace('kind', ' kind').replace('  name', 'name');
    world.client.watched({ [service]: 'changed' });
    const found = await holdsNow(world);
    assert.deepEqual(codesIn(found)['shop/service.yaml'], ['rejected-kustomization']);
  });

  it('has those of a manifest without a kind where Flux builds the whole folder', async () => {
    const flux = head('Kustomization', 'kustomize.toolkit.fluxcd.io/v1', 'dev', 'x');
    const disk: Record<string, string> = {
      [`${root}/shop/db.yaml`]: head('Endpoints', 'v1', 'db', 'x'),
      [`${root}/shop/other.yaml`]: 'a: 1\n',
      [`${root}/flux.yaml`]: `${flux}spec:\n  path: ./shop\n  targetNamespace: dev\n`,
    };
    const world = await startWorld(disk, false);
    assert.deepEqual(codesIn(await findingsAfresh(world))['shop/other.yaml'], ['rejected-kustomization']);
    delete disk[`${root}/shop/other.yaml`];
    world.client.watched({ [`${root}/shop/other.yaml`]: 'deleted' });
    disk[`${root}/shop/new.yaml`] = 'b: 1\n';
    world.client.watched({ [`${root}/shop/new.yaml`]: 'created' });
    const found = await holdsNow(world);
    assert.deepEqual(codesIn(found)['shop/new.yaml'], ['rejected-kustomization']);
  });

  it('has those of a folder that only Flux gives a kustomization, which another build does not see', async () => {
    const flux = head('Kustomization', 'kustomize.toolkit.fluxcd.io/v1', 'dev', 'x');
    const endpoints = `${root}/shop/endpoints.yaml`;
    const disk: Record<string, string> = {
      [`${root}/all.yaml`]: `${flux}spec:\n  path: ./shop\n  targetNamespace: dev\n---\n${head('Service', 'v1', 'db', 'x')}spec:\n  clusterIP: None\n`,
      [endpoints]: head('Endpoints', 'v1', 'db', 'x'),
    };
    const world = await startWorld(disk, true);
    await world.client.pullAll();
    disk[endpoints] = 'apiVersion: v1\nkind';
    world.client.watched({ [endpoints]: 'changed' });
    disk[`${root}/overlay/kustomization.yaml`] = 'resources: [../shop, ../all.yaml]\n';
    world.client.watched({ [`${root}/overlay/kustomization.yaml`]: 'created' });
    const found = await holdsNow(world);
    const messages = Object.values(found).flatMap((items) => items.map(({ message }) => message));
    assert.deepEqual(messages, ['kustomize rejects overlay: "../shop" has no kustomization file. Correct the path.']);
  });

  it('has those of a kustomization beside a text with Endpoints that holds no object', async () => {
    const [kustomization, program] = ['kustomization', 'Pulumi'].map((name) => `${root}/shop/${name}.yaml`) as [
      string,
      string,
    ];
    const disk: Record<string, string> = { [program]: head('Endpoints', 'v1', 'db', 'x') };
    const world = await startWorld(disk, false);
    disk[kustomization] = 'resources: [service.yaml]\n';
    world.client.watched({ [kustomization]: 'created' });
    assert.deepEqual(codesIn(await holdsNow(world))['shop/kustomization.yaml'], ['rejected-kustomization']);
  });

  it('has those of a kustomization whose base was deleted before an open text comes to need it', async () => {
    const [overlay, base, all] = ['overlay/kustomization', 'shop/kustomization', 'all'].map(
      (name) => `${root}/${name}.yaml`,
    ) as [string, string, string];
    const text = head('Endpoints', 'v1', 'db', 'x');
    const disk: Record<string, string> = { [overlay]: 'resources: [../shop, ../all.yaml]\n', [base]: text };
    const world = await startWorld(disk, true);
    await world.client.pullAll();
    delete disk[base];
    world.client.watched({ [base]: 'deleted' });
    openText(world, all, text);
    const [finding] = (await holdsNow(world))[overlay] ?? [];
    assert.equal(finding?.message, 'kustomize rejects overlay: "../shop" does not exist. Correct the path.');
  });

  it('has those of a kustomization that an edit elsewhere has built (push)', async () => {
    const uri = `${root}/db.yaml`;
    const disk = { [`${root}/overlay/kustomization.yaml`]: 'resources: [\n', [uri]: head('Pod', 'v1', 'db', 'x') };
    const world = await startWorld(disk, false);
    openText(world, uri, disk[uri] ?? '');
    await world.client.ask('textDocument/codeLens', uri);
    // The folder now has Endpoints, so that the kustomization may be meant for them.
    editText(world, uri, head('Endpoints', 'v1', 'db', 'x'));
    const found = await holdsNow(world);
    assert.deepEqual(codesIn(found)['overlay/kustomization.yaml'], ['rejected-kustomization']);
  });

  for (const doesPull of [true, false])
    it(`has those of a folder that only open texts deliver (${doesPull ? 'pull' : 'push'})`, async () => {
      const uris = ['one', 'two'].map((name) => `${root}/shop/${name}.yaml`);
      const text = `${head('Kustomization', 'kustomize.toolkit.fluxcd.io/v1', 'dev', 'x')}spec:\n  path: ./shop\n  targetNamespace: dev\n---\n${head('Endpoints', 'v1', 'db', 'x')}`;
      const world = await startWorld({}, doesPull);
      for (const uri of uris) openText(world, uri, '');
      await world.client.ask('textDocument/codeLens', uris[0] ?? '');
      for (const uri of uris) editText(world, uri, text);
      const found = await holdsNow(world);
      assert.ok(codesIn(found)['shop/two.yaml']?.includes('rejected-kustomization'), JSON.stringify(found));
    });

  for (const doesPull of [true, false])
    it(`has those of files that only an edit beside their kustomization needs (${doesPull ? 'pull' : 'push'})`, async () => {
      const uri = `${root}/overlay/db.yaml`;
      const disk = {
        [`${root}/overlay/kustomization.yaml`]: 'resources: [pod.yaml, service.yaml]\n',
        [`${root}/overlay/pod.yaml`]: head('Pod', 'v1', 'db', 'x'),
      };
      const world = await startWorld(disk, doesPull);
      openText(world, uri, head('Pod', 'v1', 'db', 'x'));
      await world.client.ask('textDocument/codeLens', uri);
      editText(world, uri, head('Endpoints', 'v1', 'db', 'x'));
      const found = await holdsNow(world);
      assert.deepEqual(codesIn(found)['overlay/kustomization.yaml'], ['rejected-kustomization']);
    });
});
