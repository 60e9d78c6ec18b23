/** Tests every setting of the extension: a feature disappears and returns while a file is open. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/root.ts';
import { desktop, type Window } from './support/desktop.ts';
import { codesOf } from './support/states.ts';
import { paired, varied } from './support/texts.ts';
import { until } from './support/until.ts';
import { keepInOrder } from './support/windows.ts';

type Ask = (window: Window) => Promise<unknown>;

const name = 'a.yaml';
const address = { line: 8, character: 14 };
const whole = { start: { line: 0, character: 0 }, end: { line: 18, character: 0 } };

/** As an API server prints it, with the owners. */
const live = `apiVersion: v1
kind: Endpoints
metadata:
  name: orders-db
  labels:
    app: orders
  managedFields:
    - manager: team-a
      operation: Apply
      apiVersion: v1
      fieldsType: FieldsV1
      fieldsV1: {"f:metadata": {"f:labels": {"f:app": {}}}}
`;

const backed = `${paired.service}---\n${paired.endpoints}`;
const role = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: watcher}
rules: [{apiGroups: [""], resources: [endpoints], verbs: [get, list]}]
`;
const mixed = `${varied}---\napiVersion: v1\nkind:   Namespace\nmetadata:\n  name: shop\n`;

/** A request for each feature; its answers differ while the feature is on and off. */
const switches: Readonly<Record<string, Ask>> = {
  'endpoints.apply': async ({ probe, file }) => {
    const start = { line: 3, character: 4 };
    await probe.open(file('live.yaml'));
    const actions = await probe.actions(file('live.yaml'), { start, end: start });
    return actions.some(({ title }) => title === 'Show the result of server-side apply');
  },
  'endpoints.diagnostics': async ({ probe, file }) => (await probe.diagnostics(file(name))).length,
  'endpoints.completion': async ({ probe, file }) => {
    const items = await probe.completion(file(name), { line: 17, character: 25 });
    return items.some(({ label }) => label === 'appProtocol');
  },
  'endpoints.codeActions': async ({ probe, file }) => {
    const actions = await probe.actions(file(name), {
      start: { line: 9, character: 14 },
      end: { line: 9, character: 14 },
    });
    return actions.some(({ title }) => title.includes('loopback-ip'));
  },
  'endpoints.format': ({ probe, file }) => probe.format(file(name)),
  'endpoints.formatMixed': async ({ probe, file }) => {
    // Only the text of an open file is formatted.
    await probe.open(file('mixed.yaml'));
    return probe.format(file('mixed.yaml'));
  },
  'endpoints.hover': ({ probe, file }) => probe.hover(file(name), { line: 7, character: 6 }),
  'endpoints.symbols': async ({ probe, file }) => {
    // VS Code caches the outline of a text until it changes.
    await probe.edit(file(name), `${varied}# ${++edits}\n`);
    return probe.symbols(file(name));
  },
  'endpoints.folding': ({ probe, file }) => probe.folding(file(name)),
  'endpoints.selection': ({ probe, file }) => probe.selections(file(name), address),
  'endpoints.highlights': ({ probe, file }) => probe.highlights(file(name), address),
  'endpoints.navigation': ({ probe, file }) => probe.definition(file(name), { line: 13, character: 18 }),
  'endpoints.semanticTokens': ({ probe, file }) => probe.tokenTypes(file(name)),
  'endpoints.links': ({ probe, file }) => probe.links(file(name)),
  'endpoints.codeLens': ({ probe, file }) => probe.lenses(file(name)),
  'endpoints.readers': async ({ probe, file }) => JSON.stringify(await probe.lenses(file(name))).includes('1 reader'),
  'endpoints.inlayHints.protocol': ({ probe, file }) => probe.hints(file(name), whole),
  'endpoints.inlayHints.namespace': ({ probe, file }) => probe.hints(file(name), whole),
  'endpoints.inlayHints.portName': ({ probe, file }) => probe.hints(file(name), whole),
  'endpoints.inlayHints.backend': async ({ probe, file }) => {
    await probe.open(file('service.yaml'));
    return probe.hints(file('service.yaml'), whole);
  },
  'endpoints.inlayHints.number': ({ probe, file }) => probe.hints(file(name), whole),
};

let edits = 0;
let window: Window | undefined;

function shown(): Window {
  assert.ok(window);
  return window;
}

describe('settings of the extension', () => {
  keepInOrder(() => window);

  before(async () => {
    const { workspace, open } = await desktop();
    const files = { [name]: varied, 'live.yaml': live, 'service.yaml': backed, 'mixed.yaml': mixed, 'role.yaml': role };
    window = await open(workspace('settings', files));
    // Some answers wait until all files are read.
    await until('the workspace to be read', async () => (await switches['endpoints.apply']?.(shown())) === true);
  });

  beforeEach(async () => {
    await shown().probe.open(shown().file(name));
    await codesOf(shown(), name, (codes) => codes.includes('loopback-ip'));
    // The lenses of a text that was just opened come after its findings.
    await until('the lenses', async () => (await switches['endpoints.apply']?.(shown())) === true);
    await until('the readers', async () => (await switches['endpoints.readers']?.(shown())) === true);
  });

  it('are all tried here', () => {
    const listed = [...properties()].filter(([, { type }]) => type === 'boolean').map(([key]) => key);
    assert.deepEqual(Object.keys(switches).sort(), listed.sort());
  });

  for (const [key, ask] of Object.entries(switches)) {
    it(`switch at once: ${key}`, async () => {
      const { probe } = shown();
      const answer = async (): Promise<string> => JSON.stringify(await ask(shown()));
      const before = await answer();
      await probe.setting(key, !properties().get(key)?.default);
      try {
        await until('another answer', async () => (await answer()) !== before, { within: 5000, show: () => before });
      } finally {
        await probe.setting(key);
      }
      await until('the answer as before', async () => (await answer()) === before, { within: 5000, show: answer });
    });
  }

  it('set the level of a rule', async () => {
    const { probe } = shown();
    await probe.setting('endpoints.severity', { 'loopback-ip': 'off' });
    try {
      await codesOf(shown(), name, (codes) => !codes.includes('loopback-ip') && codes.length > 0);
    } finally {
      await probe.setting('endpoints.severity');
    }
    await codesOf(shown(), name, (codes) => codes.includes('loopback-ip'));
  });

  it('set the Kubernetes version', async () => {
    const { probe } = shown();
    await codesOf(shown(), name, (codes) => codes.includes('deprecated-endpoints'));
    await probe.setting('endpoints.kubernetesVersion', '1.30');
    try {
      await codesOf(shown(), name, (codes) => !codes.includes('deprecated-endpoints'));
    } finally {
      await probe.setting('endpoints.kubernetesVersion');
    }
  });
});

interface Property {
  readonly type: string;
  readonly default: unknown;
}

function properties(): ReadonlyMap<string, Property> {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    contributes: { configuration: readonly { properties: Readonly<Record<string, Property>> }[] };
  };
  return new Map(manifest.contributes.configuration.flatMap((group) => Object.entries(group.properties)));
}
