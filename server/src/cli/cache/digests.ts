/** Computes digests of files and of answers of the index. They change whenever a finding can change. */
import type { Placement } from '../../analysis/workspace/placement.ts';
import { uriInKey } from '../../project/checks.ts';
import { digestOf } from '../../disk/node-crypto.ts';
import type { Project } from '../../project/project.ts';
import type { Source } from '../source.ts';
import { moved } from './relocation.ts';

/** The digests of one run; a move of the folder does not change them. Answers need all files to be read. */
export class Digests {
  readonly #sources: Project<Source>;
  readonly #folder: string;
  /** True if some files are only read: then a finding may have moved to a file that is reported. */
  readonly #isPart: boolean;
  readonly #texts = new Map<string, string>();
  readonly #answers = new Map<string, string>();
  readonly #placements = new Map<readonly Placement[], string>();

  /** `folder` is its URI. */
  constructor(sources: Project<Source>, folder: string) {
    this.#sources = sources;
    this.#folder = folder;
    this.#isPart = [...sources.files.values()].some(({ isAround }) => isAround);
  }

  /** A digest of everything that the facts of the file depend on. */
  ofText({ uri, input, text, origin, isAround }: Source): string {
    const known = this.#texts.get(uri);
    if (known !== undefined) return known;
    const digest = digestOf(
      JSON.stringify([
        input.name,
        this.#sources.workspace.isPatch(uri),
        ...(origin ? [origin] : []),
        ...(this.#isPart ? [isAround === true] : []),
      ]) + text,
    );
    this.#texts.set(uri, digest);
    return digest;
  }

  /** A digest of the file and of the kustomizations and charts that change its objects. */
  ofFile(source: Source): string {
    const { uri } = source;
    const [entry] = this.#sources.workspace.entriesIn(uri);
    return this.ofText(source) + (entry ? this.#ofPlacements(entry.placements) : '');
  }

  /** A digest of the answers of the index. It covers the whole text of each file in an answer, not only what a rule has read of it. */
  ofAnswers(asked: readonly string[]): string {
    return this.#ofUris(asked.map((key) => this.#ofAnswer(key)).join('\n'));
  }

  #ofAnswer(key: string): string {
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const uriOfText = uriInKey(key);
    const parts =
      uriOfText !== undefined
        ? [this.#at(uriOfText)]
        : this.#sources.workspace.atForRules(key).map(({ uri, ordinal }) => `${ordinal} ${this.#at(uri)}`);
    // Most answers are empty or one object.
    const answer = parts.length > 1 ? this.#ofUris(parts.join('\n')) : (parts[0] ?? '');
    this.#answers.set(key, answer);
    return answer;
  }

  #at(uri: string): string {
    const source = this.#sources.files.get(uri);
    return `${uri} ${source ? this.ofFile(source) : (this.#sources.builds.roots.get(uri)?.printed.text ?? '')}`;
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
