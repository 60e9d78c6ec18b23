/** Measures durations in the extension host, in ms. */
import { extensions, languages, Uri, window, workspace } from 'vscode';

export const timed = {
  /** The activation of an extension, including the loading of its code. */
  async activate(id: string): Promise<number> {
    const extension = extensions.getExtension(id);
    if (!extension) throw new Error(`${id} is not installed`);
    if (extension.isActive) throw new Error(`${id} is active already`);
    const start = performance.now();
    await extension.activate();
    return performance.now() - start;
  },

  /** From the request to open a file to the first finding of a source. */
  async firstFinding(path: string, source: string): Promise<number> {
    const uri = Uri.file(path);
    const isThere = (): boolean => languages.getDiagnostics(uri).some((each) => each.source === source);
    if (isThere()) throw new Error(`${source} has found something in ${path} already`);
    const arrived = new Promise<number>((done) => {
      const watch = languages.onDidChangeDiagnostics(() => {
        if (!isThere()) return;
        watch.dispose();
        done(performance.now());
      });
    });
    const start = performance.now();
    await window.showTextDocument(await workspace.openTextDocument(uri));
    return (await arrived) - start;
  },
};
