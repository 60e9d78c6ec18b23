/** Tests in the real workbench what the extension says about Services, about patches, and about printed objects. */
import assert from 'node:assert/strict';
import { desktop, type Window } from './support/desktop.ts';
import { applyFix, goTo, openFile, showFixes, showProblem } from './support/gestures.ts';
import { takePicture } from './support/pictures.ts';
import { codesOf } from './support/states.ts';
import { refusedService } from './support/texts.ts';
import { until } from './support/until.ts';
import { keepInOrder } from './support/windows.ts';

/** Wrong in one port, so that the test sees when it is checked. */
const endpoints = (metadata: string): string =>
  `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: orders-db\n${metadata}subsets:\n  - addresses:\n      - ip: 10.20.0.15\n    ports:\n      - port: 99999\n`;

const files = {
  'service.yaml': refusedService,
  'selector.yaml': refusedService.replace('spec:\n', 'spec:\n  selector: {app: orders}\n'),
  'printed.yaml': endpoints('  resourceVersion: "42"\n  uid: 5b8c6e1e-3d0c-4a0e-9c8b-6f0a1f2e3d4c\n'),
  'written.yaml': endpoints('  namespace: shop\n'),
  'patch.yaml': endpoints(''),
  'kustomization.yaml': 'resources:\n  - base.yaml\npatches:\n  - path: patch.yaml\n',
  'base.yaml': endpoints('').replace('99999', '5432'),
};

let window: Window | undefined;

function shown(): Window {
  assert.ok(window);
  return window;
}

describe('the checks of a Service, and silence', () => {
  keepInOrder(() => window);

  before(async () => {
    const { workspace, open } = await desktop();
    window = await open(workspace('service-checks', files));
  });

  it('a Service without a selector has findings with fixes, and a Service with one has none', async () => {
    const { page, probe, file } = shown();
    await openFile(page, 'service.yaml');
    await showProblem(page, '"clusterIP" is not a value', 'unknown-service-value');
    const codes = await codesOf(shown(), 'service.yaml', (found) => found.length >= 3);
    assert.deepEqual([...codes].sort(), ['loopback-ip', 'malformed-target-port', 'unknown-service-value']);
    await takePicture(page, 'service-checks');
    await goTo(page, 6, 12);
    await showFixes(page, 'ClusterIP');
    await applyFix(page, 'ClusterIP');
    await until('the type to be fixed', async () =>
      (await probe.text(file('service.yaml'))).includes('type: ClusterIP'),
    );
    await codesOf(shown(), 'service.yaml', (found) => !found.includes('unknown-service-value'));
    await openFile(page, 'selector.yaml');
    await codesOf(shown(), 'selector.yaml', (found) => found.length === 0);
  });

  it('deprecation is a remark on a written object, not on a patch or a printed one', async () => {
    const { page } = shown();
    for (const [name, isRemark] of [
      ['written.yaml', true],
      ['printed.yaml', false],
      ['patch.yaml', false],
    ] as const) {
      await openFile(page, name);
      const codes = await codesOf(shown(), name, (found) => found.includes('port-out-of-range'));
      assert.equal(codes.includes('deprecated-endpoints'), isRemark, name);
    }
  });
});
