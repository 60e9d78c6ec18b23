/** What happens in the builds of kustomizations, as rules on builds see it, and what they report about it. */
import { groupBy } from '../text/group.ts';
import type { Build, BuildFailure, BuildRemark, Origin } from '../tree/built.ts';
import type { Fix, Plain } from '../tree/tree-edit.ts';

/** The build of a root. */
export interface BuiltRoot {
  /** As messages name it, such as `overlays/prod`; `.` is the top folder. */
  readonly name: string;
  readonly build: Build;
}

interface BuildOccasion {
  /** The roots in whose builds it happens. At least one. */
  readonly roots: readonly string[];
  /** The build of the first root. */
  readonly build: Build;
  /** The text of a file that was read. */
  readonly textOf: (path: string) => string | undefined;
}

/** The same event in the builds of several roots, as of a base that they share, is one event. */
export type BuildEvent = BuildOccasion &
  (
    | { readonly remark: BuildRemark; readonly failure?: undefined }
    | { readonly failure: BuildFailure; readonly remark?: undefined }
  );

export interface BuildRelated {
  readonly at: Origin;
  readonly message: string;
}

/** A change at the span of an origin: other text, another value, another key, or its removal with its key. */
export type BuildEdit = { readonly at: Origin } & (
  { readonly text: string } | { readonly by: Plain } | { readonly rename: string } | { readonly isRemoval: true }
);

/** A fix in any files of the build. */
export interface BuildFix extends Pick<Fix, 'title' | 'safety'> {
  readonly edits: readonly BuildEdit[];
}

export interface BuildReport {
  readonly related?: readonly BuildRelated[];
  readonly fix?: BuildFix | undefined;
}

export interface BuildContext {
  readonly report: (at: Origin, message: string, more?: BuildReport) => void;
}

/** The events of all roots, in their order. */
export function buildEvents(roots: readonly BuiltRoot[], textOf: BuildOccasion['textOf']): readonly BuildEvent[] {
  const all = roots.flatMap((root) => eventsOf(root).map((event) => ({ root, event, key: keyOf(event) })));
  return [...groupBy(all, ({ key }) => key).values()].flatMap((same): readonly BuildEvent[] => {
    const [first] = same;
    if (!first || isMetElsewhere(first.event, roots, same.length)) return [];
    return [{ ...first.event, roots: same.map(({ root }) => root.name), build: first.root.build, textOf }];
  });
}

type RootEvent = Pick<BuildEvent & { readonly remark: BuildRemark }, 'remark'> | { readonly failure: BuildFailure };

function eventsOf({ build: { failure, remarks } }: BuiltRoot): readonly RootEvent[] {
  return [...remarks.map((remark) => ({ remark })), ...(failure ? [{ failure }] : [])];
}

function keyOf(event: RootEvent): string {
  if ('remark' in event) return JSON.stringify(event.remark);
  const { cause, message, at } = event.failure;
  return JSON.stringify([cause, message, at]);
}

/** A target in a component may be for some of the roots only. A root that cannot be built may have it. */
function isMetElsewhere(event: RootEvent, roots: readonly BuiltRoot[], count: number): boolean {
  if (!('remark' in event) || event.remark.what !== 'unmatched-target') return false;
  const { path } = event.remark.at;
  return roots.filter(({ build }) => build.reads.has(path)).length > count;
}
