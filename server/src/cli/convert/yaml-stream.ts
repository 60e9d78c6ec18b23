/** Several texts as one YAML stream, each below the name of its file. */
import { withoutControls } from '../../text/quote.ts';

interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** The texts with a comment before each and a document marker between, where they have none of their own. */
export function yamlStream(texts: readonly NamedText[]): string {
  return texts.map(({ name, text }, i) => `${lead(name, text, i === 0)}${closed(text)}`).join('');
}

/** A directive such as %YAML must follow the end of a document. */
function lead(name: string, text: string, isFirst: boolean): string {
  const source = `# Source: ${withoutControls(name)}\n`;
  const opening = /^(?:[ \t]*(?:#.*)?\r?\n)*(---(?=\s|$)|%)/.exec(text)?.[1];
  if (isFirst || opening === '---') return source;
  return opening === '%' ? `...\n${source}` : `---\n${source}`;
}

function closed(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
