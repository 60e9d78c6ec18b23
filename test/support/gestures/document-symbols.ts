/** Prints the outline: one line per symbol, with its detail, its range and its selection range. */
import { SymbolKind, type DocumentSymbol } from 'vscode-languageserver-types';
import { documentSymbols, flatSymbols } from '../../../server/src/features/outline/document-symbols.ts';
import type { Input } from '../gesture-page.ts';
import { placeOf, quoted } from './places.ts';

const kinds = new Map<number, string>(Object.entries(SymbolKind).map(([name, kind]) => [kind, name]));

/** The attribute `flat` prints the symbols of clients without a tree. */
export function drawSymbols({ view }: Input, attributes: string): string {
  if (/\bflat\b/.test(attributes)) {
    return flatSymbols(view)
      .map(({ name, kind, location, containerName }) => {
        const around = containerName === undefined ? '' : ` in ${containerName}`;
        return `${name}${around} (${kinds.get(kind)} ${placeOf(location.range)})`;
      })
      .join('\n');
  }
  const lines = (symbols: readonly DocumentSymbol[], indent: string): string[] =>
    symbols.flatMap(({ name, detail, kind, range, selectionRange, children = [] }) => [
      `${indent}${name}${detail === undefined ? '' : ` — ${detail}`} (${kinds.get(kind)} ${placeOf(range)}, selects ${quoted(view.located, selectionRange)})`,
      ...lines(children, `${indent}  `),
    ]);
  return lines(documentSymbols(view), '').join('\n');
}
