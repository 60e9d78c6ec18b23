/** What stands behind the library: texts in memory that are checked together, and what is wrong with what a caller gives. */
import { fileFacts } from './analysis/facts/file-facts.ts';
import { Workspace } from './analysis/workspace/workspace.ts';
import { locator } from './reports/locate.ts';
import { noticesOf } from './reports/notices.ts';
import { diagnosticOf } from './reports/json.ts';
import { readSeverity, versionProblem } from './config/config.ts';
import { newestMinor, parseMinor } from './contract/version.ts';
import { readFile } from './frontends/frontends.ts';
import { readKustomization } from './frontends/read-kustomization.ts';
import { findingsIn, silencedIn, throwBug } from './lint/check-file.ts';
import { checkDocuments } from './lint/check-documents.ts';
import type { CheckedDocuments, CheckSettings } from './lint/check-documents.ts';
import type { Severity } from './lint/rule.ts';
import { rules } from './rules/rules.ts';
import { nearest } from './text/nearest.ts';
import { listed, quote } from './text/quote.ts';
import type { SourceFile } from './tree/document.ts';
import { chartName, kustomizationNames } from './tree/kustomization.ts';

type ApiFinding = ReturnType<typeof diagnosticOf>;

interface ApiSettings {
  readonly kubernetesVersion?: string;
  readonly severity?: Readonly<Record<string, Severity | 'off'>>;
}

interface Text {
  readonly name: string;
  readonly uri: string;
  readonly text: string;
  readonly isPatch: boolean;
  readonly file: SourceFile;
  /** What was found last, which the next check begins with. */
  readonly checked: CheckedDocuments | undefined;
}

export class ApiWorkspace {
  readonly #settings: CheckSettings;
  readonly #workspace = new Workspace();
  /** By URI. */
  readonly #texts = new Map<string, Text>();
  /** False once a kustomization or a chart has changed: what other files are is looked at before the next check. */
  #isPlaced = true;

