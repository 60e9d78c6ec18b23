/** Decides when a file is read among many, by a search in its text. */
import { codeOf } from '../frontends/code/languages.ts';
import { isForeign, mayHoldOurs } from '../frontends/concern.ts';
import { isTerraform, mayDeclareOurs } from '../frontends/terraform/module-file.ts';
import { isChartValues } from '../frontends/frontends.ts';

/** A file of a checked kind comes last, since it asks for the others; one that no rule asks for, on a question. */
export type Turn = 'first' | 'last' | 'on question';

interface FileToRead {
  readonly path: string;
  readonly text: string;
  /** Set for an example. */
  readonly read?: unknown;
  /** True where it is known without the text. */
  readonly isForeign?: boolean;
}

/** `isPatch` is true for a file that a kustomization names as a patch. */
export function turnOf(file: FileToRead, isPatch: boolean): Turn {
  if (file.isForeign) return isPatch ? 'first' : 'on question';
  const { path, text, read } = file;
  if (read) return 'first';
  if (codeOf(path)) return 'last';
  if (isTerraform(path)) return mayDeclareOurs(text) ? 'last' : 'on question';
  if (isForeign(text) && !isPatch && !isChartValues(path)) return 'on question';
  return mayHoldOurs(text) ? 'last' : 'first';
}
