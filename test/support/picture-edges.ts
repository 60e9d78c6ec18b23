/** Compares the edges of a drawn Service with the rows that they lead to, and what is drawn as data and as a shape. */
import type { DrawnBox, DrawnService } from './drawn-picture.ts';

/** From a port to an object, and from the object to its rows. */
export function edgeDifferences(
  { boxes, edges }: DrawnService,
  port: DrawnBox,
  object: DrawnBox,
  rows: readonly DrawnBox[],
  i: number,
): readonly string[] {
  const found = edges.filter(({ from, to }) => from === port.id && to === object.id);
  const flows = rows.map((row) => row.flows[i] ?? '');
  const codes = rows.map((row) => row.codes[i] ?? '-');
  const expected = rows.length === 0 ? ['idle'] : codes.every((code) => code === '-') && !flows.includes('used') ? [] : [best(flows)]; // prettier-ignore
  const own = unequal(`edge ${port.id} → ${object.id}`, found.map(({ flow }) => flow), expected); // prettier-ignore
  const isShared = found.every(({ code }) => code === undefined || rows.length === 0 || codes.every((each) => each === code)); // prettier-ignore
  const toRows = headsOf(boxes, rows).flatMap(({ head, rows: behind }) => {
    const edge = edges.find(({ from, to }) => from === object.id && to === head.id);
    const state = best(behind.flatMap((row) => (head === row ? ownFlows(row, { boxes, edges }, object) : row.flows)));
    const codes = behind.flatMap((row) => row.codes);
    const isWell =
      edge?.flow === state &&
      head.flow === state &&
      (edge.code === undefined || (state !== 'used' && codes.includes(edge.code)));
    const stops = edges.filter(({ to }) => to === head.id || to === object.id);
    const isMarked =
      state !== 'broken' || stops.some((each) => each.isCrossed && (!each.code || codes.includes(each.code)));
    return [
      ...(isWell ? [] : [`edge to ${head.id} is ${JSON.stringify(edge)}`]),
      ...(isMarked ? [] : [`no cross before ${head.id}`]),
    ];
  });
  return [...own, ...(isShared ? [] : [`the code of ${port.id} → ${object.id} is not that of all rows`]), ...toRows];
}

/** Without those whose reason is drawn at the object already: behind it, the row is as its other ports are. */
function ownFlows(
  { flows, codes }: DrawnBox,
  { boxes, edges }: Pick<DrawnService, 'boxes' | 'edges'>,
  object: DrawnBox,
): readonly string[] {
  const ports = boxes.filter(({ kind }) => kind === 'port');
  const shared = ports.map(({ id }) => edges.find(({ from, to }) => from === id && to === object.id)?.code);
  const own = flows.filter((_, i) => {
    const code = codes[i] ?? '-';
    // The sentences of these name the port.
    return code === '-' || !(code.startsWith('port-') ? shared[i] === code : shared.includes(code));
  });
  return own.length > 0 ? own : flows;
}

/** What an edge leads to: a row, or a group and the rows below it. */
function headsOf(boxes: readonly DrawnBox[], rows: readonly DrawnBox[]) {
  const heads: { readonly head: DrawnBox; readonly rows: DrawnBox[] }[] = [];
  for (const row of rows) {
    const before = boxes[boxes.indexOf(row) - 1];
    const last = heads.at(-1);
    if (before?.kind === 'group') heads.push({ head: before, rows: [row] });
    else if (last?.head.kind === 'group') last.rows.push(row);
    else heads.push({ head: row, rows: [row] });
  }
  return heads;
}

function best(flows: readonly string[]): string {
  return ['used', 'broken', 'unknown'].find((flow) => flows.includes(flow)) ?? 'idle';
}

/** What is drawn twice, as data and as a shape, is the same. */
export function shapeDifferences({ boxes, edges }: DrawnService): readonly string[] {
  const ids = boxes.map(({ id }) => id);
  return [
    ...edges.flatMap(({ from, to, flow, drawnFlow, isCrossed }) => {
      const isWrong =
        flow !== drawnFlow || (isCrossed && flow !== 'broken') || !ids.includes(from) || !ids.includes(to);
      return isWrong ? [`the edge ${from} → ${to} is drawn as ${drawnFlow}`] : [];
    }),
    ...boxes.flatMap(({ id, mark, drawnMark, kind, flows, flow }) => [
      ...(mark === drawnMark ? [] : [`the mark of ${id} is drawn as ${drawnMark}, not ${mark}`]),
      ...(kind === 'address' || flows[0] === flow ? [] : [`${id} is drawn as ${flow}, not ${flows.join()}`]),
    ]),
  ];
}

/** A sentence where they differ. */
export function unequal(what: string, found: unknown, expected: unknown): readonly string[] {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  return one === other ? [] : [`${what}: drawn ${one}, but traffic says ${other}`];
}
