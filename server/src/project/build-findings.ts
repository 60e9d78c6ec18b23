/** Checks what kustomizations build, and moves each finding to the text that its value comes from. */
import { haveSameFacts, indexKey, type Revision } from '../analysis/workspace/file-around.ts';
import { plainPath } from '../analysis/workspace/placement.ts';
import { builtAt } from '../kustomize/object.ts';
import { checkDocuments, type CheckedDocuments, type CheckSettings } from '../lint/check-documents.ts';
import { diagnoseBuilds, type BuildDiagnostic } from '../lint/diagnose-build.ts';
import type { BuildFix } from '../lint/build-events.ts';
import { rootNames } from '../lint/build-words.ts';
import { isExplainedByBuild, mayExplain } from '../lint/explained-by-build.ts';
import type { Diagnostic, RelatedPlace } from '../lint/rule.ts';
import { groupBy } from '../text/group.ts';
import { quote } from '../text/quote.ts';
import { shift } from '../text/span.ts';
import type { Origin } from '../tree/built.ts';
import type { RootBuild } from './root-build.ts';
import { builtPlace, type BuiltPlace, type UriPlace } from './built-place.ts';
import { movedFix } from './moved-fix.ts';
import type { Project } from './project.ts';

/** A finding in a file that kustomizations read. */
export interface BuildFinding
  extends Pick<Diagnostic, 'rule' | 'message' | 'related' | 'path' | 'resource' | 'minors'>, UriPlace {
  readonly fix: BuildFix | undefined;
}

interface RootFindings {
  readonly root: RootBuild;
  readonly settings: CheckSettings;
  readonly revision: Revision | undefined;
  readonly checked: CheckedDocuments;
  /** By the URI of the file. */
  readonly found: ReadonlyMap<string, readonly BuildFinding[]>;
  readonly asked: readonly string[];
}

export interface FileBuildFindings {
  readonly findings: readonly BuildFinding[];
  /** The builds that decide on the findings. */
  readonly roots: ReadonlySet<RootBuild>;
  /** The URIs of the files for which it counts which roots read them. */
  readonly reached: ReadonlySet<string>;
  /** True where a build shows what becomes of the file. */
  readonly isBuilt: boolean;
}

/** Valid for these findings and roots, and this revision of the workspace. */
interface PlacedFindings {
  readonly findings: RootFindings;
  readonly roots: object;
  readonly revision: number;
  readonly found: RootFindings['found'];
  /** The roots whose findings decide where those of this root are reported. */
  readonly compared: ReadonlySet<RootBuild>;
  readonly reached: ReadonlySet<string>;
}

interface BuildEventFindings {
  readonly roots: object;
  /** By URI. */
  readonly found: ReadonlyMap<string, readonly BuildFinding[]>;
  /** Those that may explain findings in other files. */
  readonly explaining: readonly BuildFinding[];
}

const noKeys: readonly string[] = [];
const nothing: FileBuildFindings = { findings: [], roots: new Set(), reached: new Set(), isBuilt: false };

export class BuildFindings {
  readonly #project: Project;
  readonly #settingsOf: (uri: string) => CheckSettings | undefined;
  readonly #known = new Map<string, RootFindings>();
  /** By the URI of the root. */
  readonly #placed = new Map<string, PlacedFindings>();
  /** The findings on the builds themselves, by URI. Valid for these roots. */
  #events: BuildEventFindings | undefined;

  constructor(project: Project, settingsOf: (uri: string) => CheckSettings | undefined) {
    this.#project = project;
    this.#settingsOf = settingsOf;
  }

