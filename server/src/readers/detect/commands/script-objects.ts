/** Finds the Endpoints that a script writes: in here-documents and texts that it pipes into kubectl. */
import type { ScriptText } from './script-text.ts';

export interface ScriptObject {
  /** Where the kind is. */
  readonly start: number;
  readonly end: number;
  readonly name: string | undefined;
  readonly namespace: string | undefined;
}

const kindLine = /(?:^|[\s{,])["']?kind["']?\s*:\s*["']?(Endpoints)["']?(?=\s|,|\}|$)/g;

export function scriptObjects({ text }: ScriptText): readonly ScriptObject[] {
  if (!text.includes('Endpoints')) return [];
  return [...text.matchAll(kindLine)].flatMap((match): readonly ScriptObject[] => {
    const before = text.lastIndexOf('\n---', match.index);
    const behind = text.indexOf('\n---', match.index);
    const document = text.slice(before === -1 ? 0 : before, behind === -1 ? text.length : behind);
    if (!/["']?apiVersion["']?\s*:\s*["']?v1["']?(?=\s|,|\}|$)/.test(document)) return [];
    const start = match.index + match[0].lastIndexOf('Endpoints');
    const metadata = document.slice(Math.max(0, document.search(/["']?metadata["']?\s*:/)));
    const [, name] = /["']?name["']?\s*:\s*["']?((?:\$\{[^{}]*\}|[^\s"',{}])+)/.exec(metadata) ?? [];
    const [, namespace] = /["']?namespace["']?\s*:\s*["']?((?:\$\{[^{}]*\}|[^\s"',{}])+)/.exec(metadata) ?? [];
    return [{ start, end: start + 'Endpoints'.length, name, namespace }];
  });
}
