/** Prints inlay hints and code lenses at their places. */
import { codeLenses } from '../../../server/src/features/outline/code-lens.ts';
import { inlayHints } from '../../../server/src/features/outline/inlay-hints.ts';
import { offsetOf } from '../../../server/src/features/lsp.ts';
import { loadServices } from '../../../server/src/contract/service-table.ts';
import { trafficLenses } from '../../../server/src/features/traffic/traffic-lens.ts';
import type { TrafficOptions } from '../../../server/src/features/traffic/service-traffic.ts';
import { noFindings } from '../../../server/src/analysis/picture/reported-rules.ts';
import { rejectionsIn } from '../../../server/src/project/rejections.ts';
import { lineText } from '../../../server/src/text/line-index.ts';
import type { Input } from '../gesture-page.ts';

/**
 * The lines with hints, each hint at its place with its tooltip below. Two cursors limit the range. The attributes turn
 * kinds off: `no-protocol`.
 */
export async function drawHints({ view, files, offsets }: Input, attributes: string): Promise<string> {
  const { located } = view;
  const isOn = (kind: string): boolean => !attributes.includes(`no-${kind}`);
  const settings = {
    protocol: isOn('protocol'),
    namespace: isOn('namespace'),
    portName: isOn('port-name'),
    number: isOn('number'),
    backend: isOn('backend'),
  };
  const [start = 0, end = located.text.length] = offsets;
  const hints = inlayHints(view, { start, end }, { settings, services: await loadServices(), files: () => files });
  const lines: string[] = [];
  for (const line of new Set(hints.map(({ position }) => position.line))) {
    const here = hints.filter(({ position }) => position.line === line);
    let text = lineText(located.text, located.starts, line);
    const lineStart = located.starts[line] ?? 0;
    for (const { position, label } of here.toReversed()) {
      const at = offsetOf(located, position) - lineStart;
      text = `${text.slice(0, at)}⟨${plain(label)}⟩${text.slice(at)}`;
    }
    lines.push(`${line + 1} | ${text}`, ...here.map(({ tooltip }) => `    ${plain(tooltip)}`));
  }
  return lines.join('\n');
}

function plain(text: unknown): string {
  return typeof text === 'string' ? text : JSON.stringify(text);
}

/** For a cluster with the mirroring controller. */
export function trafficOptionsIn({ view, files }: Pick<Input, 'view' | 'files'>): TrafficOptions {
  const project = { builds: { roots: new Map() }, treeOf: (uri: string) => files.view(uri)?.file };
  const rejectionsOf = rejectionsIn(project, view.minor);
  return {
    minor: view.minor,
    isMirroring: true,
    rejectionsOf,
    findingsOf: () => noFindings,
    nameBefore: () => undefined,
  };
}

/** Each lens with the line below it. */
export function drawLenses(input: Input): string {
  const { view, files } = input;
  const { text, starts } = view.located;
  const lenses = [
    ...codeLenses(view, files, { canShowApply: true, canShowSlices: true, canShowBuilt: true, canShowPlaces: true }),
    ...trafficLenses(view, files, { ...trafficOptionsIn(input), shows: 'document' }),
  ];
  return lenses
    .toSorted((a, b) => a.range.start.line - b.range.start.line)
    .flatMap(({ range, command }) => [
      `  ${command?.title}`,
      `${range.start.line + 1}:${range.start.character + 1} | ${lineText(text, starts, range.start.line)}`,
    ])
    .join('\n');
}
