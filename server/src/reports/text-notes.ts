/** Infos and hints at the end of the report for people: each message once, with the number of its repetitions. */
import { rules } from '../rules/rules.ts';
import { counted, grouped, withoutControls } from '../text/quote.ts';
import type { FoldedNotice } from './fold-repeats.ts';
import { ranks } from './printable.ts';
import { messageOf, type Notice } from './report.ts';
import { enforcementOf, foldLine, headLine, planLine, type Colors } from './text-line.ts';

interface Note {
  readonly notice: Notice;
  readonly fileName: string;
  /** The number of findings with this message, by folder. */
  readonly folders: Map<string, number>;
  /** The folded findings of the rule that have other messages, and one finding of each object with some. */
  folded: number;
  readonly foldedIn: Notice[];
}

export function isNote({ severity }: Notice): boolean {
  return severity !== 'error' && severity !== 'warning';
}

export class Notes {
  readonly #notes = new Map<string, Note>();

  add(fileName: string, { notice, repeats }: FoldedNotice): void {
    const message = messageOf(notice);
    const key = `${notice.code} ${message}`;
    const note = this.#notes.get(key) ?? {
      notice,
      fileName,
      folders: new Map<string, number>(),
      folded: 0,
      foldedIn: [],
    };
    this.#notes.set(key, note);
    const others = repeats.filter((each) => messageOf(each) !== message).length;
    const folder = fileName.slice(0, fileName.lastIndexOf('/') + 1);
    note.folders.set(folder, (note.folders.get(folder) ?? 0) + 1 + repeats.length - others);
    note.folded += others;
    if (others > 0) note.foldedIn.push(notice);
  }

  /** Infos before hints, and last what is true of every object. */
  lines(colors: Colors): string {
    const rank = ({ notice: { code, severity } }: Note): number =>
      ranks[severity] + (onceCodes.has(code) ? ranks.hint : 0);
    const sorted = [...this.#notes.values()].sort((a, b) => rank(a) - rank(b));
    return sorted.map((note) => noteLines(note, colors)).join('');
  }
}

export function noteHead(fileName: string, notice: Notice, colors: Colors): string {
  const head = headLine(fileName, notice, colors).trimEnd();
  return `${head} ${colors.dim(`(${enforcementOf(notice)})`)}\n${planLine(notice, colors)}`;
}

function noteLines({ notice, fileName, folders, folded, foldedIn }: Note, colors: Colors): string {
  const more = onceCodes.has(notice.code) && folders.size > 1 ? folderLines(folders) : [likeLine(folders)];
  const indented = more.map((line) => (line === '' ? '' : colors.dim(`  ${line}\n`))).join('');
  return noteHead(fileName, notice, colors) + indented + foldLine(foldedIn, folded, colors);
}

/** Each finding of such a rule is a file, and its place in the file does not matter. */
/** The codes of rules that say the same about every object. */
export const onceCodes: ReadonlySet<string> = new Set(
  rules.flatMap(({ code, isOncePerFile }) => (isOncePerFile ? code : [])),
);

const mostFolders = 10;

function likeLine(folders: ReadonlyMap<string, number>): string {
  const count = [...folders.values()].reduce((sum, each) => sum + each, 0);
  return count > 1 ? `… and ${grouped(count - 1)} more like it` : '';
}

function folderLines(folders: ReadonlyMap<string, number>): readonly string[] {
  const all = [...folders].sort(([, a], [, b]) => b - a);
  const lines = all
    .slice(0, mostFolders)
    .map(([folder, count]) => `${folder === '' ? './' : withoutControls(folder)}  ${counted(count, 'file')}`);
  const rest = all.slice(mostFolders);
  if (rest.length === 0) return lines;
  const files = rest.reduce((sum, [, count]) => sum + count, 0);
  return [...lines, `… and ${counted(files, 'file')} in ${counted(rest.length, 'more folder')} (--all shows them)`];
}
