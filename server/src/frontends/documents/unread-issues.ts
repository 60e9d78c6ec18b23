/** Why a document cannot be read, and whether that holds whatever its templates output. */
import { lineEndAt } from '../../text/line.ts';
import type { Document, Issue } from '../../tree/document.ts';
import { isJinja, openAction } from '../template.ts';
import type { YamlRead } from '../yaml/read-yaml.ts';

export interface MaskedRead extends Pick<YamlRead, 'root' | 'issues'> {
  readonly masked: string;
}

/** The issues of the readers, or one that names their cause. */
export function unreadIssues({ text, form }: Pick<Document, 'text' | 'form'>, read: MaskedRead): readonly Issue[] {
  const { issues, masked } = read;
  const isText = form !== 'pulumi' && read.root?.kind === 'scalar' && typeof read.root.value === 'string';
  if (issues.length === 0 && !isText) return [];
  const comment = slashComment(text);
  if (comment) return [comment];
  if (issues.length === 0 && read.root) {
    const { start } = read.root.span;
    const message =
      'This is read as one string, not as an object. Write a blank after each colon, and "{" before JSON.';
    return [{ span: { start, end: start + 1 }, message }];
  }
  const action = openAction(masked);
  const isCause = action && (issues[0]?.span.end ?? 0) >= action.start;
  return isCause ? [{ span: action, message: openMessage }] : issues;
}

const openMessage = 'This template action is not closed. Add "}}".';

/** False where the text may be valid once its templates are rendered. They cannot repair what is above them. */
export function isCertain(issues: readonly Issue[], { text }: Pick<Document, 'text'>, { masked }: MaskedRead): boolean {
  if (isJinja(text)) return false;
  if (!text.includes('{{') || (masked === text && !longAction.test(text))) return true;
  const [issue] = issues;
  if (!issue || issue.message === openMessage) return true;
  const plain = text.replace(harmless, (found) => found.replace(/[^\r\n]/g, ' '));
  const first = plain.indexOf('{{');
  const above = first < 0 ? plain : plain.slice(0, first);
  // A reader has read at most the next line too. A template could close a quote or a bracket.
  return /\n[^\n]*\n/.test(above.slice(issue.span.end)) && !/["'[{]/.test(above.replace(closed, ''));
}

/** An action that begins inside of a line and ends on a later one, which is not masked. */
const longAction = /\{\{-?\s[^{}\n]{0,2000}\n[^{}]{0,2000}\}\}/;

/** A value of one line, or the line of an action that only selects or repeats the lines below it. */
const harmless =
  /(?<=: ["']?)\{\{-? {0,9}include "[^"{}\n]{1,200}" [.$](?: \| (?:quote|lower|trunc \d+|trimSuffix "-"))* {0,9}-?\}\}|\{\{ {0,9}\$?\.[\w.]*(?: {0,9}\| {0,9}(?:s?quote|int|lower|upper))? {0,9}\}\}|^[ \t]{0,99}\{\{-? {0,9}(?:(?:if|with|range) |\$\w+ {0,9}:?=)[^{}\n]{0,999}\}\}[ \t]*\r?$/gm;

/** A quoted text or a list on one line. */
const closed = /"[^"\\\n]*"|'[^'\n]*'|\[[^[\]{}"'\n]*\]/g;

/** A comment of another language above the object. Inside of an object, the readers find it. */
function slashComment(text: string): Issue | undefined {
  const start = /^(?:\uFEFF|---(?=\s)|\s|#[^\n]*\n)*/.exec(text)?.[0].length ?? 0;
  const sign = /^\/[/*]/.exec(text.slice(start, start + 2))?.[0];
  if (sign === undefined) return undefined;
  const message = `"${sign}" does not start a comment in YAML or JSON. Remove the comment, or use "#" in YAML.`;
  return { span: { start, end: lineEndAt(text, start) }, message };
}
