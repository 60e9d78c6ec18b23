/** Programs in the workbench: findings in closed and open ones, and no other feature of ours. */
import assert from 'node:assert/strict';
import { desktop, type Window } from './support/desktop.ts';
import { takePicture } from './support/pictures.ts';
import { codesOf } from './support/states.ts';
import { keepInOrder } from './support/windows.ts';

const program = (ip: string): string => `import pulumi_kubernetes as k8s

k8s.core.v1.Endpoints(
    "db",
    metadata={"name": "db", "namespace": "shop"},
    subsets=[{"addresses": [{"ip": "${ip}"}], "ports": [{"port": 5432}]}],
)
`;

describe('programs', () => {
  let window: Window | undefined;
  keepInOrder(() => window);

  before(async () => {
    const { workspace, open } = await desktop();
    const files = {
      'Pulumi.yml': 'name: shop\nruntime: python\n',
      'main.py': program('127.0.0.1'),
      'lib.py': program('10.1.2.3'),
      'endpoints.config.yml': 'severity: {deprecated-endpoints: off}\n',
    };
    window = await open(workspace('programs', files));
  });

  function shown(): Window {
    assert.ok(window);
    return window;
  }

  it('are checked although no file is open', async () => {
    assert.deepEqual(await codesOf(shown(), 'main.py', (codes) => codes.length > 0), ['loopback-ip']);
  });

  it('are checked while they are edited, and have each finding once', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('lib.py'));
    await probe.edit(file('lib.py'), program('169.254.1.1'));
    assert.deepEqual(await codesOf(shown(), 'lib.py', (codes) => codes.length > 0), ['link-local-ip']);
    await probe.edit(file('lib.py'), program('10.1.2.3'));
    await codesOf(shown(), 'lib.py', (codes) => codes.length === 0);
    await probe.open(file('main.py'));
    await probe.edit(file('main.py'), program('127.0.0.2'));
    await codesOf(shown(), 'main.py', (codes) => codes.length === 1);
    await takePicture(page, 'programs');
    await probe.edit(file('main.py'), program('10.1.2.3'));
    await codesOf(shown(), 'main.py', (codes) => codes.length === 0);
  });

  it('have no hover and no completion of ours', async () => {
    const { probe, file } = shown();
    const at = { line: 5, character: 30 };
    const hovers = JSON.stringify(await probe.hover(file('main.py'), at));
    assert.doesNotMatch(hovers, /IP address|Endpoints/);
    const items = await probe.completion(file('main.py'), at);
    assert.doesNotMatch(JSON.stringify(items), /Endpoints \(/);
  });
});
