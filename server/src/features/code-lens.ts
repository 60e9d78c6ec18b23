/** textDocument/codeLens: above each resource, how many endpoints it stands for. A lens says something and does nothing. */
import type { CodeLens } from 'vscode-languageserver-types';
import { member } from '../analysis/bind.ts';
import { endpointPhrase } from './endpoint-counts.ts';
import { rangeOf } from './lsp.ts';
import type { LocatedResource, View } from './view.ts';
import { resourcesOf } from './view.ts';

/** One lens for each resource of which something can be said. */
export function codeLenses(view: View): CodeLens[] {
  return resourcesOf(view).flatMap((located): CodeLens[] => {
    const title = phraseOf(located);
    if (title === undefined) return [];
    const start = located.start + located.resource.span.start;
    return [{ range: rangeOf(view.located, { start, end: start }), command: { title, command: '' } }];
  });
}

function phraseOf(located: LocatedResource): string | undefined {
  const { resource, binding, document } = located;
  const isUnwritten = !member(binding.root, 'subsets') && !binding.root.value.isOpen;
  if (isUnwritten && resource.isPartial) return 'leaves the endpoints as they are';
  const phrase = endpointPhrase(located);
  if (phrase !== undefined || document.issues.length > 0) return phrase;
  return resource.form === 'pulumi' ? 'endpoints known when the program runs' : 'endpoints known after rendering';
}
