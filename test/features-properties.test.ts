/** What holds for the gestures that read a text's structure, whatever the text: no crash, every place where it belongs. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentSymbol, Range, SelectionRange } from 'vscode-languageserver-types';
import { loadServices, type Services } from '../server/src/contract/service-table.ts';
import { codeLenses } from '../server/src/features/outline/code-lens.ts';
import { documentLinks } from '../server/src/features/navigation/document-links.ts';
import { documentSymbols, flatSymbols } from '../server/src/features/outline/document-symbols.ts';
import { foldingRanges } from '../server/src/features/outline/folding.ts';
import { highlights } from '../server/src/features/navigation/highlights.ts';
import { inlayHints } from '../server/src/features/outline/inlay-hints.ts';
import { locatedIn, offsetOf, positionOf, rangeOf, type Encoding, type Located } from '../server/src/features/lsp.ts';
import { definition, implementation, references } from '../server/src/features/navigation/navigation.ts';
import { renamingAt } from '../server/src/features/rename/rename.ts';
import { isRefusal } from '../server/src/features/rename/renaming.ts';
import { selectionRanges } from '../server/src/features/outline/selection.ts';
import { semanticTokens } from '../server/src/features/outline/semantic-tokens.ts';
import type { View } from '../server/src/features/view.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { overlaps, type Span } from '../server/src/text/span.ts';
import { filesOf } from './support/gesture-page.ts';
import { mutate } from './support/mutate.ts';
import { root } from './support/root.ts';
import { times } from './support/runs.ts';
import { carried, patched, texts } from './support/whole-texts.ts';

const examples = [
  ...readdirSync(join(root, 'examples'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => ({ path: entry.name, text: readFileSync(join(entry.parentPath, entry.name), 'utf8') })),
  ...texts.filter(({ text }) => /EndpointSlice|k8s:/.test(text)),
  carried,
  patched,
  { path: 'copies.json', text: repeatedMembers() },
];
const encodings: readonly Encoding[] = ['utf-16', 'utf-8', 'utf-32'];
const settings = { protocol: true, namespace: true, portName: true, number: true, backend: true };
const mutations = times(1_000);

describe('the structure of any text', () => {
  let services: Services;
  before(async () => {
    services = await loadServices();
  });

  it(`is answered for ${mutations} mutations of the examples, with every place where it belongs`, function () {
    this.timeout(120_000);
    for (let seed = 0; seed < mutations; seed++) {
      const { path, text: example } = examples[seed % examples.length] ?? { path: '', text: '' };
      const mutated = mutate(seed % 5 === 0 ? example.replaceAll('db', 'dé😀') : example, seed);
      const text = seed % 3 === 0 ? mutated.replaceAll('\n', '\r\n') : mutated;
      const view = viewOf(path, text, encodings[seed % 3] ?? 'utf-16');
      try {
        structureHolds(view);
        for (let i = 0; i < 5; i++) placeHolds(view, (seed * 7919 + i * 104_729) % (text.length + 1));
        annotationsHold(view, services);
      } catch (error) {
        throw new Error(`seed ${seed}, ${path}:\n${text}`, { cause: error });
      }
    }
  });

  it('is the same whether lines end with LF or with CR LF', () => {
    for (const { path, text } of examples) {
      const unix = viewOf(path, text, 'utf-16');
      const windows = viewOf(path, text.replaceAll('\n', '\r\n'), 'utf-16');
      assert.deepEqual(allOf(windows, services), allOf(unix, services), path);
    }
  });

  it('counts positions as each client does, wherever it starts counting', () => {
    const text = `a: "${'é😀x'.repeat(2_000)}"\n`;
    for (const encoding of encodings) {
      const located = locatedIn(text, encoding);
      for (const offset of [4_000, 3, 8_004, 1_500, 1_500, 0, 2_996]) {
        const before = text.slice(0, offset);
        const length = {
          'utf-8': new TextEncoder().encode(before).length,
          'utf-16': before.length,
          'utf-32': [...before].length,
        };
        assert.deepEqual(positionOf(located, offset), { line: 0, character: length[encoding] });
      }
    }
  });

  for (const [what, make] of [
    ['addresses', manyAddresses],
    ['endpoints of a slice', manyEndpoints],
  ] as const) {
    it(`takes time in proportion to the text, with many ${what}`, function () {
      this.timeout(60_000);
      const [small, large] = [500, 8_000].map((count) => {
        const view = viewOf('a.yaml', make(count), 'utf-16');
        allOf(view, services);
        // Of the processor: others may be at work, too.
        const start = process.cpuUsage();
        for (let i = 0; i < 3; i++) allOf(view, services);
        return process.cpuUsage(start).user / 1000;
      });
      // Sixteen times the text; a quadratic step would take 256 times as long.
      assert.ok((large ?? 0) < 80 * Math.max(small ?? 0, 1), `${small} ms, ${large} ms`);
    });
  }
});

/** Both copies of a member have a part of the object. */
function repeatedMembers(): string {
  const head = '"apiVersion": "discovery.k8s.io/v1", "kind": "EndpointSlice", "addressType": "IPv4"';
  const labels = '"labels": {"kubernetes.io/service-name": "db"}';
  return `{${head},
    "metadata": {"name": "db-1", ${labels}, "name": null},
    "metadata": {"namespace": "shop", "labels": {"tier": "db"}},
    "endpoints": [{"addresses": ["10.0.0.1", "10.0.0.2"], "conditions": {"ready": true}}, {"addresses": ["10.0.0.3"]}],
    "endpoints": [{"nodeName": "a", "conditions": {"serving": true}}, null],
    "ports": [{"name": "web", "port": 80}, {"port": 81}],
    "ports": [{"protocol": "TCP", "name": "http", "name": null}],
    "metadata": null}`;
}

