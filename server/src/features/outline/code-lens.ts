/**
 * textDocument/codeLens: above each resource, how many endpoints it stands for, and which objects around belong to it: these
 * say something and do nothing. Two more lead to the slices that the control plane makes of it, and to what server-side
 * apply makes of it.
 */
import type { CodeLens, Range } from 'vscode-languageserver-types';
import { member } from '../../analysis/binding/bind.ts';
import { kindOfType } from '../../contract/contract.ts';
import { aroundsIn, objectsIn } from '../../analysis/workspace/places.ts';
import { hasForecast, showApply } from '../actions/apply-target.ts';
import { relationPhrase } from './code-lens-relations.ts';
import { mirrorPhrase, outlookIn, showSlices } from '../actions/mirror-target.ts';
import { endpointPhrase } from './endpoint-counts.ts';
import { rangeOf } from '../lsp.ts';
import type { Files, LocatedResource, View } from '../view.ts';
import { resourcesOf } from '../view.ts';

/** For each resource what can be said of it by itself; then, for each object, what belongs to it. In the order of lines. */
export function codeLenses(
  view: View,
  { workspace }: Pick<Files, 'workspace'>,
  { leadsToApply, leadsToSlices }: { readonly leadsToApply: boolean; readonly leadsToSlices: boolean },
): CodeLens[] {
  const entries = workspace.entriesIn(view.uri);
  const own = resourcesOf(view).flatMap((located) => lensAt(view, located, phraseOf(located)));
  const among = objectsIn(view.file).flatMap((object) => {
    const entry = entries[object.ordinal];
    return lensAt(view, object, entry && relationPhrase(entry, workspace));
  });
  const mirrored = mirrorLenses(view, workspace, leadsToSlices);
  const apply = leadsToApply ? applyLenses(view, workspace) : [];
  return [...own, ...among, ...mirrored, ...apply].sort((a, b) => a.range.start.line - b.range.start.line);
}

/** What the control plane makes of each Endpoints; leads to it for a client that can show it. */
function mirrorLenses(view: View, workspace: Files['workspace'], leadsToSlices: boolean): CodeLens[] {
  const arounds = aroundsIn(view, workspace);
  return objectsIn(view.file).flatMap((object): CodeLens[] => {
    const outlook = outlookIn(object, arounds[object.ordinal], view.minor);
    const title = outlook && mirrorPhrase(outlook);
    if (outlook === undefined || title === undefined) return [];
    if (!leadsToSlices || outlook.outcome.kind !== 'slices') return lensAt(view, object, title);
    const range = rangeAt(view, object);
    return [{ range, command: showSlices(view.uri, range.start, title) }];
  });
}

/** Only where there is something to show. */
function applyLenses(view: View, workspace: Files['workspace']): CodeLens[] {
  const arounds = aroundsIn(view, workspace);
  return objectsIn(view.file).flatMap((object): CodeLens[] => {
    const around = arounds[object.ordinal];
    if (!around?.entry.facts.applied || !hasForecast(around)) return [];
    const range = rangeAt(view, object);
    const command = { ...showApply(view.uri, range.start), title: 'what apply makes of this' };
    return [{ range, command }];
  });
}

function lensAt(view: View, at: Pick<LocatedResource, 'start' | 'resource'>, title: string | undefined): CodeLens[] {
  return title === undefined ? [] : [{ range: rangeAt(view, at), command: { title, command: '' } }];
}

function rangeAt({ located }: View, { start, resource: { span } }: Pick<LocatedResource, 'start' | 'resource'>): Range {
  return rangeOf(located, { start: start + span.start, end: start + span.start });
}

function phraseOf(located: LocatedResource): string | undefined {
  const { resource, binding, document } = located;
  const content = kindOfType(resource.type) === 'EndpointSlice' ? 'endpoints' : 'subsets';
  const isUnwritten = !member(binding.root, content) && !binding.root.value.isOpen;
  if (isUnwritten && resource.isPartial) return 'leaves the endpoints as they are';
  const phrase = endpointPhrase(located);
  if (phrase !== undefined || document.issues.length > 0) return phrase;
  return resource.form === 'pulumi' ? 'endpoints known when the program runs' : 'endpoints known after rendering';
}
