/** Takes the edit of a conversion that is only previewed. */
import type { WorkspaceEdit } from 'vscode-languageserver-protocol';

/** The edit that the server wants to apply while a conversion is previewed. */
export class EditCapture {
  #captured: WorkspaceEdit | undefined;
  #isOn = false;
  #last: Promise<unknown> = Promise.resolve();

  /** True if the edit is only captured. */
  take(edit: WorkspaceEdit): boolean {
    if (this.#isOn) this.#captured = edit;
    return this.#isOn;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** One preview after the other: the server does not say which request an edit belongs to. */
  during(run: () => Promise<unknown>): Promise<WorkspaceEdit | undefined> {
    return this.alone(() => this.#capture(run));
  }

  /** Runs a command whose edits are applied, while there is no preview. */
  alone<T>(run: () => Promise<T>): Promise<T> {
    const result = this.#last.then(run);
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #capture(run: () => Promise<unknown>): Promise<WorkspaceEdit | undefined> {
    this.#isOn = true;
    this.#captured = undefined;
    try {
      await run();
      return this.#captured;
    } finally {
      this.#isOn = false;
    }
  }
}

export const capture = new EditCapture();
