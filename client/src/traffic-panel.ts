/** The Traffic view: shows the picture of the Service at the cursor beside the editor, and follows the cursor and the texts. */
import {
  Disposable,
  Uri,
  window,
  workspace,
  type Memento,
  type TextDocumentChangeEvent,
  type TextEditor,
  type ViewColumn,
  type WebviewPanel,
} from 'vscode';
import { LSPErrorCodes, ResponseError, type BaseLanguageClient } from 'vscode-languageclient';
import type { MessageFromPage, MessageToPage, PageState } from '../../server/src/drawing/page-messages.ts';
import { isServed } from './programs.ts';
import { CommittedTexts } from './committed-texts.ts';
import { setContext } from './contexts.ts';
import { partInLine, partWithId, type PicturePart } from './picture-parts.ts';
import { revealPlace } from './reveal-place.ts';
import type { LensPlace } from './lens-place.ts';
import type { ServerSupervisor } from './server.ts';
import { pageFolder, pageHtml } from './traffic-page.ts';

/** The answer to endpoints/picture. */
interface PictureAnswer extends Omit<PageState, 'isLocked'> {
  /** The id of the part at the cursor. */
  readonly active: string | null;
}

/** What is shown, also after a reload. */
export interface ShownPicture extends LensPlace {
  readonly view: string;
  readonly isLocked: boolean;
}

interface PanelNeeds {
  readonly server: ServerSupervisor;
  readonly extensionUri: Uri;
  readonly memory: Memento;
}

const memoryKey = 'picture';

/** What was shown last in this workspace. */
export function rememberedPicture(memory: Memento): ShownPicture | undefined {
  return memory.get<ShownPicture>(memoryKey);
}

/** In ms; an answer that an edit has made outdated is asked for again after this time, if the edit itself does not. */
const pause = 200;

export class TrafficPanel implements Disposable {
  readonly #panel: WebviewPanel;
  readonly #needs: PanelNeeds;
  readonly #disposables: Disposable;
  readonly #committed = new CommittedTexts(() => this.#later());
  readonly #post: (message: MessageToPage) => unknown;
  #shown: ShownPicture;
  /** The place of the picture that is drawn. */
  #drawn: LensPlace | undefined;
  #state: PageState | undefined;
  /** What the page has, as text; empty before it is ready. */
  #sent = '';
  #active: string | null = null;
  #isDue = false;
  #isAsking = false;
  #isDisposed = false;
  /** That tells of changes in other files. */
  #client: BaseLanguageClient | undefined;

