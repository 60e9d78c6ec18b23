/** Prints explanations as sentences, each with the place that it is about. */
import pc from 'picocolors';
import type { ExplainedStep, Explanation, Verdict } from '../../analysis/traffic/explain/explanation.ts';
import { withPlace } from '../../analysis/traffic/explain/step-words.ts';
import type { LocateField } from '../../analysis/traffic/report.ts';
import { withoutControls } from '../../text/quote.ts';
import { wrapped } from '../../text/wrap.ts';

interface TextOptions {
  readonly locate: LocateField;
  readonly isColored: boolean;
  /** Undefined to print each sentence on one line. */
  readonly width: number | undefined;
}

type Colors = ReturnType<typeof pc.createColors>;

const labels: Readonly<Record<Verdict, string>> = { ok: 'ok', breaks: 'breaks', unknown: 'unknown', note: 'note' };

const labelWidth = Math.max(...Object.values(labels).map(({ length }) => length));

export function whyText(all: readonly Explanation[], options: TextOptions): string {
  const colors = pc.createColors(options.isColored);
  return all.map((each) => explanationText(each, all.length > 1, options, colors)).join('\n');
}

function explanationText(
  { at, answer, steps, ports }: Explanation,
  isOneOfSeveral: boolean,
  options: TextOptions,
  colors: Colors,
): string {
  const where = isOneOfSeveral && at ? ` ${placeText(at, options.locate)}`.trimEnd() : '';
  const head = `${colors.bold(withoutControls(`${answer}${where}`))}\n\n`;
  const [only, ...others] = ports;
  if (only && others.length === 0) return head + stepsText([...steps, ...only.steps], options, colors);
  const parts = ports.map((port) => `\n${withoutControls(port.answer)}\n\n${stepsText(port.steps, options, colors)}`);
  return `${head}${stepsText(steps, options, colors)}${parts.join('')}`;
}

/** What breaks comes after what works, as a client meets it. */
function stepsText(steps: readonly ExplainedStep[], options: TextOptions, colors: Colors): string {
  return steps.map((step) => stepText(step, options, colors)).join('');
}

function stepText({ verdict, text, at, change }: ExplainedStep, options: TextOptions, colors: Colors): string {
  const { locate, width } = options;
  const indent = ' '.repeat(labelWidth + 4);
  const place = at ? placeText(at, locate) : '';
  const sentences = [withPlace(text, place), ...(change === undefined ? [] : [change])];
  const room = width === undefined ? Infinity : Math.max(40, Math.min(width, 100) - indent.length);
  const lines = sentences.flatMap((sentence, i) => {
    const own = wrapped(withoutControls(sentence), room);
    return i === 0 ? own : own.map((line) => colors.cyan(line));
  });
  const label = paint[verdict](colors)(labels[verdict].padEnd(labelWidth));
  return lines.map((line, i) => (i === 0 ? `  ${label}  ${line}\n` : `${indent}${line}\n`)).join('');
}

const paint: Readonly<Record<Verdict, (colors: Colors) => (text: string) => string>> = {
  ok: ({ green }) => green,
  breaks: ({ red }) => red,
  unknown: ({ yellow }) => yellow,
  note: ({ dim }) => dim,
};

/** `db.yaml:14:3`; empty for a place in no text. */
function placeText({ entry, path }: NonNullable<ExplainedStep['at']>, locate: LocateField): string {
  const found = locate(entry, path);
  return found ? `${found.file}:${found.range[0]}:${found.range[1]}` : '';
}
