/** Sets the kustomizations and charts of a workspace by their texts: an open text counts instead of the file on the disk. */
import { surroundingKind } from '../analysis/workspace/placement.ts';
import type { Workspace } from '../analysis/workspace/workspace.ts';
import { readKustomization } from '../frontends/read-kustomization.ts';

export class SurroundingTexts {
  readonly #workspace: Workspace;
  readonly #openText: (uri: string) => string | undefined;
  /** By URI: the texts that are not open. */
  readonly texts = new Map<string, string>();

  constructor(workspace: Workspace, openText: (uri: string) => string | undefined) {
    this.#workspace = workspace;
    this.#openText = openText;
  }

  /** Sets the text that is not open; undefined where there is none. */
  set(uri: string, text: string | undefined): void {
    if (surroundingKind(uri) === undefined) return;
    if (text === undefined) this.texts.delete(uri);
    else this.texts.set(uri, text);
    this.renew(uri);
  }

  /** Reads the open text, or the one that counts after it. Returns false for another file. */
  renew(uri: string): boolean {
    const kind = surroundingKind(uri);
    if (kind === undefined) return false;
    const text = this.#openText(uri) ?? this.texts.get(uri);
    if (kind === 'chart') this.#workspace.setChart(uri, text !== undefined);
    if (kind === 'kustomization')
      this.#workspace.setKustomization(uri, text === undefined ? undefined : readKustomization(text));
    return true;
  }
}