  constructor({ kubernetesVersion, severity = {} }: ApiSettings) {
    this.#settings = {
      rules,
      minor: (kubernetesVersion === undefined ? undefined : parseMinor(kubernetesVersion)) ?? newestMinor,
      severities: new Map(Object.entries(severity)),
      onBug: throwBug,
    };
  }

  set(name: string, text: string): void {
    if (typeof text !== 'string') throw new TypeError(`The text of ${quote(name)} must be a string.`);
    this.#learn(name, text.replace(/^\uFEFF/, ''));
    this.#survey(name, text);
  }

  delete(name: string): boolean {
    const uri = uriOf(name);
    if (!this.#texts.delete(uri)) return false;
    this.#workspace.set(uri, []);
    this.#survey(name, undefined);
    return true;
  }

  check(name?: string): readonly ApiFinding[] {
    if (!this.#isPlaced) this.#place();
    if (name === undefined) return [...this.#texts.values()].flatMap((text) => this.#check(text));
    const text = this.#texts.get(uriOf(name));
    if (text) return this.#check(text);
    const known = [...this.#texts.values()].map((each) => each.name);
    const meant = nearest(name, known);
    throw new TypeError(
      `There is no text ${quote(name)} in the workspace. ${meant === undefined ? 'Add it with set(name, text).' : `Did you mean ${quote(meant)}?`}`,
    );
  }

  #learn(name: string, text: string): void {
    const uri = uriOf(name);
    const before = this.#texts.get(uri);
    const isPatch = this.#workspace.isPatch(uri);
    const previous = before?.isPatch === isPatch ? { previous: before.file } : {};
    const file = readFile(name, text, { isPartial: isPatch, ...previous });
    this.#texts.set(uri, { name, uri, text, isPatch, file, checked: before?.checked });
    this.#workspace.set(uri, fileFacts(file));
  }

  /** A kustomization or a chart says what other files are. */
  #survey(name: string, text: string | undefined): void {
    const uri = uriOf(name);
    const last = name.slice(name.lastIndexOf('/') + 1);
    if (last === chartName) this.#workspace.setChart(uri, text !== undefined);
    else if (!kustomizationNames.includes(last)) return;
    else this.#workspace.setKustomization(uri, text === undefined ? undefined : readKustomization(text));
    this.#isPlaced = false;
  }

  #place(): void {
    this.#isPlaced = true;
    this.#workspace.placeAll();
    for (const each of this.#texts.values())
      if (this.#workspace.isPatch(each.uri) !== each.isPatch) this.#learn(each.name, each.text);
  }

  #check(text: Text): readonly ApiFinding[] {
    const { uri, name, file } = text;
    const checked = checkDocuments(file, this.#settings, this.#workspace.around(uri), text.checked);
    this.#texts.set(uri, { ...text, checked });
    const found = { findings: findingsIn(checked), silenced: silencedIn(checked) };
    const locate = locator(uri, {
      fileAt: (other) => this.#texts.get(other)?.file,
      nameOf: (other) => this.#texts.get(other)?.name ?? other,
    });
    return noticesOf(found, file, locate).notices.map((notice) => diagnosticOf(name, notice));
  }
}

/** A name as a path from the top of the workspace. Throws a TypeError for what names nothing. */
export function readName(name: unknown): string {
  const path = typeof name === 'string' ? name.replaceAll('\\', '/').replace(/^(\.?\/)+/, '') : '';
  // A folder is no text, and half a character has no place in a URI.
  if (!/(?:^|\/)\.{0,2}$|\p{Surrogate}/u.test(path)) return path;
  throw new TypeError(`The name of a text must be a path such as "k8s/db.yaml", not ${shownValue(name)}.`);
}

/** The options themselves, where each of them can be understood; `more` names those beside the ones of a workspace. Throws a TypeError otherwise. */
export function readApiOptions<T extends ApiSettings>(options: T, more: readonly string[] = []): T {
  if (!isRecord(options)) throw new TypeError(`The options must be an object, not ${shownValue(options)}.`);
  const names = [...more, 'kubernetesVersion', 'severity'];
  for (const name of Object.keys(options)) {
    if (names.includes(name)) continue;
    const meant = nearest(name, names);
    throw new TypeError(
      `There is no option ${quote(name)}. ${meant === undefined ? `There are ${listed(names)}.` : `Did you mean ${quote(meant)}?`}`,
    );
  }
  const { kubernetesVersion, severity } = options;
  readVersion(kubernetesVersion);
  readLevels(severity);
  return options;
}

function readVersion(version: unknown): void {
  if (version === undefined) return;
  if (typeof version !== 'string')
    throw new TypeError(`kubernetesVersion must be a text such as "1.${newestMinor}", not ${shownValue(version)}.`);
  if (parseMinor(version) === undefined) throw new TypeError(`kubernetesVersion: ${versionProblem(version)}`);
}

function readLevels(levels: unknown): void {
  if (levels === undefined) return;
  if (!isRecord(levels))
    throw new TypeError(`severity must be an object such as { "null-value": "off" }, not ${shownValue(levels)}.`);
  for (const [code, level] of Object.entries(levels)) {
    const read = readSeverity(code, typeof level === 'string' ? level : shownValue(level));
    if (typeof read !== 'string') throw new TypeError(`severity: ${read.problem}`);
  }
}

/** Below a folder, which kustomizations and charts have; one path has one URI, however it is written. */
function uriOf(name: string): string {
  return new URL(name.split('/').map(encodeURIComponent).join('/'), 'file:///top/workspace/').href;
}

/** False for a list or a Map, which have no names to be read. */
function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(Symbol.iterator in value);
}

/** What was given, in a word or two. */
function shownValue(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value !== 'function' && (typeof value !== 'object' || value === null)) return String(value);
  const sort = Object.prototype.toString.call(value).slice('[object '.length, -1);
  return sort === 'Object' ? 'an object' : `a ${sort}`;
}
