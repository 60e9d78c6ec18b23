/** Reads the applied configurations of the objects in a text. */
import type { Applied } from '../../server/src/analysis/facts/apply-facts.ts';
import { fileFacts } from '../../server/src/analysis/facts/file-facts.ts';
import { readFile } from '../../server/src/frontends/frontends.ts';

/** One entry per object; undefined for an object that is not applied. */
export function appliedIn(text: string, path = 'Pulumi.yaml'): readonly (Applied | undefined)[] {
  return fileFacts(readFile(path, text, { isPartial: false })).map(({ applied }) => applied);
}

/** A line of a program with its provider. */
export function provider(settings: string, more = ''): string {
  return `  k8s: {type: "pulumi:providers:kubernetes", ${more}properties: ${settings}}\n`;
}
