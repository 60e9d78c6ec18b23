/** Files of Terraform that declare nothing of ours. Those beside a file that does are read again for it, and others are only counted. */
import { dirname } from 'node:path';
import { isTerraformPath } from '../../frontends/terraform/module-file.ts';
import type { Input } from './inputs.ts';

/** Most are dismissed before they are decoded. UTF-16 has a mark at the start, which is a problem to report. */
export function isForeignTerraform({ path = '', isNamed, read }: Input, bytes: Buffer): boolean {
  if (isNamed || read || !isTerraformPath(path) || (bytes[0] ?? 0) >= 0xfe) return false;
  return !bytes.includes('kubernetes_') && !bytes.includes('kubectl_manifest');
}

export class ForeignTerraform {
  readonly #byFolder = new Map<string, Input[]>();

  add(input: Input): void {
    const folder = dirname(input.path ?? '');
    const known = this.#byFolder.get(folder);
    if (known) known.push(input);
    else this.#byFolder.set(folder, [input]);
  }

  /** Those in folders with other files of Terraform, by their paths. */
  takeBeside(paths: readonly string[]): readonly Input[] {
    if (this.#byFolder.size === 0) return [];
    const folders = new Set(paths.filter(isTerraformPath).map((path) => dirname(path)));
    const beside = [...folders].flatMap((folder) => this.#byFolder.get(folder) ?? []);
    for (const folder of folders) this.#byFolder.delete(folder);
    return beside;
  }

  /** Those that nothing needs. */
  get left(): readonly Input[] {
    return [...this.#byFolder.values()].flat();
  }
}
