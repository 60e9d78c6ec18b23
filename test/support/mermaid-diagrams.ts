/** Reads a Mermaid flowchart with Mermaid's own parser, without a browser. */
import { Window } from 'happy-dom';

export interface MermaidNode {
  readonly id: string;
  readonly lane: string;
  /** The lines of its label, as a reader sees them. */
  readonly lines: readonly string[];
}

export interface MermaidEdge {
  readonly from: string;
  readonly to: string;
  /** `arrow_point`, `arrow_cross`, `arrow_open`. */
  readonly type: string;
  readonly isDotted: boolean;
  readonly label: string;
}

export interface MermaidDiagram {
  readonly nodes: readonly MermaidNode[];
  readonly edges: readonly MermaidEdge[];
}

/** What this needs of Mermaid. */
interface Flowchart {
  getVertices(): ReadonlyMap<string, unknown>;
  getEdges(): readonly { start: string; end: string; type: string; stroke: string; text: string }[];
  getSubGraphs(): readonly { id: string; title: string; nodes: readonly string[] }[];
}

type Parser = (text: string) => Promise<Flowchart>;

let parser: Promise<Parser> | undefined;

/** Throws the error of Mermaid for a text that it does not draw. */
export async function readMermaid(text: string): Promise<MermaidDiagram> {
  const chart = await (await (parser ??= loadParser()))(text);
  const lanes = new Map(chart.getSubGraphs().flatMap(({ title, nodes }) => nodes.map((id) => [id, title])));
  const labels = new Map(
    [...text.matchAll(/^ +(\w+)\["(.*)"\]$/gm)].map(([, id = '', label = '']) => [id, label.split('<br/>')]),
  );
  return {
    nodes: [...chart.getVertices().keys()].map((id) => ({
      id,
      lane: lanes.get(id) ?? '',
      lines: (labels.get(id) ?? []).map(decoded),
    })),
    edges: chart.getEdges().map(({ start, end, type, stroke, text: label }) => ({
      from: start,
      to: end,
      type,
      isDotted: stroke === 'dotted',
      label: decoded(label),
    })),
  };
}

/** Mermaid looks for a browser when it is loaded, and only then. */
async function loadParser(): Promise<Parser> {
  const window = new Window();
  Object.assign(globalThis, { window, document: window.document });
  try {
    const { default: mermaid } = await import('mermaid');
    mermaid.initialize({ startOnLoad: false });
    return async (text) => {
      await mermaid.parse(text);
      const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
      return db as unknown as Flowchart;
    };
  } finally {
    for (const name of ['window', 'document']) Reflect.deleteProperty(globalThis, name);
  }
}

/** Mermaid writes `#34;` as `ﬂ°°34¶ß` until it draws. */
function decoded(label: string): string {
  return label.replace(/(?:#|ﬂ°°)(\d+)(?:;|¶ß)/g, (_, code: string) => String.fromCodePoint(Number(code)));
}
