/** Places the parts of a Service: four lanes from left to right, with edges between them. Lengths are in pixels. */
import type { AddressFlow, Break, Flow, Mark, PictureService } from '../analysis/picture/picture.ts';

export type LineStyle = 'title' | 'plain' | 'muted' | 'broken' | 'idle';

export interface SceneLine {
  readonly text: string;
  readonly style: LineStyle;
}

/** What becomes of an address at one of several Service ports. */
export interface SceneCell {
  readonly text: string;
  readonly flow: Flow;
  readonly x: number;
}

export type SceneKind = 'client' | 'port' | 'object' | 'group' | 'address';

export interface SceneBox {
  readonly id: string;
  readonly kind: SceneKind;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Undefined for what has no state of its own. */
  readonly mark: Mark | undefined;
  readonly flow: Flow;
  /** True for what is known only after a template or a program has run. */
  readonly isDashed: boolean;
  readonly lines: readonly SceneLine[];
  readonly cells: readonly SceneCell[];
  /** Of an address: its state at each Service port, in their order. */
  readonly flows: readonly AddressFlow[];
  /** Everything that the box stands for, in words: for screen readers and as a tooltip. */
  readonly label: string;
  /** Undefined for what cannot be folded. */
  readonly isOpen: boolean | undefined;
}

export interface SceneEdge {
  readonly from: string;
  readonly to: string;
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  /** Where an edge to a part below runs down, before it turns right; null for one to a part of another lane. */
  readonly downX: number | null;
  readonly flow: Flow;
  readonly isDashed: boolean;
  /** True where a cross shows that the traffic stops here: not on an edge behind one. */
  readonly isCrossed: boolean;
  readonly why: Break | null;
}

export interface Scene {
  readonly service: PictureService;
  readonly width: number;
  readonly height: number;
  readonly heads: readonly { readonly text: string; readonly x: number }[];
  readonly title: readonly SceneLine[];
  readonly boxes: readonly SceneBox[];
  readonly edges: readonly SceneEdge[];
}
