/** Decides when a file is read among many, by a search in its text. */
import { codeOf } from '../frontends/code/languages.ts';
import { isForeign, mayHoldOurs } from '../frontends/concern.ts';
import { isTerraformPath, mayDeclareOurs } from '../frontends/terraform/module-file.ts';
import { isChartValues } from '../frontends/frontends.ts';

/**
 * A file of a checked kind comes last, since it asks for the others; one that no rule asks for, on a question. A file of
 * Terraform without objects of ours has nothing that anything asks for; the other files of its module read it.
 */
export type Turn = 'first' | 'last' | 'on question' | 'never';

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
  const { path, read } = file;
  if (file.isForeign && isTerraformPath(path)) return 'never';
  if (file.isForeign) return isPatch ? 'first' : 'on question';
  const { text } = file;
  if (read) return 'first';
  if (codeOf(path)) return 'last';
  if (isTerraformPath(path)) return mayDeclareOurs(text) ? 'last' : 'never';
  if (isForeign(text) && !isPatch && !isChartValues(path)) return 'on question';
  return mayHoldOurs(text) ? 'last' : 'first';
}