function manyAddresses(count: number): string {
  const address = (_: unknown, i: number): string =>
    `      - ip: 10.${i >> 16}.${(i >> 8) & 255}.${i & 255} # one\n        nodeName: worker-${i % 7}\n`;
  const addresses = Array.from({ length: count }, address).join('');
  return `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: &n a\nsubsets:\n  - addresses:\n${addresses}    ports:\n      - port: 80\n`;
}

function manyEndpoints(count: number): string {
  const endpoint = (_: unknown, i: number): string =>
    `  - addresses: [10.${i >> 16}.${(i >> 8) & 255}.${i & 255}] # one\n    nodeName: worker-${i % 7}\n`;
  const endpoints = Array.from({ length: count }, endpoint).join('');
  return `apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata:\n  name: a\naddressType: IPv4\nendpoints:\n${endpoints}ports:\n  - port: 80\n`;
}

function viewOf(path: string, text: string, encoding: Encoding): View {
  const file = readFile(path, text, { isPartial: false });
  return { uri: `file:///${path}`, located: locatedIn(text, encoding), file, minor: 36 };
}

/** Everything that is answered on the whole text. */
function allOf(view: View, services: Services): unknown {
  const span = { start: 0, end: view.located.text.length };
  return [
    documentSymbols(view),
    flatSymbols(view),
    foldingRanges(view, { isLineOnly: false, mostRanges: Infinity }),
    foldingRanges(view, { isLineOnly: true, mostRanges: Infinity }),
    semanticTokens(view),
    documentLinks(view),
    inlayHints(view, span, { settings, services, files: () => filesOf([view]) }),
    codeLenses(view, filesOf([view]), {
      canShowApply: true,
      canShowSlices: true,
      canShowBuilt: true,
      canShowPlaces: true,
    }),
  ];
}

function structureHolds(view: View): void {
  const { located } = view;
  const symbolHolds = ({ name, range, selectionRange, children = [] }: DocumentSymbol, around: Range): void => {
    assert.ok(name !== '');
    assert.ok(isWithin(range, around), `${name} is not within its parent`);
    assert.ok(isWithin(selectionRange, range), `what is selected is not within ${name}`);
    for (const child of children) symbolHolds(child, range);
  };
  const whole = { start: { line: 0, character: 0 }, end: positionOf(located, located.text.length) };
  for (const symbol of documentSymbols(view)) symbolHolds(symbol, whole);
  for (const { location } of flatSymbols(view)) rangeHolds(location.range, located);
  for (const isLineOnly of [false, true]) {
    let last = -1;
    for (const { startLine, endLine } of foldingRanges(view, { isLineOnly, mostRanges: Infinity })) {
      assert.ok(startLine < endLine && endLine < located.starts.length, `fold ${startLine}-${endLine}`);
      assert.ok(isLineOnly ? startLine > last : startLine >= last, 'folds are in order');
      last = startLine;
    }
  }
  tokensHold(semanticTokens(view).data, located);
  const half = located.text.length >> 1;
  const near = { start: half, end: half + 100 };
  const part = semanticTokens(view, near).data;
  tokensHold(part, located);
  const found = new Set(placesOf(part, located).map(({ start, end }) => `${start} ${end}`));
  for (const token of placesOf(semanticTokens(view).data, located)) {
    if (overlaps(token, near))
      assert.ok(found.has(`${token.start} ${token.end}`), `the token at ${token.start} is missing`);
  }
}

