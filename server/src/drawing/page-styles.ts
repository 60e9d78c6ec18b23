/** The styles of pages: the colours of VS Code in its webview, and what is around the drawings. */
import { drawingStyle, lightAndDark } from './styles.ts';

/** In a webview, VS Code sets its theme as variables. These have enough contrast in all of its own themes. */
const workbenchColours = `
body[class*="vscode-"] { --text: var(--vscode-editor-foreground); --muted: var(--vscode-descriptionForeground); --back: var(--vscode-editor-background); --box: var(--vscode-editor-background); --line: var(--vscode-contrastBorder, var(--vscode-descriptionForeground)); --used: var(--vscode-terminal-ansiGreen); --broken: var(--vscode-list-errorForeground, var(--vscode-errorForeground)); --focus: var(--vscode-focusBorder); --active: var(--vscode-contrastActiveBorder, var(--vscode-textLink-foreground)); }
body.vscode-dark, body.vscode-high-contrast { color-scheme: dark; }
body.vscode-light, body.vscode-high-contrast-light { color-scheme: light; }
`;

const frame = `
html, body, #page { height: 100%; }
body { margin: 0; padding: 0; background: var(--back); color: var(--text); font: 13px/1.4 system-ui, "Segoe UI", Ubuntu, sans-serif; }
.page { display: flex; flex-direction: column; height: 100%; }
.page > header { padding: 6px 12px; border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; }
.page h1 { font-size: 14px; margin: 0; }
.page h1 small { font-weight: normal; font-size: 12px; color: var(--muted); margin-left: 8px; }
.page h2 { font-size: 14px; margin: 0; overflow-wrap: anywhere; }
.page h2 small { font-weight: normal; font-size: 12px; color: var(--muted); }
.page .controls { display: flex; flex-wrap: wrap; align-items: center; gap: 6px; margin-left: auto; }
.page .zoom { display: inline-flex; gap: 2px; }
.page input[type="search"] { width: 150px; flex: 1; }
.page button, .page select, .page input[type="search"] { font: inherit; color: var(--text); background: var(--back); border: 1px solid var(--line); border-radius: 3px; padding: 2px 7px; min-height: 24px; box-sizing: border-box; }
.page button { cursor: pointer; min-width: 24px; }
.page button[aria-pressed="true"], .page button[aria-expanded="true"] { border-color: var(--active); box-shadow: inset 0 -2px 0 var(--active); }
.page input::placeholder { color: var(--muted); opacity: 1; }
.page label { display: inline-flex; align-items: center; gap: 4px; }
.page input[type="checkbox"] { accent-color: var(--focus); margin: 0; width: 16px; height: 16px; }
.page :focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
.page main { flex: 1; overflow: auto; min-height: 0; position: relative; padding-bottom: 8px; }
.page .remark { margin: 12px; color: var(--muted); }
.page .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.page .service { padding: 10px 0 0; }
.page .service > h2, .page .service > p { margin: 0 12px; }
.page .service > p { font-size: 12px; color: var(--muted); }
.page .service > p.refused { color: var(--broken); }
.page .service.split { border-top: 1px solid color-mix(in srgb, var(--line) 30%, transparent); margin-top: 6px; }
.page h2 button { font: inherit; border: none; padding: 0; min-height: 0; text-align: left; background: none; }
.page h2 button:hover { text-decoration: underline; }
.page .drawing { content-visibility: auto; }
.picture { display: block; }
#page .part:focus { outline: none; }
#page [data-active] > rect { stroke: var(--active); stroke-width: 2; fill: color-mix(in srgb, var(--active) 14%, var(--back)); }
h2 [data-active] { text-decoration: underline 2px var(--active); }
.webview .part, .part.group { cursor: pointer; }
#page .group:hover > rect, #page .webview .part:hover > rect { stroke: var(--text); }
#page .part:focus-visible > rect { stroke: var(--focus); stroke-width: 2.5; stroke-dasharray: none; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 0; padding: 6px 12px; border-bottom: 1px solid var(--line); list-style: none; font-size: 12px; }
.legend li { display: flex; align-items: center; gap: 6px; }
table { border-collapse: collapse; font-size: 12px; margin: 8px 12px; }
th, td { text-align: left; vertical-align: top; padding: 3px 10px 3px 0; border-bottom: 1px solid color-mix(in srgb, var(--line) 30%, transparent); overflow-wrap: anywhere; unicode-bidi: isolate; }
td button { border: none !important; padding: 0 !important; text-align: left; text-decoration: underline; }
td { min-width: 60px; max-width: 340px; }
td.broken { color: var(--broken); font-weight: 600; }
@media (prefers-color-scheme: dark) { :root { color-scheme: dark; } }
@media (prefers-reduced-motion: no-preference) { body:not(.vscode-reduce-motion) .page main { scroll-behavior: smooth; } }
@media (scripting: none) { .page .controls { display: none; } }
@media print { html, body, #page, .page { height: auto; } .page { display: block; } .page main { overflow: visible; } .page .controls { display: none; } .page .service { break-inside: avoid; } .page .drawing { content-visibility: visible; } }
`;

/** The whole style sheet of a page, also of one outside of VS Code. */
export const pageStyle = `${lightAndDark(':root')}${workbenchColours}${drawingStyle}${frame}`;