  constructor(panel: WebviewPanel, shown: ShownPicture, needs: PanelNeeds) {
    this.#panel = panel;
    this.#shown = shown;
    this.#needs = needs;
    const { webview } = panel;
    this.#post = webview.postMessage.bind(webview);
    webview.options = { enableScripts: true, localResourceRoots: [pageFolder(needs.extensionUri)] };
    this.#disposables = Disposable.from(
      this.#committed,
      webview.onDidReceiveMessage((message: MessageFromPage) => this.#receive(message)),
      panel.onDidChangeViewState(() => this.#later()),
      needs.server.onDidChange(() => this.#connect()),
      window.onDidChangeTextEditorSelection(({ textEditor }) => this.#follow(textEditor)),
      window.onDidChangeActiveTextEditor((editor) => this.#follow(editor)),
      workspace.onDidChangeTextDocument((event) => this.#textChanged(event)),
    );
    setContext('isPictureLocked', shown.isLocked);
    webview.html = pageHtml(webview, needs.extensionUri);
    this.#connect();
    if (!shown.isLocked) this.#follow(window.activeTextEditor);
  }

  /** The view that was asked for at another place shows that place. */
  show(place: LensPlace): void {
    this.#panel.reveal(undefined, true);
    this.#change({ ...place, isLocked: false });
    this.#later();
  }

  lock(isLocked: boolean): void {
    this.#change({ isLocked });
    if (isLocked) this.#light(null);
    else this.#follow(window.activeTextEditor);
    this.#later();
  }

  get viewColumn(): ViewColumn | undefined {
    return this.#panel.viewColumn;
  }

  part(id: string): PicturePart | undefined {
    const { picture } = this.#state ?? {};
    return picture ? partWithId(picture, id) : undefined;
  }

  /** In the editor of the file, which never covers the picture. */
  reveal(place: Pick<PicturePart, 'file' | 'range'>): Promise<void> {
    return revealPlace(place, this.#panel.viewColumn);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#disposables.dispose();
  }

  #receive(message: MessageFromPage): void {
    if (message.kind === 'reveal') void this.reveal(message.place);
    else if (message.kind === 'lock') this.lock(message.isLocked);
    else if (message.kind === 'view') {
      this.#change({ view: message.id });
      this.#later();
    } else {
      // A page that was hidden starts afresh.
      this.#sent = '';
      if (this.#state) this.#send(this.#state, this.#active);
      this.#later();
    }
  }

  #connect(): void {
    const { client } = this.#needs.server;
    if (client && client !== this.#client) client.onNotification('endpoints/didChangePicture', () => this.#later());
    this.#client = client;
    this.#later();
  }

  #follow(editor: TextEditor | undefined): void {
    if (!editor || editor !== window.activeTextEditor) return;
    const { document, selection } = editor;
    if (!isServed(document)) return;
    const [uri, { line, character }] = [document.uri.toString(), selection.active];
    const { picture } = this.#state ?? {};
    if (this.#shown.isLocked) return this.#light((picture && partInLine(picture, uri, line + 1)?.id) ?? null);
    const { position } = this.#shown;
    if (uri === this.#shown.uri && line === position.line && character === position.character) return;
    this.#change({ uri, position: { line, character } });
    this.#later();
  }

  #textChanged({ document, contentChanges }: TextDocumentChangeEvent): void {
    if (contentChanges.length === 0 || !isServed(document)) return;
    const { uri, isLocked, position } = this.#shown;
    if (isLocked && document.uri.toString() === uri) {
      // The place moves with its text. Later changes of an event are above earlier ones.
      let { line } = position;
      for (const { range, text } of contentChanges)
        if (range.end.line < line) line += text.split('\n').length - 1 - (range.end.line - range.start.line);
      this.#change({ position: { ...position, line: Math.max(line, 0) } });
    }
    this.#later();
  }

  #change(change: Partial<ShownPicture>): void {
    this.#shown = { ...this.#shown, ...change };
    setContext('isPictureLocked', this.#shown.isLocked);
    void this.#needs.memory.update(memoryKey, this.#shown);
  }

  /** One question at a time: the answer to what was asked meanwhile would be outdated. A hidden page has no questions. */
  #later(): void {
    this.#isDue = true;
    if (!this.#isAsking && this.#panel.visible) void this.#askWhileDue();
  }

  async #askWhileDue(): Promise<void> {
    this.#isAsking = true;
    while (this.#isDue && !this.#isDisposed) {
      // A keystroke changes the text, and then moves the cursor.
      await new Promise((done) => void setTimeout(done, 0));
      this.#isDue = false;
      await this.#ask();
    }
    this.#isAsking = false;
  }

  async #ask(): Promise<void> {
    const { uri, position, view, isLocked } = this.#shown;
    const { client, state } = this.#needs.server;
    if (!client)
      return this.#send(stateWithout(serverWords[state] ?? 'The Endpoints server is not running.', isLocked), null);
    const before = await this.#committed.before(Uri.parse(uri), view === 'changes');
    const params = { textDocument: { uri }, position, view, ...before };
    let answer: PictureAnswer | null;
    try {
      answer = await client.sendRequest<PictureAnswer | null>('endpoints/picture', params);
    } catch (error) {
      const isOutdated = error instanceof ResponseError && error.code === LSPErrorCodes.ContentModified;
      if (isOutdated) setTimeout(() => this.#later(), pause);
      else this.#send(stateWithout(error instanceof Error ? error.message : String(error), isLocked), null);
      return;
    }
    if (this.#isDisposed) return;
    if (!answer?.picture && this.#state?.picture && this.#drawn && this.#drawn.uri !== uri) {
      // The cursor has moved to a file without traffic: the picture stays.
      this.#change(this.#drawn);
      return;
    }
    this.#drawn = { uri, position };
    if (!answer)
      return this.#send(stateWithout('This file is no longer open, and it is not in the workspace.', isLocked), null);
    const { active, ...shown } = answer;
    this.#panel.title = titleOf(shown, uri, isLocked);
    this.#send({ ...shown, isLocked: this.#shown.isLocked }, this.#shown.isLocked ? this.#active : active);
  }

  #send(state: PageState, active: string | null): void {
    this.#state = state;
    const text = JSON.stringify(state);
    if (text !== this.#sent) {
      this.#sent = text;
      this.#post({ kind: 'state', state });
      this.#post({ kind: 'active', id: active });
    } else if (active !== this.#active) this.#post({ kind: 'active', id: active });
    this.#active = active;
  }

  #light(active: string | null): void {
    if (active !== this.#active) this.#post({ kind: 'active', id: active });
    this.#active = active;
  }
}

const serverWords: Readonly<Record<string, string>> = {
  starting: 'The Endpoints server is starting.',
  waiting: 'The Endpoints server has crashed, and is restarted.',
};

function stateWithout(remark: string, isLocked: boolean): PageState {
  return { picture: null, remark, views: [], view: 'written', isLocked };
}

/** `Traffic of db`; of several Services, the name of the file. */
function titleOf({ picture }: Pick<PageState, 'picture'>, uri: string, isLocked: boolean): string {
  const [only, ...others] = picture?.services ?? [];
  const name = only && others.length === 0 ? only.name : (Uri.parse(uri).path.split('/').at(-1) ?? '');
  return isLocked ? `[Traffic of ${name}]` : `Traffic of ${name}`;
}
