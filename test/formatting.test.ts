/** What holds for every text that is formatted: it means the same, and formatting it again changes nothing. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { parseAllDocuments } from 'yaml';
import { contentText } from '../server/src/features/format-proof.ts';
import { formatFile, type Formatted } from '../server/src/features/formatting.ts';
import { offsetOf } from '../server/src/features/lsp.ts';
import type { View } from '../server/src/features/view.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { applyEdits } from '../server/src/edits/apply-edits.ts';
import type { Span } from '../server/src/text/span.ts';
import { configMap, tasks } from './support/carried-texts.ts';
import { inputAt } from './support/gesture-page.ts';
import { mutate } from './support/mutate.ts';
import { root } from './support/root.ts';
import { times } from './support/runs.ts';
import { yamlText } from './support/yaml-texts.ts';

const options = { isPartial: false };
const placeholders = `apiVersion: v1
kind:   Endpoints
metadata: {name: <service-name>,   namespace: "__NAMESPACE__"}
subsets:
- addresses:
  - ip:   <path:vault/data/db#ip>
  ports:
  - port: CHANGE_ME
    name: ENC[AES256_GCM,data:abc=,type:str]   # encrypted
`;
const examples = [
  ...readdirSync(join(root, 'examples'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => ({ path: entry.name, text: readFileSync(join(entry.parentPath, entry.name), 'utf8') })),
  { path: 'placeholders.yaml', text: placeholders },
  { path: 'config-map.yaml', text: configMap.replace('ip: 10', 'ip:   10').replace('kind: ', 'kind:   ') },
  { path: 'tasks.yaml', text: tasks.replace('ip: 10', 'ip:   10') },
];

describe('formatting', () => {
  for (const { path, text } of examples) {
    it(`keeps the meaning of ${path}, and changes nothing the second time`, () => holds(path, text));
  }

  it('keeps the meaning of mutated examples, and changes nothing the second time', async function () {
    this.timeout(600_000);
    let count = 0;
    for (let seed = 0; seed < times(600); seed++) {
      const { path, text } = examples[seed % examples.length] ?? { path: '', text: '' };
      if (await holds(path, mutate(text, seed), `seed ${seed}`)) count++;
    }
    assert.ok(count > times(50), `${count} texts were formatted`);
  });

  it('keeps every document, comment and line break of generated files, or says why it does not format them', async function () {
    this.timeout(600_000);
    let count = 0;
    const ours = 'apiVersion: v1\nkind:   Endpoints # ours\nmetadata: {name:   a}\n';
    const file = fc
      .tuple(yamlText, fc.array(fc.nat(40), { maxLength: 3 }), fc.boolean())
      .map(([text, lines, isFirst]) => {
        const whole = isFirst ? `${ours}---\n${text}` : `${text.replace(/\n?$/, '\n')}---\n${ours}`;
        return whole.split('\n').reduce((all, line, i) => `${all}${lines.includes(i) ? '\r\n' : '\n'}${line}`);
      });
    const property = fc.asyncProperty(file, async (text) => {
      if (text.includes('{{')) return;
      const view = inputAt('a.yaml', text, []).view;
      const formatted = await format('a.yaml', view);
      if (!formatted) return;
      if ('problem' in formatted) assert.match(formatted.problem, /^Not formatted, because .+\.$/);
      else if (await holds('a.yaml', text)) count++;
      else assert.fail('nothing was formatted');
    });
    await fc.assert(property, { numRuns: times(1_500) });
    assert.ok(count > times(200), `${count} texts were formatted`);
  });

  const untidy = 'apiVersion: v1\nkind:   Endpoints\nmetadata: {name: a}\n';
  const cases: readonly (readonly [what: string, text: string, after: string | RegExp])[] = [
    [
      'leaves a file alone with a syntax error in a document that it does not check',
      `${untidy}---\nkind: X\n:\n a: [\n`,
      /^Not formatted, because of a syntax error: .+ \(\d+:\d+\)\.$/,
    ],
    [
      'leaves a file alone of which only the API server would say that it is broken',
      `${untidy}{na>\n x}\n`,
      /syntax error/,
    ],
    ['says why a broken object is not formatted', untidy.replace('{name: a}', '{name: "a'), /syntax error/],
    [
      'keeps the only line that ends with CR LF',
      untidy.replace('v1\n', 'v1\r\n'),
      'apiVersion: v1\r\nkind: Endpoints\nmetadata: { name: a }\n',
    ],
    [
      'keeps CR LF where the line itself changes',
      untidy.replace('Endpoints\n', 'Endpoints\r\n'),
      'apiVersion: v1\nkind: Endpoints\r\nmetadata: { name: a }\n',
    ],
    [
      'leaves a file alone with a lone CR',
      `${untidy}# a\r# b\n`,
      /^Not formatted, because line 4 ends with CR alone\.$/,
    ],
    [
      'leaves a file alone where an ignore would cover other values',
      `${untidy}subsets:\n- addresses: [{ip: 127.0.0.1, hostname: a-rather-long-name-of-a-host}, {ip: 127.0.0.2}] # endpoints: ignore[loopback-ip] why\n`,
      /^Not formatted, because its values or comments would change\.$/,
    ],
    [
      'leaves a file alone where a folded placeholder would lose a byte order mark',
      `${untidy}---\n\uFEFF[[\${z}]]\n\uFEFF[[\${z}]]\n`,
      /^Not formatted, because its values or comments would change\.$/,
    ],
    [
      'leaves a file alone where a folded value would lose a no-break space',
      `${untidy}---\na: b \${z}\n  \u00a0c\n`,
      /^Not formatted, because its values or comments would change\.$/,
    ],
    [
      'leaves a file alone that Prettier would change each time',
      `- | # c\n\n- a\n---\n${untidy}`,
      /change its own result again/,
    ],
  ];
  for (const [what, text, expected] of cases)
    it(what, async () => {
      const { view } = inputAt('a.yaml', text, []);
      const formatted = await format('a.yaml', view);
      if (typeof expected === 'string') assert.equal(textAfter(view, formatted), expected);
      else assert.match(formatted && 'problem' in formatted ? formatted.problem : 'formatted', expected);
    });

  it('of some lines keeps the meaning, and the other lines', async () => {
    for (const [seed, { path, text }] of [...examples, ...examples, ...examples].entries()) {
      const spaced = text.replaceAll(/: (?=\S)/g, (colon, at: number) => ((at + seed) % 3 === 0 ? ':   ' : colon));
      const view = inputAt(path, spaced, []).view;
      const [from, to] = [Math.floor(view.located.starts.length / 3), Math.floor(view.located.starts.length / 2)];
      const within = { start: view.located.starts[from] ?? 0, end: view.located.starts[to] ?? 0 };
      const after = textAfter(view, await format(path, view, within));
      if (after === undefined) continue;
      assert.equal(contentText(readFile(path, after, options)), contentText(view.file));
      assert.ok(after.startsWith(spaced.slice(0, within.start)), path);
      assert.ok(after.endsWith(spaced.slice(within.end)), path);
    }
  });
});

/** False where nothing was formatted. */
async function holds(path: string, text: string, name = path): Promise<boolean> {
  const view = inputAt(path, text, []).view;
  const after = textAfter(view, await format(path, view));
  if (after === undefined) return false;
  const what = `${name}:\n${JSON.stringify(text)}\n=>\n${JSON.stringify(after)}`;
  assert.deepEqual(valuesIn(text) && valuesIn(after), valuesIn(text), what);
  const known = breaksIn(text);
  for (const each of breaksIn(after)) assert.ok(known.has(each), what);
  const again = inputAt(path, after, []).view;
  assert.equal(textAfter(again, await format(path, again)), after, what);
  return true;
}

function breaksIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/\r\n?|\n/g));
}

/** As the `yaml` package reads them; undefined where it cannot. Formatting removes empty documents. */
function valuesIn(text: string): readonly unknown[] | undefined {
  const documents = [parseAllDocuments(text.replace(/^\uFEFF/, ''), { uniqueKeys: false, logLevel: 'silent' })].flat();
  if (documents.some(({ errors }) => errors.length > 0)) return undefined;
  return documents.map((each): unknown => each.toJS()).filter((value) => value !== null);
}

function format(path: string, view: View, within?: Span): Promise<Formatted | undefined> {
  const read = (text: string): View['file'] => readFile(path, text, options);
  return formatFile(view, { tabSize: 2, insertSpaces: true, isMixed: true, ...(within ? { within } : {}), read });
}

function textAfter({ located }: View, formatted: Formatted | undefined): string | undefined {
  if (!formatted || 'problem' in formatted) return undefined;
  const edits = formatted.edits.map(({ range, newText }) => ({
    span: { start: offsetOf(located, range.start), end: offsetOf(located, range.end) },
    text: newText,
  }));
  return applyEdits(located.text, edits);
}
