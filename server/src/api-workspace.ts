/** The workspace of the library: texts in memory that are checked together. */
import { rejectUnread } from './api-languages.ts';
import { readApiVersions, type ApiSettings, type ApiTrafficOptions } from './api-options.ts';
import { listingOf, type ListedResource } from './analysis/listing/listing.ts';
import { terraformListing, type ListedTerraform } from './analysis/listing/terraform-listing.ts';
import { resolveName } from './analysis/dns/resolve-name.ts';
import { questionTypes, recordText, type Resolution } from './analysis/dns/model.ts';
import { kubeProxy } from './analysis/traffic/consumers/consumer.ts';
import { consumerOf } from './analysis/traffic/consumers/consumers.ts';
import type { TrafficWorld } from './analysis/traffic/model.ts';
import { trafficReport, type TrafficReport } from './analysis/traffic/report.ts';
import { newestMinor } from './contract/version.ts';
import { kustomizeEngine } from './kustomize/engine.ts';
import { perRule } from './config/severities.ts';
import { fileFindings, throwBug } from './lint/check-file.ts';
import type { CheckSettings } from './lint/check-documents.ts';
import { Checks } from './project/checks.ts';
import { Project } from './project/project.ts';
import type { OpenFile, ProjectFile } from './project/project-file.ts';
import { Reading } from './project/reading.ts';
import { fieldLocator, trafficWorld } from './project/traffic.ts';
import { diagnosticOf } from './reports/json.ts';
import { locator, positionAtOffset } from './reports/locate.ts';
import { noticesOf } from './reports/notices.ts';
import type { Notice } from './reports/report.ts';
import { rules } from './rules/rules.ts';
import { sliced } from './text/long-text.ts';
import { nearest } from './text/nearest.ts';
import { listed, quote } from './text/quote.ts';

type ApiResolution = Pick<Resolution, 'rcode' | 'why'> & Record<'answer' | 'extra', readonly string[]>;

type ApiFinding = ReturnType<typeof diagnosticOf>;

type ApiResource = (ListedResource | ListedTerraform) & { readonly file: string };

interface ApiText extends OpenFile {
  readonly name: string;
}

export class ApiWorkspace {
  /** Every text is open: its tree is kept. */
  readonly #project = new Project<ProjectFile, ApiText>();
  readonly #settings: CheckSettings;
  readonly #files: Parameters<typeof fieldLocator>[0];
  readonly #checks: Checks<CheckSettings, readonly Notice[]>;

  /** With and without mirroring, until a text changes. */
  readonly #worlds = new Map<boolean, TrafficWorld>();

  constructor({ kubernetesVersion, severity = {}, mirroring = true }: ApiSettings) {
    this.#project.builds.setEngine(kustomizeEngine);
    const settings: CheckSettings = (this.#settings = {
      rules,
      ...readApiVersions(kubernetesVersion),
      mirroring: mirroring ? 'on' : 'off',
      severities: perRule(Object.entries(severity)),
      onBug: throwBug,
    });
    const files = (this.#files = {
      treeOf: (uri: string) => this.#project.treeOf(uri),
      nameOf: (uri: string) => this.#project.open.get(uri)?.name ?? uri,
      builds: this.#project.builds,
      positionOf: positionAtOffset,
    });
    this.#checks = new Checks(this.#project, {
      settingsOf: () => settings,
      resultOf: ({ uri, checked }) => noticesOf(fileFindings(checked), checked.file, locator(uri, files)).notices,
    });
  }

  set(name: string, text: string): void {
    if (typeof text !== 'string') throw new TypeError(`The text of ${quote(name)} must be a string.`);
    rejectUnread(name, text);
    const uri = uriOf(name);
    const before = this.#project.open.get(uri)?.reading;
    const reading = new Reading(name, sliced(text.replace(/^\uFEFF/, '')), { before });
    this.#worlds.clear();
    this.#project.edit({ uri, name, reading });
  }

  delete(name: string): boolean {
    this.#worlds.clear();
    return this.#project.close(uriOf(name));
  }

  check(name?: string): readonly ApiFinding[] {
    return this.#texts(name).flatMap((text) => this.#check(text));
  }

  resources(name?: string): readonly ApiResource[] {
    return this.#texts(name).flatMap(({ uri, name: file }) => {
      const tree = this.#project.treeOf(uri);
      if (!tree) return [];
      const siblings = this.#project.modules.siblingsOf(uri) ?? [];
      const listed = listingOf(tree, (offset) => positionAtOffset(tree, offset));
      return [...listed, ...terraformListing(tree, { path: file, siblings })].map((each) => ({ ...each, file }));
    });
  }

  /** What kube-proxy makes of the Services in all texts, from a viewpoint. */
  traffic({ node = '', zone, family, mirroring, consumer = kubeProxy }: ApiTrafficOptions = {}): TrafficReport {
    const query = { node, zone, family, consumer: consumerOf(consumer) };
    return trafficReport(this.#world(mirroring), query, fieldLocator(this.#files));
  }

  /** What CoreDNS answers to a question, from the Services and slices in all texts. */
  resolve(name: unknown, type: unknown, { mirroring }: Pick<ApiTrafficOptions, 'mirroring'> = {}): ApiResolution {
    if (typeof name !== 'string') throw new TypeError('The name that DNS is asked for must be a string.');
    const asked = questionTypes.find((each) => each === type);
    if (!asked)
      throw new TypeError(`${quote(String(type))} is not a type of DNS questions. Use ${listed(questionTypes, 'or')}.`);
    const found = resolveName(this.#world(mirroring), name, asked, fieldLocator(this.#files));
    const { rcode, answer, extra, why } = found;
    return { rcode, answer: answer.map(recordText), extra: extra.map(recordText), why };
  }

  #world(isMirroring = this.#settings.mirroring !== 'off'): TrafficWorld {
    const minor = this.#settings.minors?.at(-1) ?? newestMinor;
    const world = this.#worlds.get(isMirroring) ?? trafficWorld(this.#project, { minor, isMirroring });
    this.#worlds.set(isMirroring, world);
    return world;
  }

  #texts(name: string | undefined): readonly ApiText[] {
    const { open } = this.#project;
    if (name === undefined) return [...open.values()];
    const text = open.get(uriOf(name));
    if (text) return [text];
    const names = [...open.values()].map((each) => each.name);
    const meant = nearest(name, names);
    throw new TypeError(
      `There is no text ${quote(name)} in the workspace. ${meant === undefined ? 'Add it with set(name, text).' : `Did you mean ${quote(meant)}?`}`,
    );
  }

  #check({ uri, name }: ApiText): readonly ApiFinding[] {
    return (this.#checks.of(uri) ?? []).map((notice) => diagnosticOf(name, notice));
  }
}

/** Below a folder, so that kustomizations and charts can be above a text. One path has one URI, however it is written. */
function uriOf(name: string): string {
  return new URL(name.split('/').map(encodeURIComponent).join('/'), 'file:///top/workspace/').href;
}
