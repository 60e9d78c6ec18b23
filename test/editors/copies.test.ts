/** Copying a manifest as code, and pasting a manifest into a program, in the workbench. */
import assert from 'node:assert/strict';
import { desktop, type Window } from './support/desktop.ts';
import { paired } from './support/texts.ts';
import { until } from './support/until.ts';
import { keepInOrder } from './support/windows.ts';

const program = `import pulumi_kubernetes as k8s

k8s.core.v1.Service(
    "db",
    metadata={"name": "db"},
)
`;

describe('copies', () => {
  let window: Window | undefined;
  keepInOrder(() => window);

  before(async () => {
    const { workspace, open } = await desktop();
    const files = {
      'Pulumi.yaml': 'name: shop\nruntime: python\n',
      'main.py': program,
      'service.yaml': paired.service,
    };
    window = await open(workspace('copies', files));
    await window.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  });

  it('are a manifest as code, and a manifest in the style of a program', async () => {
    assert.ok(window);
    const { page, probe, file } = window;
    const clipboard = (): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');
    await probe.open(file('service.yaml'), { line: 2, character: 0 });
    await probe.command('endpoints.copyAs', 'typescript');
    await until('the code', async () => (await clipboard()).includes('new k8s.core.v1.Service('), { show: clipboard });
    assert.match(await clipboard(), /^import \* as k8s from "@pulumi\/kubernetes";\n/);
    await probe.command('endpoints.copyAs', 'manifest');
    await until('the manifest', async () => (await clipboard()).startsWith('apiVersion: v1\n'));
    await probe.open(file('main.py'), { line: 6, character: 0 });
    await probe.command('endpoints.pasteAsCode');
    const pasted = await until('the pasted code', async () => {
      const text = await probe.text(file('main.py'));
      return text.includes('"orders-db"') && text;
    });
    assert.match(pasted, /^ {4}metadata=\{"name": "orders-db", "namespace": "\w+"\},$/m);
  });
});