/** Where the tokens are in the text. */
function placesOf(data: readonly number[], located: Located): Span[] {
  const places: Span[] = [];
  let line = 0;
  let character = 0;
  for (let i = 0; i < data.length; i += 5) {
    const [lineStep = 0, step = 0, length = 0] = data.slice(i, i + 5);
    line += lineStep;
    character = lineStep > 0 ? step : character + step;
    const start = offsetOf(located, { line, character });
    places.push({ start, end: offsetOf(located, { line, character: character + length }) });
  }
  return places;
}

function tokensHold(data: readonly number[], located: Located): void {
  let line = 0;
  let end = 0;
  let character = 0;
  for (let i = 0; i < data.length; i += 5) {
    const [lineStep = 0, step = 0, length = 0] = data.slice(i, i + 5);
    if (lineStep > 0) end = 0;
    line += lineStep;
    character = lineStep > 0 ? step : character + step;
    assert.ok(lineStep >= 0 && length > 0 && character >= end, `token at ${line}:${character}`);
    end = character + length;
    rangeHolds({ start: { line, character }, end: { line, character: end } }, located);
  }
}

/** At the nearest place that a client can name: not between CR and LF. */
function placeHolds(view: View, anyOffset: number): void {
  const { located } = view;
  const offset = offsetOf(located, positionOf(located, anyOffset));
  const [innermost] = selectionRanges(view, [offset]);
  assert.ok(innermost);
  const at = positionOf(located, offset);
  for (let link: SelectionRange | undefined = innermost; link; link = link.parent) {
    rangeHolds(link.range, located);
    assert.ok(isWithin({ start: at, end: at }, link.range), 'the selection holds the place');
    const wider = link.parent?.range;
    if (wider) assert.ok(isWithin(link.range, wider) && !isWithin(wider, link.range), 'each selection is wider');
  }
  const files = filesOf([view]);
  const ways = [definition(view, offset, files), implementation(view, offset, files)];
  const places = [...references(view, offset, files, true), ...ways.flatMap((way) => way?.places ?? [])];
  for (const { span, whole } of places) {
    rangeHolds(rangeOf(located, span), located);
    rangeHolds(rangeOf(located, whole), located);
  }
  for (const { range } of highlights(view, offset, files)) rangeHolds(range, located);
  for (const way of ways) if (way) assert.ok(way.origin.start <= offset && offset <= way.origin.end);
  renamingHolds(view, offset);
}

/** What can be renamed is at the place, and is what stands there; renaming it touches nothing outside of the text. */
function renamingHolds(view: View, offset: number): void {
  const renaming = renamingAt(view, offset, filesOf([view]));
  if (!renaming || isRefusal(renaming)) return;
  const { span, name } = renaming;
  assert.ok(span.start - 1 <= offset && offset <= span.end + 1, `${name} is renamed where it stands`);
  rangeHolds(rangeOf(view.located, span), view.located);
  const rewrites = renaming.rewrite('renamed-now');
  if (isRefusal(rewrites)) return;
  for (const { document, rewrites: changes } of rewrites) {
    for (const change of changes) assert.ok(change.span.end <= document.text.length && change.label !== '');
  }
}

function annotationsHold(view: View, services: Services): void {
  const { located } = view;
  for (const { range, target } of documentLinks(view)) assert.equal(textOf(located, range), target);
  for (const { range } of codeLenses(view, filesOf([view]), {
    canShowApply: true,
    canShowSlices: true,
    canShowBuilt: true,
    canShowPlaces: true,
  }))
    rangeHolds(range, located);
  const span = { start: located.text.length >> 2, end: located.text.length >> 1 };
  for (const { position } of inlayHints(view, span, { settings, services, files: () => filesOf([view]) })) {
    const offset = offsetOf(located, position);
    assert.ok(span.start <= offset && offset <= span.end, 'hints stand where they were asked for');
  }
}

function textOf(located: Located, { start, end }: Range): string {
  return located.text.slice(offsetOf(located, start), offsetOf(located, end));
}

/** The range is the range of its own offsets: no line and no character that the text does not have. */
function rangeHolds(range: Range, located: Located): void {
  assert.ok(isWithin(range, range), 'the range ends after it starts');
  for (const position of [range.start, range.end])
    assert.deepEqual(positionOf(located, offsetOf(located, position)), position);
}

function isWithin(inner: Range, outer: Range): boolean {
  const isOrdered = (a: Range['start'], b: Range['start']): boolean =>
    a.line < b.line || (a.line === b.line && a.character <= b.character);
  return isOrdered(outer.start, inner.start) && isOrdered(inner.start, inner.end) && isOrdered(inner.end, outer.end);
}
