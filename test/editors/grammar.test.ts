/** Tests the grammars with VS Code's current YAML grammar and that of the oldest supported release. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { typeNamed } from '../../server/src/contract/contract.ts';
import type { Fields } from '../../server/src/contract/type.ts';
import { readFile } from '../../server/src/frontends/frontends.ts';
import { withoutMarkers } from '../support/markers.ts';
import { blocksOf } from '../support/pages.ts';
import { root } from '../support/root.ts';
import { installed } from './support/installed.ts';
import { drawScopes, isInRegion, ourScopes } from './support/tokenize-drawing.ts';
import { tokenizerOf, type Tokenize, type TokenizedLine } from './support/tokenize.ts';

const fixtures = join(root, 'test/fixtures/grammar');
const texts = [
  ...yamlFiles(fixtures).map((file) => ({ file, drawing: file.replace(/\.yaml$/, '.txt') })),
  ...[...yamlFiles(join(root, 'examples')), join(root, 'examples/chart/templates/endpoints.yaml')].map((file) => ({
    file,
    drawing: join(fixtures, 'examples', basename(file).replace(/\.yaml$/, '.txt')),
  })),
].map((each) => ({ ...each, name: each.file.slice(root.length + 1), text: readFileSync(each.file, 'utf8') }));

/** The YAML of all rule pages and fixtures. */
const blocks = ['docs/rules', 'test/fixtures/rules'].flatMap((folder) =>
  readdirSync(join(root, folder)).flatMap((page) =>
    blocksOf(readFileSync(join(root, folder, page), 'utf8'))
      .filter(({ sign }) => sign === '#')
      .map(({ text, options }) => ({ page, path: options.path ?? 'a.yaml', text: withoutMarkers(text) })),
  ),
);

const hosts = { nested: installed().workbench, flat: installed().web };
const tokenizers = new Map<string, Tokenize>();

describe('grammars', () => {
  before(async () => {
    for (const [host, folder] of Object.entries(hosts)) {
      tokenizers.set(host, await tokenizerOf(join(folder, 'extensions/yaml/syntaxes')));
    }
  });

  for (const { name, text, drawing } of texts) {
    it(`colour ${name}`, () => {
      const drawn = drawScopes(tokenize('nested', text), tokenize('flat', text));
      if (process.env['UPDATE'] === '1') {
        mkdirSync(dirname(drawing), { recursive: true });
        writeFileSync(drawing, drawn);
      }
      assert.equal(drawn, existsSync(drawing) ? readFileSync(drawing, 'utf8') : '');
    });
  }

  it('colour every fixed value of the contract', () => {
    for (const [type, key] of [
      ['EndpointPort', 'protocol'],
      ['EndpointPort', 'appProtocol'],
      ['EndpointSlice', 'addressType'],
      ['ManagedFieldsEntry', 'operation'],
      ['ManagedFieldsEntry', 'fieldsType'],
    ] as const) {
      for (const value of valuesOf(type, key)) {
        const [scope = 'nothing'] = scopesAt(`  - ${key}: ${value}`, value);
        assert.match(scope, /^constant\.language\./, `${key}: ${value}`);
      }
    }
  });

  it('mark the keys that the contract calls read-only or deprecated, and no others', () => {
    for (const [key, field] of Object.entries(fieldsOf('ObjectMeta'))) {
      const expected = field.deprecated
        ? ['markup.strikethrough.deprecated']
        : field.readOnly
          ? ['comment.read-only']
          : [];
      assert.deepEqual(scopesAt(`metadata:\n  ${key}: a`, key), expected, key);
    }
  });

  for (const host of Object.keys(hosts)) describe(`with the ${host} grammar of VS Code`, () => checkProperties(host));

  it('cost little more than the time of VS Code', async () => {
    const syntaxes = join(hosts.nested, 'extensions/yaml/syntaxes');
    const text = longText(10_000);
    const without = await tokenizerOf(syntaxes, []);
    const [bare, ours] = [without, tokenizers.get('nested') ?? without].map((run) => fastest(() => run(text)));
    assert.ok(ours !== undefined && bare !== undefined && ours < 3 * bare, `${ours} ms instead of ${bare} ms`);
  });
});

const otherGroup = /apiVersion: (?:example\.com\/|discovery\.k8s\.io\/v1beta1)/i;

