/** Programs in the workbench: findings in closed and open ones, values at a typed quote, hovers, hints, renaming and ways to manifests beside the language's server. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Span } from './extensions/probe/places.ts';
import type { FoundDiagnostic } from './extensions/probe/verbs.ts';
import { desktop, type Window } from './support/desktop.ts';
import { exampleFiles, examplePrograms } from './support/example-programs.ts';
import {
  acceptSuggestion,
  applyFix,
  click,
  expandProblem,
  goTo,
  openFile,
  renameTo,
  showFixes,
  showProblem,
} from './support/gestures.ts';
import { installed } from './support/installed.ts';
import { takePicture } from './support/pictures.ts';
import { codesOf } from './support/states.ts';
import { paired } from './support/texts.ts';
import { until } from './support/until.ts';
import { keepInOrder } from './support/windows.ts';

const program = (ip: string, comment = ''): string => `import pulumi_kubernetes as k8s

k8s.core.v1.Endpoints(
    "db",
    metadata={"name": "db", "namespace": "shop"},
    subsets=[{"addresses": [{"ip": "${ip}"}], "ports": [{"port": 5432}]}],${comment}
)
`;

/** The Endpoints of a Service in a manifest, with another name for its port. */
const orders = program('10.1.2.4').replaceAll('"db"', '"orders-db"').replace('{"port"', '{"name": "pg", "port"');

const typed = program('10.1.2.5').replace('{"port": 5432}', '{"port": 5432, "protocol": }');

const machines = `import * as k8s from "@pulumi/kubernetes";

export const machines = new k8s.core.v1.Endpoints("machines", {
  metadata: { name: "machines" }, // by hand
  subsets: [{ addresses: [{ ip: "10.1.2.5" }], ports: [{ port: 22 }] }],
});
`;

/** Endpoints with a Service of their own. */
const cache = program('10.1.2.6').replaceAll('"db"', '"cache"').replace('{"port"', '{"name": "redis", "port"');
const cacheService = `apiVersion: v1
kind: Service
metadata: { name: cache, namespace: shop }
spec: { ports: [{ name: redis, port: 6379 }] }
`;

/** The setting for the folder of TypeScript's server. */
const typescriptFolder = 'js/ts.tsdk.path';

