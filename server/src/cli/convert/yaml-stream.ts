/** Joins texts into one YAML stream, each below the name of its file. */
import { withoutControls } from '../../text/quote.ts';

/** Adds a comment before each text, and document markers between texts without them. */
export function yamlStream(texts: readonly { readonly name: string; readonly text: string }[]): string {
  return texts.map(({ name, text }, i) => `${head(name, text, i === 0)}${closed(text)}`).join('');
}

/** A directive such as %YAML needs the end marker of the document before it. */
function head(name: string, text: string, isFirst: boolean): string {
  const source = `# Source: ${withoutControls(name)}\n`;
  const opening = /^(?:[ \t]*(?:#.*)?\r?\n)*(---(?=\s|$)|%)/.exec(text)?.[1];
  if (isFirst || opening === '---') return source;
  return opening === '%' ? `...\n${source}` : `---\n${source}`;
}

function closed(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
