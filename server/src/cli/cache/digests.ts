/** Digests of files and of answers of the index: equal only where everything is that a finding can depend on. */
import type { Placement } from '../../analysis/workspace/placement.ts';
import { digestOf } from '../../disk/node-crypto.ts';
import type { Source, SourceFiles } from '../source.ts';
import { moved } from './relocation.ts';

/** Those of one run, each made once, and equal wherever its folder is. Answers are asked for when all files are known. */
export class Digests {
  readonly #sources: SourceFiles;
  readonly #folder: string;
  readonly #texts = new Map<string, string>();
  readonly #answers = new Map<string, string>();
  readonly #placements = new Map<readonly Placement[], string>();

  /** `folder` is its URI. */
  constructor(sources: SourceFiles, folder: string) {
    this.#sources = sources;
    this.#folder = folder;
  }

  /** Of what the facts of the file are made of. */
  ofText({ uri, input, text }: Source): string {
    const known = this.#texts.get(uri);
    if (known !== undefined) return known;
    const digest = digestOf(JSON.stringify([input.name, this.#sources.workspace.isPatch(uri)]) + text);
    this.#texts.set(uri, digest);
    return digest;
  }

  /** Of the file, and of where it goes: the way in which kustomizations and charts change what it says. */
  ofFile(source: Source): string {
    const { uri } = source;
    const [entry] = this.#sources.workspace.entriesIn(uri);
    return this.ofText(source) + (entry ? this.#ofPlacements(entry.placements) : '');
  }

  /** Of all that the index answers. More than what was looked at in the answers: the whole text of each file that is in them. */
  ofAnswers(asked: readonly string[]): string {
    return this.#ofUris(asked.map((key) => this.#ofAnswer(key)).join('\n'));
  }

  #ofAnswer(key: string): string {
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const parts = isTextKey(key)
      ? [this.#at(key.slice(key.indexOf(' ') + 1))]
      : this.#sources.workspace.at(key).map(({ uri, ordinal }) => `${ordinal} ${this.#at(uri)}`);
    // Most are answered by nothing or by one object.
    const answer = parts.length > 1 ? this.#ofUris(parts.join('\n')) : (parts[0] ?? '');
    this.#answers.set(key, answer);
    return answer;
  }

  #at(uri: string): string {
    const source = this.#sources.at(uri);
    return `${uri} ${source ? this.ofFile(source) : ''}`;
  }

  #ofPlacements(placements: readonly Placement[]): string {
    const token = this.#placements.get(placements) ?? this.#ofUris(JSON.stringify(placements));
    this.#placements.set(placements, token);
    return token;
  }

  #ofUris(text: string): string {
    return digestOf(moved(text, this.#folder, '.'));
  }
}

const textMark = 'text ';

/** Asks, among the keys of the index, for the text of a file: findings point into it. */
export function textKey(uri: string): string {
  return textMark + uri;
}

function isTextKey(key: string): boolean {
  return key.startsWith(textMark);
}