describe('programs', () => {
  let window: Window | undefined;
  keepInOrder(() => window);

  before(async () => {
    const { workspace, open } = await desktop();
    const files = {
      ...exampleFiles(),
      'shop/Pulumi.yml': 'name: shop\nruntime: python\n',
      'shop/main.py': program('127.0.0.1'),
      'shop/lib.py': program('10.1.2.3'),
      'shop/orders.py': orders,
      'shop/typed.py': typed,
      'shop/cache.py': cache,
      'cache.yaml': cacheService,
      'service.yaml': paired.service,
      'machines/Pulumi.yml': 'name: machines\nruntime: nodejs\n',
      'machines/index.ts': machines,
      'endpoints.config.yml': 'severity: {deprecated-endpoints: off, missing-service: off}\n',
    };
    window = await open(workspace('programs', files));
    await window.probe.setting(typescriptFolder, join(installed().typescript, 'lib'));
  });

  after(() => shown().probe.setting(typescriptFolder));

  function shown(): Window {
    assert.ok(window);
    return window;
  }

  it('are checked although no file is open', async () => {
    assert.deepEqual(await codesOf(shown(), 'shop/main.py', (codes) => codes.length > 0), ['loopback-ip']);
    for (const { file, code } of examplePrograms) {
      assert.deepEqual(await codesOf(shown(), file, (codes) => codes.length > 0), [code]);
    }
  });

  for (const { file: name, code, message, marked, other } of examplePrograms) {
    it(`have each finding once, at its place, in ${name}`, async () => {
      const { page, probe, file } = shown();
      const [found] = await probe.diagnostics(file(name));
      assert.ok(found);
      await probe.open(file(name), { line: found.range.start.line, character: 0 });
      // VS Code contains only the server of TypeScript.
      const isBeside = name.endsWith('.ts');
      const all = async (): Promise<readonly FoundDiagnostic[]> => probe.diagnostics(file(name));
      const says = (list: readonly FoundDiagnostic[], part = ''): boolean =>
        list.some((each) => each.source !== 'endpoints' && each.message.includes(part));
      if (isBeside) {
        await until('TypeScript to report', async () => says(await all(), other), { within: 30_000, show: all });
      }
      await codesOf(shown(), name, (codes) => codes.includes(code));
      const [own, ...more] = (await all()).filter(({ source }) => source === 'endpoints');
      assert.ok(own);
      assert.ok(own.message.includes(message), own.message);
      assert.deepEqual(more, []);
      const { start, end } = own.range;
      const line = (await probe.text(file(name))).split('\n')[start.line] ?? '';
      assert.equal(line.slice(start.character, end.character), marked);
      await probe.command('editor.action.marker.next');
      await page.locator('.marker-widget', { hasText: message }).waitFor({ timeout: 5000 });
      await takePicture(page, `program-${name.split('/')[0]}`);
    });
  }

  it('meet the Services of manifests', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('shop/orders.py'), { line: 5, character: 0 });
    await probe.command('workbench.actions.view.problems');
    const filter = page.locator('.viewpane-filter input');
    await filter.fill('postgres');
    const problem = await showProblem(page, 'has no port "pg"', 'unmatched-port');
    await expandProblem(page, problem, 'service.yaml');
    await takePicture(page, 'program-and-manifest');
    await filter.fill('');
    await probe.edit(file('shop/orders.py'), orders.replace('"pg"', '"postgres"'));
    await codesOf(shown(), 'shop/orders.py', (codes) => codes.length === 0);
  });

  /** Puts the cursor on the first such text of the file, renames it, and waits for another text in all files. */
  const renames = async (
    name: string,
    at: string,
    to: string,
    after: Readonly<Record<string, RegExp>>,
  ): Promise<void> => {
    const { page, probe, file } = shown();
    const before = (await probe.text(file(name))).split(at)[0]?.split('\n') ?? [];
    await probe.open(file(name));
    await goTo(page, before.length, (before.at(-1)?.length ?? 0) + 3);
    const preview = await renameTo(page, to);
    for (const other of Object.keys(after))
      assert.ok((await preview.innerText()).includes(other.split('/').at(-1) ?? ''));
    await click(page.getByRole('button', { name: 'Apply' }), preview, 'hidden');
    for (const [other, pattern] of Object.entries(after)) {
      const text = (): Promise<string> => probe.text(file(other));
      await until(`the new name in ${other}`, async () => pattern.test(await text()), { show: text });
    }
  };

  it('are renamed with manifests', async () => {
    const { probe, file } = shown();
    await probe.edit(file('shop/orders.py'), orders.replace('"pg"', '"postgres"'));
    const named = { 'shop/orders.py': /"name": "sql"/, 'service.yaml': /name: sql\n/ };
    await renames('shop/orders.py', '"postgres"', 'sql', named);
    await codesOf(shown(), 'shop/orders.py', (codes) => codes.length === 0);
  });

  it('are converted by an action', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('machines/index.ts'));
    await goTo(page, 3, 40);
    await showFixes(page, 'Convert to EndpointSlice');
    await applyFix(page, 'Convert to EndpointSlice');
    const text = (): Promise<string> => probe.text(file('machines/index.ts'));
    const converted =
      /new k8s\.discovery\.v1\.EndpointSlice\("machines", \{[^]*\}, \/\/ by hand\n {2}addressType: "IPv4",\n/;
    await until('a slice', async () => converted.test(await text()), { show: text });
  });

  it('leave variables to the server of their language', async () => {
    const { probe, file } = shown();
    const text = await probe.text(file('typescript/index.ts'));
    await renames('typescript/index.ts', 'hosts =', 'machines', {
      'typescript/index.ts': /const machines = [^]*machines\.map\(/,
    });
    await probe.edit(file('typescript/index.ts'), text);
  });

  it('are checked while they are edited, and have each finding once', async () => {
    const { probe, file } = shown();
    await probe.open(file('shop/lib.py'));
    await probe.edit(file('shop/lib.py'), program('169.254.1.1'));
    assert.deepEqual(await codesOf(shown(), 'shop/lib.py', (codes) => codes.length > 0), ['link-local-ip']);
    await probe.edit(file('shop/lib.py'), program('10.1.2.3'));
    await codesOf(shown(), 'shop/lib.py', (codes) => codes.length === 0);
    await probe.open(file('shop/main.py'));
    await probe.edit(file('shop/main.py'), program('127.0.0.2'));
    await codesOf(shown(), 'shop/main.py', (codes) => codes.length === 1);
    await probe.edit(file('shop/main.py'), program('127.0.0.2', '  # endpoints: ignore[loopback-ip] a tunnel'));
    await codesOf(shown(), 'shop/main.py', (codes) => codes.length === 0);
  });

  it('complete a value at a typed quote', async () => {
    const { page, probe } = shown();
    await openFile(page, 'typed.py');
    const line = typed.split('\n').findIndex((each) => each.includes('protocol'));
    await goTo(page, line + 1, (typed.split('\n')[line] ?? '').indexOf('"protocol": ') + '"protocol": '.length + 1);
    await page.keyboard.type('"');
    const row = page.locator('.suggest-widget.visible .monaco-list-row', { hasText: 'UDP' });
    await row.waitFor({ timeout: 10_000 });
    await takePicture(page, 'program-completion');
    await acceptSuggestion(page, 'UDP');
    const text = async (): Promise<string> => (await probe.active())?.text ?? '';
    const expected = typed.replace('"protocol": }', '"protocol": "UDP"}');
    await until('the text', async () => (await text()) === expected, { show: text });
    await codesOf(shown(), 'shop/typed.py', (codes) => codes.length === 0);
  });

  /** The place in the first such text of a file. */
  const placeIn = async (name: string, text: string): Promise<{ line: number; character: number }> => {
    const before = (await shown().probe.text(shown().file(name))).split(text)[0]?.split('\n') ?? [];
    return { line: before.length - 1, character: (before.at(-1)?.length ?? 0) + 2 };
  };

  it('have hovers beside those of the language', async () => {
    const { probe, file } = shown();
    const name = 'typescript/index.ts';
    await probe.open(file(name));
    const hovers = async (text: string): Promise<string> =>
      (await probe.hover(file(name), await placeIn(name, text))).join('\n---\n');
    await until('a hover on a literal', async () => (await hovers('10.20.0.15')).includes('RFC 1918'), {
      show: () => hovers('10.20.0.15'),
    });
    assert.match(await hovers('Endpoints('), /kubernetes:core\/v1:Endpoints/);
    const both = (): Promise<string> => hovers('service = ');
    await until(
      'both hovers on a variable',
      async () => /const service[^]*resource|resource[^]*const service/.test(await both()),
      {
        within: 30_000,
        show: both,
      },
    );
    assert.match(await both(), /the resource `orders-db`/);
    const lenses = await probe.lenses(file(name));
    assert.ok(lenses.includes('2 ready × 1 port = 2 endpoints'), String(lenses));
  });

  it('lead to the Service of a manifest', async () => {
    const { page, probe, file } = shown();
    const at = await placeIn('shop/cache.py', '"redis"');
    const found = async (): Promise<readonly Span[]> => probe.definition(file('shop/cache.py'), at);
    await until('a definition', async () => (await found()).length === 1, { show: found });
    await probe.open(file('shop/cache.py'), at);
    await probe.command('editor.action.revealDefinition');
    await page.locator('.tab.active', { hasText: 'cache.yaml' }).waitFor({ timeout: 5000 });
    await takePicture(page, 'program-to-manifest');
  });

  it('have skeletons where a statement can start, and no formatting of ours', async () => {
    const { probe, file } = shown();
    const skeletons = ['new EndpointSlice', 'new EndpointSlicePatch', 'new Endpoints', 'new EndpointsPatch'];
    const expected = { 'shop/main.py': skeletons, 'go/main.go': [], 'java/src/main/java/shop/App.java': [] };
    for (const [name, labels] of Object.entries(expected)) {
      await probe.open(file(name));
      const found = await probe.completion(file(name), { line: 1, character: 0 });
      // The editor itself proposes regions.
      assert.deepEqual(
        found.map(({ label }) => label).filter((label) => !label.startsWith('#')),
        labels,
      );
      assert.equal(await probe.format(file(name)), 0);
    }
  });
});
