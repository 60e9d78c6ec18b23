/** The style of drawings. Colours are variables: a page sets them, and images and HTML files have those of `lightAndDark`. */

/** For an image or a page of its own, by the preference of the reader; `at` selects what the variables are set on. */
export function lightAndDark(at: string): string {
  return `
${at} { --text: #1f2328; --muted: #59636e; --back: #ffffff; --box: #f6f8fa; --line: #8c959f; --used: #1a7f37; --broken: #cf222e; --focus: #0969da; --active: #8250df; }
@media (prefers-color-scheme: dark) {
  ${at} { --text: #e6edf3; --muted: #9198a1; --back: #0d1117; --box: #151b23; --line: #656c76; --used: #3fb950; --broken: #ff7b72; --focus: #58a6ff; --active: #d2a8ff; }
}
@media (prefers-contrast: more) {
  ${at} { --muted: var(--text); --line: var(--text); }
}
@media (forced-colors: active) {
  ${at} { --text: CanvasText; --muted: CanvasText; --back: Canvas; --box: Canvas; --line: CanvasText; --used: CanvasText; --broken: Mark; --focus: Highlight; --active: Highlight; }
}
`;
}

/** Of the parts of a drawing, in an image and in pages. */
export const drawingStyle = `
.picture text { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: var(--text); white-space: pre; unicode-bidi: isolate; direction: ltr; }
.picture .head { font-size: 11px; fill: var(--muted); }
.picture .title { font-weight: 600; }
.picture .muted, .picture .idle-text, .picture .unknown-text { fill: var(--muted); }
.picture .broken-text { fill: var(--broken); }
.picture .service-title { font-size: 14px; }
.picture .box { fill: var(--box); stroke: var(--line); }
.picture .used > .box { stroke: var(--used); }
.picture .broken > .box { stroke: var(--broken); stroke-width: 1.5; }
.picture .row { fill: transparent; stroke: none; }
.picture .dashed > .box, .picture .edge.dashed { stroke-dasharray: 4 3; }
.picture .edge { fill: none; stroke: var(--line); stroke-width: 1.25; }
.picture .edge.used { stroke: var(--used); stroke-width: 1.75; }
.picture .edge.broken { stroke: var(--broken); stroke-width: 1.75; }
.picture .cross { stroke: var(--broken); stroke-width: 2; fill: none; }
.picture .mark { stroke: var(--text); fill: none; stroke-width: 1.5; }
.picture .mark.ready { fill: var(--used); stroke: var(--used); }
.picture .mark.terminating .half { fill: var(--text); stroke: none; }
.picture .mark.refused { stroke: var(--broken); stroke-width: 2; }
.picture .cell-used { fill: var(--used); }
.picture .cell-idle, .picture .cell-unknown { fill: var(--muted); }
.picture .cell-broken { fill: var(--broken); }
`;
