/** Digests of files and of answers of the index: equal only where everything is that a finding can depend on. */
import { hash } from 'node:crypto';
import type { Placement } from '../../analysis/placement.ts';
import { isTextKey } from '../check/file-checks.ts';
import type { Source, Sources } from '../sources.ts';

export function digestOf(text: string): string {
  return hash('sha256', text, 'base64').slice(0, 27);
}

/** Those of one run, each made once. Answers are asked for when all files are known. */
export class Digests {
  readonly #sources: Sources;
  readonly #texts = new Map<string, string>();
  readonly #answers = new Map<string, string>();
  readonly #placements = new Map<readonly Placement[], string>();

  constructor(sources: Sources) {
    this.#sources = sources;
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
    return digestOf(asked.map((key) => this.#ofAnswer(key)).join('\n'));
  }

  #ofAnswer(key: string): string {
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const parts = isTextKey(key)
      ? [this.#at(key.slice(key.indexOf(' ') + 1))]
      : this.#sources.workspace.at(key).map(({ uri, ordinal }) => `${ordinal} ${this.#at(uri)}`);
    // Most are answered by nothing or by one object.
    const answer = parts.length > 1 ? digestOf(parts.join('\n')) : (parts[0] ?? '');
    this.#answers.set(key, answer);
    return answer;
  }

  #at(uri: string): string {
    const source = this.#sources.at(uri);
    return `${uri} ${source ? this.ofFile(source) : ''}`;
  }

  #ofPlacements(placements: readonly Placement[]): string {
    const token = this.#placements.get(placements) ?? digestOf(JSON.stringify(placements));
    this.#placements.set(placements, token);
    return token;
  }
}
