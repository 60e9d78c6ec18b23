/** Finds names of nodes and zones, and addresses, in use, which no object of the workspace declares, by a search over all texts. */
import { parseIp } from '../../contract/ip.ts';
import type { CursorPlace } from '../navigation/object-at-cursor.ts';
import { shownPlace } from '../navigation/object-words.ts';
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
  const snake = field.replace(/[A-Z]/g, '_$&');
  // `nodeName: a` in a manifest, `node_name="a"`, `NodeName: pulumi.String("a")` and `.nodeName("a")` in programs.
  const pattern = new RegExp(
    `\\b(?:${field}|${snake})["']?[ \\t]*[:=(][ \\t]*(?:\\w+\\.String\\()?(["']?)([a-z0-9](?:[-a-z0-9.]*[a-z0-9])?)\\1(?=[ \\t]*(?:[\\r\\n,}\\]#)]|$))`,
    'gi',
  );
  const found = new Map<string, string>();
  for (const [uri, text] of files.texts()) {
    if (!mentions(text, field)) continue;
    for (const match of text.matchAll(pattern)) {
      const [whole, , name = ''] = match;
      const isTyped = uri === typed.uri && match.index <= typed.offset && typed.offset <= match.index + whole.length;
      const known = found.get(name);
      if (!isTyped && (known === undefined || uri < known)) found.set(name, uri);
    }
  }
  return [...found].map(([name, uri]) => ({ name, uri })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function mentions(text: string, field: string): boolean {
  return [field, field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), capital(field)].some((each) =>
    text.includes(each),
  );
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const mostAddresses = 200;

/** A text in quotes, or a value of YAML. */
const addressPattern = /(?:["']|(?:\bip:|-)[ \t]+)([\da-fA-F:.]{3,45})(?=["'\s,}\]]|$)/g;

/** The addresses in all texts, those of the file itself first, each with the first file that has it. Excludes the value at the cursor. */
export function addressesInUse({ files, view, offset }: CursorPlace): readonly NameProposal[] {
  const found = new Map<string, string>();
  const own = [...files.texts()].filter(([uri]) => uri === view.uri);
  for (const [uri, text] of [...own, ...files.texts()]) {
    for (const match of text.matchAll(addressPattern)) {
      if (found.size >= mostAddresses) break;
      const [whole, address = ''] = match;
      const isTyped = uri === view.uri && match.index <= offset && offset <= match.index + whole.length;
      if (!isTyped && !found.has(address) && parseIp(address)) found.set(address, uri);
    }
  }
  return [...found].map(([name, uri]) => ({ name, detail: `used in ${shownPlace(uri, files, view.uri)}` }));
}
