/** What goes on naming converted objects: roles, kustomizations, expressions, Prometheus; and all that only looks like it. */
import assert from 'node:assert/strict';
import type { ConvertSettings, ConversionOutcome } from '../server/src/convert/outcome.ts';
import { referencesTo } from '../server/src/convert/references/references.ts';
import { stepsOfKinds } from '../server/src/readers/catalogue.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { lineStarts, positionAt } from '../server/src/text/line-index.ts';
import { shift } from '../server/src/text/span.ts';
import { stringOf, valueOf, type Mapping } from '../server/src/tree/value.ts';
import { kustomizeCases } from './support/kustomize-cases.ts';
import { monitorCases } from './support/monitor-cases.ts';
import { relabelingCases } from './support/relabeling-cases.ts';
import { cases, db, role, type Files } from './support/reference-cases.ts';
import { requiredCases } from './support/required-cases.ts';

const settings: ConvertSettings = { to: 'endpointslice', mode: 'replace', managedBy: 'me', minor: 36 };

describe('references to what was converted', () => {
  for (const { name, files, finds } of [
    ...cases(),
    ...kustomizeCases(),
    ...monitorCases(),
    ...relabelingCases(),
    ...requiredCases(),
  ]) {
    it(name, () => assert.deepEqual(found(files), finds));
  }

  it('are none where the old object stays', () => {
    assert.deepEqual(found({ 'db.yaml': db, 'role.yaml': role() }, { ...settings, mode: 'add' }), []);
  });

  it('are no readers on the way back: the mirroring controller makes slices', () => {
    const slices = role({ groups: 'discovery.k8s.io', resource: 'endpointslices' });
    const prometheus = 'scrape_configs:\n  - kubernetes_sd_configs:\n      - role: endpointslice\n';
    const files = { 'db.yaml': db, 'role.yaml': slices, 'p.yaml': prometheus };
    assert.deepEqual(found(files, { ...settings, to: 'endpoints' }), []);
  });

  it('name the file and the place in every spelling of line breaks', () => {
    const windows = role().replaceAll('\n', '\r\n');
    assert.deepEqual(places({ 'db.yaml': db, 'role.yaml': windows }), ['role.yaml:8:17']);
    assert.deepEqual(places({ 'db.yaml': db, 'role.yaml': `# first\n---\n${role()}` }), ['role.yaml:10:17']);
  });
});

function places(files: Files): readonly string[] {
  return found(files).map((line) => line.slice(0, line.indexOf(' ')));
}

function found(files: Files, to: ConvertSettings = settings): readonly string[] {
  const texts = Object.entries(files).map(([name, text]) => ({ uri: `file:///${name}`, text }));
  const outcomes = texts.flatMap(({ uri, text }) => outcomesIn(uri, text));
  const emptied = texts.filter(({ uri }) => uri.endsWith('emptied.yaml'));
  const changed = emptied.map(({ uri, text }) => ({ uri, before: text, after: '# nothing\n' }));
  return referencesTo(texts, { files: changed, outcomes }, to).map(({ uri, span, what, message, reading }) => {
    const name = uri.slice('file:///'.length);
    const { line, character } = positionAt(lineStarts(files[name] ?? ''), span.start);
    const place = `${name}:${line + 1}:${character + 1} ${what}`;
    // The messages of readers are tested with them.
    if (!stepsOfKinds.has(what)) return `${place}: ${message}`;
    return `${place} ${reading?.certainty}: ${message.split(/\. (?=[A-Z])/)[0]}`;
  });
}

/** As if every Endpoints that is whole had been converted. */
function outcomesIn(uri: string, text: string): readonly ConversionOutcome[] {
  if (uri.endsWith('part.yaml')) return [];
  return readFile(uri, text, { isPartial: false }).parts.flatMap(({ start, document }) =>
    document.resources
      .filter(({ type }) => type === 'Endpoints')
      .map(({ head, properties }): ConversionOutcome => {
        const metadata = valueOf(properties, 'metadata') as Mapping;
        const name = stringOf(valueOf(metadata, 'name')) ?? '';
        return {
          uri,
          span: shift(head, start),
          kind: 'Endpoints',
          namespace: stringOf(valueOf(metadata, 'namespace')) ?? '',
          name,
          what: 'converted',
          reasons: [],
          losses: [],
          made: [{ kind: 'EndpointSlice', name: `${name}-ipv4` }],
        };
      }),
  );
}
