/** Explains who owns a field: managers in live state, or the owners after all applies, with their conflicts. */
import { fieldSet, hasField, type Steps } from '../../analysis/apply/field-set.ts';
import { clashesOf, forecast, readLive, type Clash, type Forecast } from '../../analysis/apply/forecast.ts';
import { participantsIn } from '../../analysis/apply/gathering.ts';
import { roleOf } from '../../analysis/apply/apply-words.ts';
import { ownedParts, type OwnedPart } from '../../analysis/apply/owners.ts';
import type { Live, Owner } from '../../analysis/apply/apply-step.ts';
import type { Applied } from '../../analysis/facts/apply-facts.ts';
import type { RelatedObjects } from '../../analysis/workspace/file-around.ts';
import type { Markup } from '../../text/markup.ts';
import { listed } from '../../text/quote.ts';
import { distanceWords } from '../../text/time-words.ts';
import { pathText, type Path } from '../../tree/path.ts';
import { hasMeeting } from '../shown/apply-target.ts';
import { relatedToTarget, type HoverTarget } from './hover-target.ts';
import type { View } from '../view.ts';

/** One line on the owners of the field; undefined where it has none, or they cannot be known. */
export function ownerNote(target: HoverTarget, view: View): string | undefined {
  const { around } = relatedToTarget(target, view) ?? {};
  const applied = around?.entry.facts.applied;
  if (!applied) return undefined;
  return applied.means === 'live' ? liveNote(applied, target) : forecastNote(around, applied, target);
}

function liveNote(applied: Applied, { node: { path }, minor, options }: HoverTarget): string | undefined {
  const { markup, now } = options;
  const read = readLive({ applied }, minor);
  const part = 'live' in read ? partAt(read.live, path, minor) : undefined;
  if (!part || part.owners.length === 0) return undefined;
  const where = part.path.length < path.length ? ` as part of ${markup.code(pathText(part.path))}` : '';
  const owners = part.owners.map((owner) => `${markup.code(owner.manager)} (${howWords(owner, now, markup)})`);
  return `Owned${where} by ${listed(owners)}.`;
}

function partAt(live: Live, path: Path, minor: number): OwnedPart | undefined {
  const holds = (part: OwnedPart): boolean => part.path.every((step, i) => step === path[i]);
  const found = ownedParts(live, minor).findLast(holds);
  return found && (found.isWhole || found.path.length === path.length) ? found : undefined;
}

function howWords({ operation, subresource, order }: Owner, now: number, markup: Markup): string {
  const words = [
    operation === 'Apply' ? 'by apply' : 'by update',
    ...(subresource === '' ? [] : [`subresource ${markup.code(subresource)}`]),
    ...(order > 0 ? [distanceWords(order, now)] : []),
  ];
  return words.join(', ');
}

function forecastNote(
  around: RelatedObjects,
  { config }: Applied,
  { node: { path }, minor, options: { markup } }: HoverTarget,
): string | undefined {
  const all = hasMeeting(around) ? forecast(around, minor) : undefined;
  const part = all && partAt({ object: config, owners: [] }, path, minor);
  const isIn = all && participantsIn(all).some(({ entry }) => entry === around.entry);
  if (!isIn || !part) return undefined;
  const sentences = [ownersAfter(all, part.steps, markup), conflictWords(all, around, part.steps, markup)];
  return sentences.filter((each) => each !== undefined).join(' ') || undefined;
}

function ownersAfter(all: Forecast, steps: Steps, markup: Markup): string | undefined {
  const lives = all.runs.length > 0 ? all.runs.map(({ after }) => after) : [all.start];
  const outcomes = new Set(lives.flatMap((live) => ownerWords(live, steps, markup)));
  if (outcomes.size === 0) return undefined;
  const order = outcomes.size > 1 ? ', depending on the order' : '';
  return `After all applies, owned by ${listed([...outcomes], 'or')}${order}.`;
}

function ownerWords(live: Live | undefined, steps: Steps, markup: Markup): readonly string[] {
  const owners = (live?.owners ?? []).filter(({ fields }) => hasField(fields, steps));
  return owners.length === 0 ? [] : [listed(owners.map(({ manager }) => markup.code(manager)))];
}

function conflictWords(all: Forecast, { entry }: RelatedObjects, steps: Steps, markup: Markup): string | undefined {
  // Pulumi may generate the manager of a program's resource, so the resource is named by its own name.
  const partyWords = (party: Clash['other'], manager: string): string =>
    party ? markup.text(roleOf(party)) : markup.code(manager);
  const clashes = clashesOf(all).filter(({ fields }) => hasField(fieldSet(fields), steps));
  const others = clashes.flatMap((clash) => {
    if (clash.by.entry === entry) return [{ clash, name: partyWords(clash.other, clash.with.manager) }];
    return clash.other?.entry === entry ? [{ clash, name: partyWords(clash.by, clash.by.manager) }] : [];
  });
  if (others.length === 0) return undefined;
  const verb = others.some(({ clash }) => clash.isAlways) ? 'Conflicts' : 'Conflicts in some orders';
  return `${verb} with ${listed([...new Set(others.map(({ name }) => name))])}.`;
}
