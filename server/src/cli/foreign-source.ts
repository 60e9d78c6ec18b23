/** A file without anything that rules ask for. Its text is not kept, because of thousands of such files few are needed again. */
import { codeOf } from '../frontends/code/languages.ts';
import { isForeign, mayBeManifest, mayRename } from '../frontends/concern.ts';
import { isChartValues } from '../frontends/frontends.ts';
import { isTerraformPath, mayDeclareOurs } from '../frontends/terraform/module-file.ts';
import { surroundingKind } from '../analysis/workspace/placement.ts';
import type { Input } from './inputs/inputs.ts';
import { readInput } from './inputs/read-input.ts';
import type { Source } from './source.ts';

export class ForeignSource implements Source {
  readonly input: Input;
  readonly uri: string;
  readonly isForeign = true;
  readonly isManifest: boolean;

  constructor(input: Input, uri: string, text = '') {
    this.input = input;
    this.uri = uri;
    this.isManifest = !isTerraformPath(uri) && mayBeManifest(text);
  }

  get path(): string {
    return this.input.name;
  }

  /** Reads the file again. A file that is gone has no text. */
  get text(): string {
    return this.#read().text;
  }

  get bom(): string {
    return this.#read().bom;
  }

  #read(): { readonly text: string; readonly bom: string } {
    const read = readInput(this.input);
    return read.kind === 'text' ? read : { text: '', bom: '' };
  }
}

/** True for a text that matters only where something refers to an object that it may contain. */
export function isForeignInput({ name, path, isNamed, read }: Input, text: string): boolean {
  if (isNamed || path === undefined || read) return false;
  if (isTerraformPath(path)) return !mayDeclareOurs(text);
  if (!isForeign(text)) return false;
  return !codeOf(path) && !isChartValues(name) && surroundingKind(name) === undefined && !mayRename(text);
}
