/** Tests the colors of the grammars in VS Code's light, dark and high-contrast themes, each with a picture. */
import assert from 'node:assert/strict';
import { desktop, type Window } from './support/desktop.ts';
import { openFile, placeOf } from './support/gestures.ts';
import { takePicture } from './support/pictures.ts';
import { calmSettings } from './support/settings.ts';
import { until } from './support/until.ts';
import { keepInOrder } from './support/windows.ts';

const text = `# endpoints: ignore-file[deprecated-endpoints] until the migration
apiVersion: v1
kind: Endpoints
metadata:
  name: orders-db # the Service
  uid: 6a5c1f6e-3f0b-4a38
  selfLink: /api/v1/x
subsets:
  - addresses:
      - ip: 10.20.0.15
      - ip: "fd00:10:53::1"
      - ip: {{ .Values.address }}
    ports:
      - name: postgres
        port: 5432
        protocol: TCP
        appProtocol: kubernetes.io/h2c
---
apiVersion: v1
kind: Service
spec:
  ports:
    - protocol: UDP
`;

/** By the names of their pictures; `kind` is the workbench's name for such themes. */
const themes: Readonly<Record<string, { readonly id: string; readonly kind: string }>> = {
  light: { id: 'Light Modern', kind: 'vs' },
  dark: { id: 'Dark Modern', kind: 'vs-dark' },
  'high-contrast': { id: 'Default High Contrast', kind: 'hc-black' },
  'high-contrast-light': { id: 'Default High Contrast Light', kind: 'hc-light' },
};

interface Look {
  readonly colour: string;
  readonly isStruck: boolean;
}

let window: Window | undefined;

function shown(): Window {
  assert.ok(window);
  return window;
}

describe('themes', function () {
  keepInOrder(() => window);

  before(async () => {
    const { workspace, open } = await desktop();
    window = await open(workspace('themes', { 'colours.yaml': text }));
    await window.probe.setting('editor.semanticHighlighting.enabled', false);
  });

  after(async () => {
    await window?.probe.setting('workbench.colorTheme', calmSettings['workbench.colorTheme']);
    await window?.probe.setting('editor.semanticHighlighting.enabled');
  });

  for (const name of Object.keys(themes)) {
    it(`${name} sets off what is ours, without the server`, async () => {
      await showIn(name);
      const kind = async (): Promise<boolean> =>
        (await look('kind: Endpoints', 'Endpoints')).colour !== (await look('kind: Service', 'Service')).colour;
      await until('a kind that is coloured', kind, { show: () => look('kind: Endpoints', 'Endpoints') });
      await assertLooks();
      await takePicture(shown().page, `theme-${name}`);
    });
  }

  it('go with the colours of the server', async () => {
    const { page, probe } = shown();
    await probe.setting('editor.semanticHighlighting.enabled', true);
    for (const name of Object.keys(themes)) {
      await showIn(name);
      const version = async (): Promise<boolean> =>
        (await look('apiVersion: v1', 'v1')).colour === (await look('protocol: TCP', 'TCP')).colour;
      await until('a version coloured as a fixed value', version, { show: () => look('apiVersion: v1', 'v1') });
      await takePicture(page, `theme-${name}-semantic`);
    }
  });
});

async function showIn(name: string): Promise<void> {
  const { page, probe } = shown();
  await probe.setting('workbench.colorTheme', themes[name]?.id);
  await openFile(page, 'colours.yaml');
  await page.locator(`.monaco-workbench.${themes[name]?.kind}`).first().waitFor();
}

async function assertLooks(): Promise<void> {
  const plainValue = await look('kind: Service', 'Service');
  assert.deepEqual(await look('protocol: UDP', 'UDP'), plainValue, 'a value of the Service');
  for (const [line, word] of [
    ['ip: 10.20.0.15', '10.20.0.15'],
    ['fd00:10:53::1', 'fd00:10:53::1'],
    ['port: 5432', '5432'],
    ['protocol: TCP', 'TCP'],
    ['kubernetes.io/h2c', 'kubernetes.io/h2c'],
    ['.Values.address', '.Values.address'],
  ] as const) {
    assert.notEqual((await look(line, word)).colour, plainValue.colour, line);
  }
  const plainKey = await look('name: orders-db', 'name');
  assert.notEqual((await look('uid: ', 'uid')).colour, plainKey.colour, 'a read-only key');
  assert.deepEqual(await look('selfLink: ', 'selfLink'), { ...plainKey, isStruck: true }, 'a deprecated key');
  const comment = await look('# the Service', 'the Service');
  assert.notEqual((await look('ignore-file', 'ignore-file')).colour, comment.colour, 'a comment that silences');
}

async function look(line: string, word: string): Promise<Look> {
  const { page } = shown();
  const { x, y } = await placeOf(page, line, word);
  const [colour = '', decoration = ''] = await page.evaluate<readonly string[]>(
    `(({ color, textDecorationLine }) => [color, textDecorationLine])(getComputedStyle(document.elementFromPoint(${x}, ${y})))`,
  );
  return { colour, isStruck: decoration.includes('line-through') };
}
