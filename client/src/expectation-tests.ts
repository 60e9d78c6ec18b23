/** Shows the expectations of endpoints.test.yaml in the Testing view, and runs them. */
import {
  Disposable,
  Location,
  TestMessage,
  TestRunProfileKind,
  Uri,
  tests,
  workspace,
  type CancellationToken,
  type TestController,
  type TestItem,
  type TestRun,
  type TestRunRequest,
} from 'vscode';
import { isExpectationFile } from '../../server/src/project/expectations/expectation.ts';
import type { TestAnswer, TestFailure } from '../../server/src/lsp/requests/test-requests.ts';
import type { ServerSupervisor } from './server.ts';

const pattern = '**/{endpoints,*.endpoints}.test.{yaml,yml}';

/** `workspace.findFiles` never returns for a scheme without search. */
const searched = new Set(['file', 'vscode-remote', 'vscode-vfs']);

/** Without such a file there is no controller, so the Testing view stays hidden. */
export function showExpectations(server: ServerSupervisor): Disposable {
  let shown: ExpectationTests | undefined;
  const add = (uri: Uri): void => {
    if (isExpectationFile(uri.path)) (shown ??= new ExpectationTests(server)).add(uri);
  };
  const watcher = workspace.createFileSystemWatcher(pattern);
  let isSearched = false;
  const searchOnce = (): void => {
    if (isSearched || server.state !== 'running') return;
    isSearched = true;
    void search(add);
  };
  searchOnce();
  for (const { uri } of workspace.textDocuments) add(uri);
  return Disposable.from(
    watcher,
    watcher.onDidCreate(add),
    watcher.onDidChange((uri) => shown?.changed(uri)),
    watcher.onDidDelete((uri) => shown?.delete(uri)),
    server.onDidChange(searchOnce),
    workspace.onDidOpenTextDocument(({ uri }) => add(uri)),
    workspace.onDidChangeTextDocument(({ document }) => shown?.changed(document.uri)),
    workspace.onDidChangeWorkspaceFolders(() => void search(add)),
    { dispose: () => shown?.dispose() },
  );
}

async function search(add: (uri: Uri) => void): Promise<void> {
  const schemes = new Set((workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme));
  if ([...schemes].every((scheme) => searched.has(scheme))) (await workspace.findFiles(pattern)).forEach(add);
}

/** In ms; an edited file is read again this long after the last change. */
const pause = 500;

interface ReadTests {
  readonly read: readonly { readonly item: TestItem; readonly failures: readonly TestFailure[] }[];
  readonly mistakes: TestAnswer['mistakes'];
}

class ExpectationTests {
  readonly #server: ServerSupervisor;
  readonly #controller: TestController;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(server: ServerSupervisor) {
    this.#server = server;
    this.#controller = tests.createTestController('endpoints', 'Endpoints Expectations');
    this.#controller.resolveHandler = async (item) => void (item && (await this.#read(item)));
    const run = (request: TestRunRequest, token: CancellationToken): Promise<void> =>
      this.#run(request, this.#controller.createTestRun(request), token);
    this.#controller.createRunProfile('Run', TestRunProfileKind.Run, run, true);
  }

  add(uri: Uri): void {
    const { items } = this.#controller;
    if (items.get(uri.toString())) return;
    const item = this.#controller.createTestItem(uri.toString(), workspace.asRelativePath(uri), uri);
    item.canResolveChildren = true;
    items.add(item);
  }

  delete(uri: Uri): void {
    this.#controller.items.delete(uri.toString());
  }

  /** Only a file whose tests are shown is read again. */
  changed(uri: Uri): void {
    const id = uri.toString();
    const item = this.#controller.items.get(id);
    if (!item || (item.children.size === 0 && item.error === undefined)) return;
    clearTimeout(this.#timers.get(id));
    this.#timers.set(
      id,
      setTimeout(() => void this.#read(item), pause),
    );
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#controller.dispose();
  }

  /** Shows a test for each expectation, in order. Undefined without an answer. */
  async #read(file: TestItem): Promise<ReadTests | undefined> {
    if (this.#server.state === 'starting') await this.#server.start();
    const { client } = this.#server;
    const { id, uri } = file;
    let answer: TestAnswer | null | undefined;
    try {
      answer = await client?.sendRequest<TestAnswer | null>('endpoints/test', { textDocument: { uri: id } });
    } catch {
      // The server has ended, and the next one is asked again.
    }
    if (!client || !uri || !answer) return undefined;
    const { mistakes } = answer;
    const seen = new Map<string, number>();
    const read = answer.tests.map(({ title, range, failures }) => {
      const count = (seen.get(title) ?? 0) + 1;
      seen.set(title, count);
      const name = count === 1 ? title : `${title} (${count})`;
      const item = file.children.get(name) ?? this.#controller.createTestItem(name, name, uri);
      item.range = client.protocol2CodeConverter.asRange(range);
      return { item, failures };
    });
    const lines = mistakes.map(({ range, message }) => `Line ${range.start.line + 1}: ${message}`);
    file.error = lines.length === 0 ? undefined : lines.join('\n');
    file.children.replace(read.map(({ item }) => item));
    return { read, mistakes };
  }

  async #run({ include, exclude = [] }: TestRunRequest, run: TestRun, token: CancellationToken): Promise<void> {
    const all = include ?? Array.from(this.#controller.items, ([, item]) => item);
    const excluded = new Set(exclude);
    for (const file of new Set(all.map((item) => item.parent ?? item))) {
      if (token.isCancellationRequested) break;
      const isWhole = all.includes(file);
      const wanted = new Set(all.flatMap(({ parent, id }) => (parent === file ? id : [])));
      const found = await this.#read(file);
      if (!found) run.errored(file, new TestMessage('The server has not answered.'));
      else if (found.mistakes.length > 0)
        run.errored(
          file,
          found.mistakes.map((each) => this.#messageOf(file, each)),
        );
      for (const { item, failures } of found?.read ?? []) {
        if (excluded.has(file) || excluded.has(item) || !(isWhole || wanted.has(item.id))) continue;
        const messages = failures.map((each) => this.#messageOf(file, each));
        if (messages.length === 0) run.passed(item);
        else run.failed(item, messages);
      }
    }
    run.end();
  }

  #messageOf(
    { uri }: TestItem,
    { range, message, related = [] }: TestAnswer['mistakes'][number] & Partial<TestFailure>,
  ): TestMessage {
    const places = related.map(({ location, message: what }) => {
      const { line, character } = location.range.start;
      return `${workspace.asRelativePath(Uri.parse(location.uri))}:${line + 1}:${character + 1} ${what}`;
    });
    const shown = new TestMessage([message, ...places].join('\n'));
    const converter = this.#server.client?.protocol2CodeConverter;
    if (uri && converter) shown.location = new Location(uri, converter.asRange(range));
    return shown;
  }
}
