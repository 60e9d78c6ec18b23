/** Spells texts of the user so that Markdown shows them as they are. */
import { withoutControls } from './quote.ts';

/** The text with a backslash before each character that would act as Markdown. */
export function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+!|<>]/g, '\\$&');
}

/** The text as code on one line. The fence has one backtick more than any run of backticks in the text. */
export function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const gap = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${gap}${withoutControls(text.replace(/\s+/g, ' '))}${gap}${fence}`;
}

/** A message as Markdown: values in quotes become code. */
export function messageMarkdown(message: string): string {
  const parts = message.split(/"([^"\n]+)"/);
  return parts.map((part, i) => (i % 2 === 0 ? escaped(part) : code(part))).join('');
}

/** The message without Markdown links: some clients render them in messages, and a link may run a command. */
export function withoutLinks(message: string): string {
  return message.replaceAll('](', '] (');
}
