/**
 * textDocument/codeLens: above each resource, how many endpoints it stands for, and which objects around belong to it. A
 * lens says something and does nothing.
 */
import type { CodeLens } from 'vscode-languageserver-types';
import { member } from '../analysis/bind.ts';
import { objectsIn } from '../analysis/places.ts';
import { relationPhrase } from './code-lens-relations.ts';
import { endpointPhrase } from './endpoint-counts.ts';
import { rangeOf } from './lsp.ts';
import type { Files, LocatedResource, View } from './view.ts';
import { resourcesOf } from './view.ts';

/** For each resource what can be said of it by itself; then, for each object, what belongs to it. In the order of lines. */
export function codeLenses(view: View, { workspace }: Pick<Files, 'workspace'>): CodeLens[] {
  const entries = workspace.entriesIn(view.uri);
  const own = resourcesOf(view).flatMap((located) => lensAt(view, located, phraseOf(located)));
  const among = objectsIn(view.file).flatMap((object) => {
    const entry = entries[object.ordinal];
    return lensAt(view, object, entry && relationPhrase(entry, workspace));
  });
  return [...own, ...among].sort((a, b) => a.range.start.line - b.range.start.line);
}

function lensAt(view: View, at: Pick<LocatedResource, 'start' | 'resource'>, title: string | undefined): CodeLens[] {
  if (title === undefined) return [];
  const start = at.start + at.resource.span.start;
  return [{ range: rangeOf(view.located, { start, end: start }), command: { title, command: '' } }];
}

function phraseOf(located: LocatedResource): string | undefined {
  const { resource, binding, document } = located;
  const isUnwritten = !member(binding.root, 'subsets') && !binding.root.value.isOpen;
  if (isUnwritten && resource.isPartial) return 'leaves the endpoints as they are';
  const phrase = endpointPhrase(located);
  if (phrase !== undefined || document.issues.length > 0) return phrase;
  return resource.form === 'pulumi' ? 'endpoints known when the program runs' : 'endpoints known after rendering';
}
