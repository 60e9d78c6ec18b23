/**
 * Reads fixture pages of gestures: a fence of YAML, JSON or a programming language is an open text with the cursor `$0`.
 * The following fences are named after gestures and contain the exact answers. Fences with a title directly after the
 * text are other files.
 */
import { locatedIn } from '../../server/src/features/lsp.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileFacts } from '../../server/src/analysis/facts/file-facts.ts';
import { Workspace } from '../../server/src/analysis/workspace/workspace.ts';
import { surroundingKind } from '../../server/src/analysis/workspace/placement.ts';
import { readFile } from '../../server/src/frontends/frontends.ts';
import { readKustomization } from '../../server/src/frontends/read-kustomization.ts';
import { kustomizeEngine } from '../../server/src/kustomize/engine.ts';
import { Builds } from '../../server/src/project/builds.ts';
import type { Files, View } from '../../server/src/features/view.ts';
import { endings } from './pages.ts';

/** An open text and its cursors. */
export interface Input {
  readonly path: string;
  readonly view: View;
  /** All files, the open text among them. */
  readonly files: Files;
  /** True for a patch, by the attribute `partial`. */
  readonly isPartial: boolean;
  /** The offset of each `$0`; empty for a gesture on the whole text. */
  readonly offsets: readonly number[];
}

/** The printed answer of a gesture, without a final line break; `attributes` are those of the answer's fence. */
export type Render = (input: Input, attributes: string) => string | Promise<string>;

export interface Answer {
  readonly heading: string;
  readonly input: Input;
  readonly gesture: string;
  readonly attributes: string;
  readonly text: string;
}

const fence = /^```([a-z-]+)([^\n]*)\n([\s\S]*?)^```$/gm;
const isText = (language: string): boolean => Object.hasOwn(endings, language);

/** The answers of a page, in order. */
export function answersOf(page: string): readonly Answer[] {
  const answers: Answer[] = [];
  let input: Input | undefined;
  let isAnswered = true;
  for (const match of page.matchAll(fence)) {
    const [, language = '', attributes = '', text = ''] = match;
    if (isText(language)) {
      const next = inputOf(text, language, attributes);
      input = input && !isAnswered ? withNeighbour(input, next) : next;
      isAnswered = false;
    } else if (input) {
      isAnswered = true;
      const heading =
        /^#+ (.*)$/m.exec(
          page
            .slice(0, match.index)
            .split(/^(?=#)/m)
            .at(-1) ?? '',
        )?.[1] ?? '';
      answers.push({ heading, input, gesture: language, attributes, text });
    }
  }
  return answers;
}

/** Rewrites the answers of a page. */
export async function updatePage(path: string, draw: (answer: Answer) => Promise<string>): Promise<void> {
  const page = readFileSync(path, 'utf8');
  const texts: string[] = [];
  for (const answer of answersOf(page)) texts.push(await draw(answer));
  const updated = page.replace(fence, (whole, language: string, attributes: string) => {
    if (isText(language)) return whole;
    return `\`\`\`${language}${attributes}\n${texts.shift() ?? ''}\`\`\``;
  });
  if (updated !== page) writeFileSync(path, updated);
}

function inputOf(marked: string, language: string, attributes: string): Input {
  const title = /title="([^"]+)"/.exec(attributes)?.[1] ?? `a.${endings[language] ?? ''}`;
  const minor = Number(/kubernetes="1\.(\d+)"/.exec(attributes)?.[1] ?? 36);
  const lines = /\bcrlf\b/.test(attributes) ? marked.replaceAll('\n', '\r\n') : marked;
  const pieces = (/\bopen-end\b/.test(attributes) ? lines.slice(0, -1) : lines).split('$0');
  const text = pieces.join('');
  let at = 0;
  const offsets = pieces.slice(0, -1).map((piece) => (at += piece.length));
  const isPartial = /\bpartial\b/.test(attributes);
  return inputAt(title, text, offsets, minor, isPartial);
}

/** The open text, with cursors at the offsets. */
export function inputAt(path: string, text: string, offsets: readonly number[], minor = 36, isPartial = false): Input {
  const file = readFile(path, text, { isPartial });
  const located = locatedIn(text, 'utf-16');
  const view = { uri: `${projectUri}${path}`, located, file, minor };
  return {
    path,
    offsets,
    isPartial,
    view,
    get files() {
      return filesOf([view]);
    },
  };
}

/** The root of the paths of a page. */
export const projectUri = 'file:///project/';

function withNeighbour(input: Input, { view }: Input): Input {
  const views = [...input.files.texts()].flatMap(([uri]) => input.files.view(uri) ?? []);
  return { ...input, files: filesOf([...views, view]) };
}

/** Related files, like those of a session. */
export function filesOf(views: readonly View[]): Files {
  const workspace = new Workspace();
  for (const { uri, file } of views) {
    const kind = surroundingKind(uri);
    if (kind === 'kustomization') workspace.setKustomization(uri, readKustomization(file.text));
    if (kind === 'chart') workspace.setChart(uri, true);
  }
  for (const { uri, file } of views) workspace.set(uri, fileFacts(file));
  let builds: Builds | undefined;
  return {
    workspace,
    folders: [projectUri],
    view: (uri) => views.find((each) => each.uri === uri),
    texts: () => views.map(({ uri, file }) => [uri, file.text]),
    rootsOf: (uri) => (builds ??= buildsOf(views, workspace)).reaching(uri),
    overlay: '',
    builtPlace: (entry, path) => builds?.placeOf(entry, path),
  };
}

function buildsOf(views: readonly View[], workspace: Workspace): Builds {
  const builds = new Builds({
    uris: () => views.map(({ uri }) => uri),
    textOf: (uri) => views.find((each) => each.uri === uri)?.file.text,
    beyond: { read: () => undefined, kindOf: () => 'missing' },
    nameOf: (folder) => folder.replace(projectUri, ''),
  });
  builds.setEngine(kustomizeEngine);
  for (const { uri } of views) builds.noteChange(uri);
  builds.settle(workspace);
  return builds;
}

/** The text with its cursor drawn. */
export function withCursor({ text, offset }: { readonly text: string; readonly offset: number }): string {
  return `${text.slice(0, offset)}$0${text.slice(offset)}`;
}
