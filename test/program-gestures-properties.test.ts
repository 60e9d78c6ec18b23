/** What holds for the gestures in any program, whole or cut anywhere: no crash, and every place inside of the text. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentSymbol, Range } from 'vscode-languageserver-types';
import { loadServices } from '../server/src/contract/service-table.ts';
import { hover } from '../server/src/features/hover/hover.ts';
import type { HoverOptions } from '../server/src/features/hover/hover-target.ts';
import { offsetOf } from '../server/src/features/lsp.ts';
import { documentLinks } from '../server/src/features/navigation/document-links.ts';
import { highlights } from '../server/src/features/navigation/highlights.ts';
import { definition, implementation, references } from '../server/src/features/navigation/navigation.ts';
import { documentSymbols } from '../server/src/features/outline/document-symbols.ts';
import { inlayHints } from '../server/src/features/outline/inlay-hints.ts';
import { withTraffic } from '../server/src/features/traffic/hover-traffic.ts';
import { markdown } from '../server/src/text/markup.ts';
import { contains, type Span } from '../server/src/text/span.ts';
import { inputAt } from './support/gesture-page.ts';
import { drawLenses, trafficOptionsIn } from './support/gestures/annotations.ts';
import { randomFrom } from './support/long-texts.ts';
import { loadGrammarsOf } from './support/programs.ts';
import { root } from './support/root.ts';
import { times } from './support/runs.ts';

const folder = join(root, 'test/data/programs');
const programs = readdirSync(folder, { withFileTypes: true })
  .filter((each) => each.isDirectory())
  .flatMap(({ name }) => readdirSync(join(folder, name)).map((file) => join(name, file)))
  .filter((file) => !file.endsWith('.json'))
  .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));

const settings = { protocol: true, namespace: true, portName: true, number: true, backend: true };

/** How each text is changed: not, cut off behind an offset, cut in front of it, and without a part. */
const changes: readonly ((text: string, at: number, end: number) => string)[] = [
  (text) => text,
  (text, at) => text.slice(0, at),
  (text, at, end) => text.slice(0, at) + text.slice(end),
  (text, at) => text.replaceAll('\n', '\r\n').slice(0, at),
];

describe('gestures in programs', function () {
  this.timeout(120_000 * times(1));
  before(() => loadGrammarsOf('a.ts', 'a.js', 'a.py', 'a.go', 'a.cs', 'a.java'));

  for (const [number, { file, text }] of programs.entries()) {
    it(file, async () => {
      const services = await loadServices();
      const random = randomFrom(number + 1);
      for (let i = 0; i < times(8); i++) {
        const at = random(text.length + 1);
        const changed = changes[i % changes.length]?.(text, at, at + random(40)) ?? '';
        const input = inputAt(file, changed, []);
        const { view, files } = input;
        const options: HoverOptions = {
          markup: markdown,
          now: 0,
          pageUri: (code) => code,
          services,
          files: () => files,
          hasApply: true,
        };
        const spanOf = ({ start, end }: Range): Span => {
          const span = { start: offsetOf(view.located, start), end: offsetOf(view.located, end) };
          assert.ok(span.start <= span.end && span.end <= changed.length);
          return span;
        };
        const symbolsHold = (symbols: readonly DocumentSymbol[], around: Span): void => {
          for (const { name, range, selectionRange, children = [] } of symbols) {
            assert.ok(name !== '' && contains(around, spanOf(range)), name);
            assert.ok(contains(spanOf(range), spanOf(selectionRange)), name);
            symbolsHold(children, spanOf(range));
          }
        };
        symbolsHold(documentSymbols(view), { start: 0, end: changed.length });
        const all = { start: 0, end: changed.length };
        const hints = inlayHints(view, all, { settings, services, files: () => files });
        const keys = hints.map(({ position, label }) => JSON.stringify([position, label]));
        assert.equal(new Set(keys).size, keys.length, String(keys));
        for (const { range } of documentLinks(view)) spanOf(range);
        drawLenses(input);
        for (let n = 0; n < 40; n++) {
          const offset = n === 0 ? changed.length : random(changed.length + 1);
          const found = hover(view, offset, options);
          if (found?.range) {
            const span = spanOf(found.range);
            assert.ok(span.start <= offset && offset <= span.end, `${offset} ${JSON.stringify(span)}`);
            withTraffic(found, { view, files, offset }, { ...trafficOptionsIn(input), markup: markdown });
          }
          for (const { range } of highlights(view, offset, files)) spanOf(range);
          const links = [definition(view, offset, files), implementation(view, offset, files)];
          for (const { origin, places } of links.flatMap((link) => link ?? [])) {
            assert.ok(origin.start <= offset && offset <= origin.end);
            for (const { span, whole } of places) assert.ok(contains(whole, span) && contains(all, whole));
          }
          for (const { span } of references(view, offset, files, true)) assert.ok(contains(all, span));
        }
      }
    });
  }
});
