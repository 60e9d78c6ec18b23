/** Explains in a hover what arrives at a Service port, at a slice or Endpoints, and at an address, and why not. */
import type { Hover } from 'vscode-languageserver-types';
import type { ExplainedStep } from '../../analysis/traffic/explain/explanation.ts';
import type { FieldOf } from '../../analysis/traffic/reason-place.ts';
import type { Markup } from '../../text/markup.ts';
import { withoutControls } from '../../text/quote.ts';
import { positionOf } from '../lsp.ts';
import { shownFile } from '../navigation/object-words.ts';
import type { CursorPlace } from '../navigation/object-at-cursor.ts';
import type { Files } from '../view.ts';
import { fieldStart } from './field-places.ts';
import { trafficFinder, type TrafficOptions } from './service-traffic.ts';
import { spotExplanation, type SpotExplanation } from './spot-explanation.ts';
import { isOnValue, trafficSpot } from './traffic-spot.ts';

const mostAnswers = 4;
const mostSteps = 5;

/** The hover with a note on traffic after it; the hover itself where nothing is known of traffic. */
export function withTraffic(
  found: Hover,
  cursor: CursorPlace,
  options: TrafficOptions & { readonly markup: Markup },
): Hover {
  const { contents } = found;
  const spot = trafficSpot(cursor);
  if (!spot || !isOnValue(spot) || typeof contents !== 'object' || !('value' in contents)) return found;
  const object = trafficFinder(cursor.files, options)(spot.entry);
  const explanation = object && spotExplanation(spot, object);
  if (!explanation) return found;
  const note = noteText(explanation, cursor.files, options.markup);
  const built = object.root ? plainly(`As ${object.root.name} builds it: `, options.markup) : '';
  return { ...found, contents: { ...contents, value: `${contents.value}\n\n${built}${note}` } };
}

function noteText({ answers, steps }: SpotExplanation, files: Files, markup: Markup): string {
  const shown = [...answers.slice(0, mostAnswers), ...restWords(answers.length - mostAnswers, 'answer')];
  const lines = steps.slice(0, mostSteps).map((step) => `- ${stepText(step, files, markup)}`);
  const rest = restWords(steps.length - mostSteps, 'line').map((words) => `- ${words}`);
  const answer = shown.map((each) => plainly(each, markup)).join(markup.lineBreak);
  return lines.length === 0 ? answer : `${answer}\n\n${[...lines, ...rest].join('\n')}`;
}

/** A sentence with names of the user. */
function plainly(text: string, markup: Markup): string {
  return markup.text(withoutControls(text));
}

function restWords(count: number, noun: string): readonly string[] {
  return count > 0 ? [`… and ${count} more ${noun}${count === 1 ? '' : 's'}`] : [];
}

function stepText({ text, at, change }: ExplainedStep, files: Files, markup: Markup): string {
  const place = at && placeLink(at, files, markup);
  return [
    plainly(text, markup),
    ...(place === undefined ? [] : [place]),
    ...(change === undefined ? [] : [plainly(change, markup)]),
  ].join(' ');
}

/** `(base/web.yaml:12)`, as a link. */
function placeLink(at: FieldOf, files: Files, markup: Markup): string | undefined {
  const found = fieldStart(at, files);
  if (!found) return undefined;
  const { view, offset } = found;
  const line = positionOf(view.located, offset).line + 1;
  const uri = view.uri.replace(/[()]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return markup.link(markup.text(`${shownFile(view.uri, files)}:${line}`), `${uri}#L${line}`);
}
