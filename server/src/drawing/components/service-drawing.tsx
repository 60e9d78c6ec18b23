/** The drawing of a Service as SVG, for images and pages. */
import type { SVGAttributes, VNode } from 'preact';
import { addressHeight, markWidth } from '../address-box.ts';
import { lineHeight, padding } from '../boxes.ts';
import { fitted } from '../cells.ts';
import { breakLabel } from '../labels.ts';
import type { LineStyle, Scene, SceneBox, SceneEdge, SceneLine } from '../scene.ts';
import { crossAt, markSign } from './mark-sign.tsx';

/** In cells. */
const longestTitle = 2_000;

interface ServiceDrawingProps {
  readonly scene: Scene;
  /** The first ones are drawn. */
  readonly most?: number;
  /** Draws a box, which a page does in its own way. */
  readonly partOf?: (box: SceneBox) => VNode;
}

export function ServiceDrawing({ scene, most, partOf = drawnPart }: ServiceDrawingProps) {
  const { title, heads, boxes, edges } = scene;
  const headY = 12 + title.length * 18 + 12;
  return (
    <>
      {title.map((line, i) => (
        <text
          key={i}
          x={12}
          y={24 + i * 18}
          class={line.style === 'title' ? 'title service-title' : textClass(line.style)}
        >
          {line.text}
        </text>
      ))}
      {heads.map(({ text, x }) => (
        <text key={text} x={x} y={headY} class="head">
          {text}
        </text>
      ))}
      {edges.map(drawnEdge)}
      {boxes.slice(0, most).map((box) => partOf(box))}
    </>
  );
}

function drawnEdge({ from, to, x1, y1, x2, y2, downX, flow, isDashed, isCrossed, why }: SceneEdge): VNode {
  const bend = (x2 - x1) / 2;
  const middle = downX === null ? ([x1 + bend, (y1 + y2) / 2] as const) : ([x2 - 5, y2] as const);
  const path =
    downX !== null
      ? `M${x1} ${y1}${downX < x1 ? `H${downX + 5}q-5 0 -5 5` : ''}V${y2 - 5}q0 5 5 5H${x2}`
      : `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
  return (
    <g key={`${from} ${to}`} data-from={from} data-to={to} data-flow={flow} data-code={why?.code}>
      {why && <title>{fitted(breakLabel(why), longestTitle)}</title>}
      <path class={`edge ${flow}${isDashed ? ' dashed' : ''}`} d={path} />
      {isCrossed && <path class="cross" d={crossAt(...middle, 4)} />}
    </g>
  );
}

/** `more` is what a page adds. */
export function drawnPart(box: SceneBox, more: SVGAttributes<SVGGElement> = {}): VNode {
  const { id, kind, x, y, width, height, mark, flow, isDashed, lines, cells, flows, label, isOpen } = box;
  const isRow = kind === 'address';
  const indent = isRow ? markWidth : padding;
  return (
    <g
      key={id}
      class={`part ${kind} ${flow}${isDashed ? ' dashed' : ''}`}
      transform={`translate(${x} ${y})`}
      data-id={id}
      data-mark={mark}
      data-kind={kind}
      data-flows={isRow ? flows.map((each) => each.flow).join(' ') : flow}
      data-codes={isRow ? flows.map(({ why }) => why?.code ?? '-').join(' ') : undefined}
      {...more}
    >
      <title>{label}</title>
      <rect class={isRow ? 'row' : 'box'} width={width} height={height} rx={isRow ? 2 : 5} />
      {isRow && mark && markSign(mark, 9, addressHeight / 2)}
      {!isRow && mark && markSign(mark, width - 12, 12)}
      {isOpen !== undefined && (
        <path class="mark" d={isOpen ? `M${width - 18} 13l5 6l5 -6` : `M${width - 16} 11l6 5l-6 5`} />
      )}
      {lines.map((line, i) => (
        <text key={i} x={indent} y={(isRow ? 15 : padding + 12) + i * lineHeight} class={lineClass(line, isRow)}>
          {line.text}
        </text>
      ))}
      {cells.map((cell, i) => (
        <text key={i} x={cell.x} y={15} class={`cell-${cell.flow}`}>
          {cell.text}
        </text>
      ))}
    </g>
  );
}

function lineClass({ style }: SceneLine, isRow: boolean): string | undefined {
  return style === 'title' && isRow ? undefined : textClass(style);
}

function textClass(style: LineStyle): string | undefined {
  if (style === 'plain') return undefined;
  return style === 'title' || style === 'muted' ? style : `${style}-text`;
}
