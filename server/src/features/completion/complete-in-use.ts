/** Finds names of nodes and zones in use, which no object of the workspace declares, by a search over all texts. */
import type { Files } from '../view.ts';

export interface NameProposal {
  readonly name: string;
  readonly detail: string;
  /** True for a number, which has no quotes. */
  readonly isNumber?: boolean;
}

/** The values of the field in all texts, sorted, each with the first file that has it. Excludes the value at the cursor. */
export function namesInUse(
  field: string,
  files: Files,
  typed: { readonly uri: string; readonly offset: number },
): readonly { readonly name: string; readonly uri: string }[] {
  const pattern = new RegExp(
    `\\b${field}["']?[ \\t]*:[ \\t]*(["']?)([a-z0-9](?:[-a-z0-9.]*[a-z0-9])?)\\1(?=[ \\t]*(?:[\\r\\n,}\\]#]|$))`,
    'g',
  );
  const found = new Map<string, string>();
  for (const [uri, text] of files.texts()) {
    if (!text.includes(field)) continue;
    for (const match of text.matchAll(pattern)) {
      const [whole, , name = ''] = match;
      const isTyped = uri === typed.uri && match.index <= typed.offset && typed.offset <= match.index + whole.length;
      const known = found.get(name);
      if (!isTyped && (known === undefined || uri < known)) found.set(name, uri);
    }
  }
  return [...found].map(([name, uri]) => ({ name, uri })).sort((a, b) => (a.name < b.name ? -1 : 1));
}
