/** What a reader has chosen on a page: kept while the picture changes, and in VS Code also after a reload. */

export interface PageChoices {
  readonly text: string;
  readonly onlyProblems: boolean;
  /** 1 for the size of an image. */
  readonly zoom: number;
  readonly isTable: boolean;
  readonly hasLegend: boolean;
  /** The ids of unfolded groups. */
  readonly open: readonly string[];
}

export const leastZoom = 0.5;
export const mostZoom = 3;
export const zoomStep = 1.2;

const firstChoices: PageChoices = {
  text: '',
  onlyProblems: false,
  zoom: 1,
  isTable: false,
  hasLegend: false,
  open: [],
};

/** `kept` is what was saved, perhaps by another version; what is missing or wrong is as at first. */
export function readChoices(kept: unknown): PageChoices {
  if (typeof kept !== 'object' || kept === null) return firstChoices;
  const { text, onlyProblems, zoom, isTable, hasLegend, open } = kept as {
    readonly [key in keyof PageChoices]?: unknown;
  };
  return {
    text: typeof text === 'string' ? text : '',
    onlyProblems: onlyProblems === true,
    zoom: typeof zoom === 'number' ? boundedZoom(zoom) : 1,
    isTable: isTable === true,
    hasLegend: hasLegend === true,
    open: Array.isArray(open) ? open.filter((id) => typeof id === 'string') : [],
  };
}

export function boundedZoom(zoom: number): number {
  const bounded = Math.min(mostZoom, Math.max(leastZoom, zoom));
  return Math.abs(bounded - 1) < 0.05 ? 1 : bounded;
}