function checkProperties(host: string): void {
  it('read line breaks of Windows as any others', () => {
    for (const { name, text } of texts) {
      assert.deepEqual(tokenize(host, text.replaceAll('\n', '\r\n')), tokenize(host, text), name);
    }
  });

  it('colour nothing where no resource is ours', () => {
    for (const { name, text } of [...texts, ...blocks.map((block) => ({ ...block, name: block.page }))]) {
      const foreign = text.replaceAll(/Endpoint(?:s|Slice)/g, 'Deployments').replace(/#.*/g, '');
      assert.deepEqual(coloured(tokenize(host, foreign)), [], `${name}:\n${foreign}`);
    }
  });

  it('end with the document, wherever the text breaks off', () => {
    const rest = '\n---\nip: 10.0.0.1\nmetadata:\n  uid: a\nports: [{ port: 80, protocol: TCP }]\n';
    for (const { name, text } of texts) {
      for (let end = 0; end < text.length; end += 23) {
        const lines = tokenize(host, text.slice(0, end) + rest);
        assert.deepEqual(coloured(lines.slice(-5)), [], `${name} up to ${end}: ${text.slice(0, end).slice(-80)}`);
      }
    }
  });

  it('have regions only where the server has resources', () => {
    let regions = 0;
    // A pattern matches one line, so it cannot see that a line above names another API group or ends the document.
    const visible = blocks.filter(({ page, text }) => !otherGroup.test(text) && page !== 'ignored-text.md');
    for (const { page, path, text } of visible) {
      const spans = resourceSpans(path, text);
      let start = 0;
      for (const { text: line, tokens } of tokenize(host, text)) {
        for (const token of tokens.filter((each) => isInRegion(each) && isWritten(line, each.start))) {
          const at = start + token.start;
          regions++;
          assert.ok(
            spans.some((span) => span.start <= at && at < span.end),
            `${page} at ${at}: ${line}\n${text}`,
          );
        }
        start += line.length + 1;
      }
    }
    assert.ok(regions > 5000, `only ${regions} tokens stand in a region`);
  });
}

function yamlFiles(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => join(folder, file));
}

function tokenize(host: string, text: string): readonly TokenizedLine[] {
  const run = tokenizers.get(host);
  assert.ok(run);
  return run(text);
}

/** Our scopes of a word in a manifest, without their suffix. */
function scopesAt(text: string, word: string): readonly string[] {
  const lines = tokenize('nested', `kind: Endpoints\n${text}`);
  const line = lines.findLast((each) => each.text.includes(word));
  const token = line?.tokens.find(({ start }) => start === line.text.lastIndexOf(word));
  assert.ok(token, `${word} in ${text}`);
  const shown = ourScopes(token).filter((scope) => !scope.startsWith('meta.'));
  return shown.map((scope) => scope.replace(/\.endpoints$/, ''));
}

/** The enum values of a field, and its suggestions with a prefix; other suggestions are examples. */
function valuesOf(type: string, key: string): readonly string[] {
  const field = fieldsOf(type)[key]?.type;
  assert.ok(field?.kind === 'string', key);
  const suggested = (field.suggestions ?? []).filter(({ value }) => value.includes('/'));
  const values = [...(field.choices ?? []), ...suggested].map(({ value }) => value);
  assert.ok(values.length > 0, key);
  return values;
}

function fieldsOf(type: string): Fields {
  const found = typeNamed(type);
  assert.ok(found, type);
  return found.fields;
}

/** The lines with our scopes. */
function coloured(lines: readonly TokenizedLine[]): readonly string[] {
  return lines.filter(({ tokens }) => tokens.some((token) => ourScopes(token).length > 0)).map(({ text }) => text);
}

/** From the start of each resource to its end, or to the end of a document that cannot be parsed. */
function resourceSpans(path: string, text: string): readonly { start: number; end: number }[] {
  return readFile(path, text, { isPartial: false }).parts.flatMap(({ start, document }) =>
    document.resources.map(({ span }) => ({
      start: start + span.start,
      end: start + (document.issues.length > 0 ? document.text.length : span.end),
    })),
  );
}

/** Whitespace, comments, the dash of an item, and template lines between resources have no owner. */
function isWritten(line: string, at: number): boolean {
  const before = line.slice(0, at + 1);
  return !/[ \t]$|(?:^|[ \t])#|^[ \t]*-$/.test(before) && !line.includes('{{');
}

function longText(lines: number): string {
  const subset = [
    '- addresses:',
    '  - ip: 10.0.0.1',
    '  ports:',
    '  - name: http',
    '    port: 80',
    '    protocol: TCP',
  ];
  const body = Array.from({ length: lines }, (_, i) => subset[i % subset.length]);
  return ['apiVersion: v1', 'kind: Endpoints', 'subsets:', ...body].join('\n');
}

function fastest(run: () => void): number {
  const times = [1, 2].map(() => {
    const start = performance.now();
    run();
    return Math.round(performance.now() - start);
  });
  return Math.min(...times);
}