  /** The findings in a file. A finding of some of the roots that read the file names them. */
  at(uri: string): FileBuildFindings {
    const reaching = this.#project.builds.reaching(uri);
    if (reaching.length === 0) return nothing;
    const all = reaching.flatMap((root) => this.#findingsOf(root) ?? []);
    const named = all.flatMap((each) =>
      (this.#placedOf(each).found.get(uri) ?? []).map((finding) => ({ root: each.root, finding })),
    );
    const built = all.filter(({ root }) => !root.build.failure).length;
    const findings = [...groupBy(named, ({ finding }) => keyOf(finding)).values()].flatMap((same) => {
      const [first] = same;
      if (!first) return [];
      const roots = new Set(same.map(({ root }) => root));
      const names = [...new Set([...roots].map(({ name }) => name))];
      return roots.size >= built
        ? [first.finding]
        : // A fix would change the other roots as well.
          [{ ...first.finding, fix: undefined, message: `In ${rootNames(names)}: ${first.finding.message}` }];
    });
    const { found, explaining } = this.#eventsFor(uri);
    const events = found.get(uri) ?? [];
    const explainers = [...events, ...explaining];
    const unexplained = findings.filter((each) => !explainers.some((event) => isExplainedByBuild(each, event)));
    return {
      findings: [...unexplained, ...events],
      roots: new Set([...reaching, ...all.flatMap((each) => [...this.#placedOf(each).compared])]),
      reached: new Set(all.flatMap((each) => [...this.#placedOf(each).reached])),
      isBuilt: built > 0,
    };
  }

  /** The keys of the index on which the findings of a build depend: the same list until they change. */
  askedBy({ uri }: RootBuild): readonly string[] {
    return this.#known.get(uri)?.asked ?? noKeys;
  }

  /** The findings of a root by the file where they are reported. */
  #placedOf(findings: RootFindings): PlacedFindings {
    const { builds, workspace } = this.#project;
    const { revision } = workspace;
    const known = this.#placed.get(findings.root.uri);
    if (known?.findings === findings && known.roots === builds.roots && known.revision === revision) return known;
    const compared = new Set<RootBuild>();
    const reached = new Set<string>();
    const all = [...findings.found.values()].flat().map((finding) => this.#nearer(finding, { compared, reached }));
    const found = groupBy(all, (each) => each.uri);
    const placed = { findings, roots: builds.roots, revision, found, compared, reached };
    this.#placed.set(findings.root.uri, placed);
    return placed;
  }

  /**
   * A finding of only some of the roots that read a file comes from what these roots change. If a related place is in such
   * a change, the finding is reported there. Adds the roots that were compared, and the files whose roots were asked for.
   */
  #nearer(
    finding: BuildFinding,
    { compared, reached }: { readonly compared: Set<RootBuild>; readonly reached: Set<string> },
  ): BuildFinding {
    const { builds } = this.#project;
    const places = finding.related.flatMap((each) => ('uri' in each && each.uri !== undefined ? [each] : []));
    if (places.length === 0) return finding;
    for (const each of [finding, ...places]) reached.add(each.uri);
    const reaching = builds.reaching(finding.uri).filter(({ build }) => !build.failure);
    if (reaching.length < 2) return finding;
    for (const root of reaching) compared.add(root);
    const key = keyOf(finding);
    const affected = new Set(
      reaching.filter((root) =>
        this.#findingsOf(root)
          ?.found.get(finding.uri)
          ?.some((each) => keyOf(each) === key),
      ),
    );
    if (affected.size === reaching.length) return finding;
    const place = places.find(({ uri }) => builds.reaching(uri).every((root) => affected.has(root)));
    if (!place) return finding;
    const { uri, span } = finding;
    const others = finding.related.filter((each) => each !== place);
    const related = [{ uri, span, message: 'The affected value is here.' }, ...others];
    const message = `After this change: ${finding.message}`;
    return { ...finding, uri: place.uri, span: place.span, message, related, path: undefined, fix: undefined };
  }

  #eventsFor(uri: string): BuildEventFindings {
    const { builds } = this.#project;
    const { roots } = builds;
    if (this.#events?.roots !== roots) {
      const settings = this.#settingsOf(uri);
      const found = settings
        ? diagnoseBuilds([...roots.values()], (path) => builds.textAt(path), { ...settings, severities: new Map() })
        : [];
      const located = found.flatMap((each) => this.#located(each));
      const explaining = located.filter(mayExplain);
      this.#events = { roots, found: groupBy(located, (each) => each.uri), explaining };
    }
    return this.#events;
  }

  #located({ rule, at, message, related, fix }: BuildDiagnostic): readonly BuildFinding[] {
    const uri = this.#project.builds.uriOf(at.path);
    if (uri === undefined) return [];
    const places = related.flatMap((each) => this.#relatedAt(each.at, each.message));
    return [{ rule, uri, span: at.span, message, related: places, path: undefined, resource: undefined, fix }];
  }

  /** Undefined for a root without settings: its findings are not wanted. */
  #findingsOf(root: RootBuild): RootFindings | undefined {
    const settings = this.#settingsOf(root.uri);
    if (!settings) return undefined;
    const around = this.#project.workspace.aroundForRules(root.uri);
    const known = this.#known.get(root.uri);
    const { revision } = around;
    const isSame = known && known.root.file === root.file && known.settings === settings;
    if (
      isSame &&
      known.revision &&
      revision &&
      haveSameFacts(known.revision, revision) &&
      known.revision.applied === revision.applied
    )
      return known;
    const checked = checkDocuments(root.file, settings, around, known?.checked);
    const found = groupBy(this.#movedFrom(root, checked), (each) => each.uri);
    const keysAsked = checked.documentFindings.flatMap(({ related }) => [...related.answers.keys()]);
    const asked = [...new Set(keysAsked.map(indexKey))];
    const findings = { root, settings, revision, checked, found, asked };
    this.#known.set(root.uri, findings);
    return findings;
  }

  #movedFrom(root: RootBuild, { file, documentFindings }: CheckedDocuments): readonly BuildFinding[] {
    return file.parts.flatMap(({ start }, i) => {
      const { own = [], related } = documentFindings[i] ?? {};
      return [...own, ...(related?.diagnostics ?? [])].flatMap((diagnostic) => {
        const { uriOf } = this.#project.builds;
        const place = builtPlace(root, shift(diagnostic.span, start), uriOf);
        if (!place) return [];
        const { rule, message, path, resource, minors } = diagnostic;
        const others = diagnostic.related.flatMap((each) => this.#relatedIn(root, each, start));
        const also = place.others.flatMap((origin) => this.#relatedAt(origin, 'A part of the value comes from here.'));
        const owner = this.#ownerOf(place);
        const fix = diagnostic.fix && movedFix(diagnostic.fix, root, start, uriOf);
        const related = [...others, ...also, ...owner];
        return [{ rule, message, path, resource, ...(minors ? { minors } : {}), ...place.first, related, fix }];
      });
    });
  }

  /** The name of the object, for a finding in a patch or a kustomization. */
  #ownerOf({ first, object }: BuiltPlace): readonly RelatedPlace[] {
    if (!object || plainPath(first.uri) === object.path) return [];
    const name = builtAt(object.root, ['metadata', 'name']);
    const [origin] = name?.kind === 'scalar' ? name.origins : [];
    return origin ? this.#relatedAt(origin, `The ${object.kind} ${quote(object.name)} is built from this object.`) : [];
  }

  #relatedIn(root: RootBuild, related: RelatedPlace, start: number): readonly RelatedPlace[] {
    const { message } = related;
    if ('entry' in related) {
      const built = this.#project.builds.placeOf(related.entry, related.path);
      return [built ? { ...built, message } : related];
    }
    if (related.uri !== undefined) return [related];
    const place = builtPlace(root, shift(related.span, start), this.#project.builds.uriOf);
    return place ? [{ ...place.first, message }] : [];
  }

  #relatedAt({ path, span }: Origin, message: string): readonly RelatedPlace[] {
    const uri = this.#project.builds.uriOf(path);
    return uri === undefined ? [] : [{ uri, span, message }];
  }
}

/** What one fix corrects is one mistake, even if names differ in the messages of several roots. */
function keyOf({ rule, span, message, fix }: BuildFinding): string {
  return `${rule.code} ${span.start} ${span.end} ${fix ? JSON.stringify(fix) : message}`;
}
