/** The styles of pages: the colours of VS Code for its webview, and what is around the drawings. */
import { drawingStyle, lightAndDark } from './styles.ts';

/** In a webview, VS Code sets its theme as variables. */
const workbenchColours = `
body[class*="vscode-"] { --text: var(--vscode-editor-foreground); --muted: var(--vscode-descriptionForeground); --back: var(--vscode-editor-background); --box: var(--vscode-editorWidget-background); --line: var(--vscode-editorWidget-border, var(--vscode-contrastBorder)); --used: var(--vscode-testing-iconPassed); --broken: var(--vscode-errorForeground); --focus: var(--vscode-focusBorder); }
`;

const frame = `
body { margin: 0; padding: 0; background: var(--back); color: var(--text); font: 13px system-ui, sans-serif; }
.picture { display: block; }
[data-id][tabindex] { cursor: pointer; }
[data-id]:focus { outline: 2px solid var(--focus); }
`;

/** The whole style sheet of a page, also of one outside of VS Code. */
export const pageStyle = `${lightAndDark}${workbenchColours}${drawingStyle}${frame}`;
