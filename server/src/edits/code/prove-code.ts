/** What an edit of a program must keep beside its values: the comments, and that the program can be parsed. */
import { programSyntax } from '../../frontends/code/read-code.ts';
import type { Document } from '../../tree/document.ts';

/** True if the program has no more syntax errors than before. */
export function hasNoNewSyntaxError(before: Document, after: Document): boolean {
  return brokenParts(after) <= brokenParts(before);
}

/** True if the program has the same comments, in any order and with any indentation. */
export function keepsProgramComments(before: Document, after: Document): boolean {
  return commentsIn(before).join('\n') === commentsIn(after).join('\n');
}

function brokenParts(document: Document): number {
  const broken = programSyntax(document)?.program.survey.broken ?? [];
  return [...broken].filter(({ isBroken }) => isBroken).length;
}

function commentsIn(document: Document): readonly string[] {
  const comments = programSyntax(document)?.program.survey.comments ?? [];
  return comments.map(({ start, end }) => document.text.slice(start, end).replaceAll(/\s+/g, ' ').trim()).sort();
}
