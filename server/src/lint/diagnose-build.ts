/** Runs the rules on builds: on what kustomize rejects, and on what it does without the effect that its author expects. */
import { memo } from '../text/memo.ts';
import type { Origin } from '../tree/built.ts';
import { buildEvents, type BuildEvent, type BuildFix, type BuildRelated, type BuiltRoot } from './build-events.ts';
import { severityOf, type Rule, type Severities } from './rule.ts';

/** A finding of a rule on builds, at a place in any file of the build. */
export interface BuildDiagnostic {
  readonly rule: Rule;
  readonly at: Origin;
  readonly message: string;
  readonly related: readonly BuildRelated[];
  readonly fix: BuildFix | undefined;
}

export interface BuildSettings {
  readonly rules: readonly Rule[];
  readonly severities: Severities;
  /** Called if a rule throws, which is an internal error. The other rules still run. */
  readonly onBug: (code: string, error: unknown) => void;
}

/** The findings on the builds of all roots, before ignores are applied. `textOf` gives the files that they read. */
export function diagnoseBuilds(
  roots: readonly BuiltRoot[],
  textOf: BuildEvent['textOf'],
  settings: BuildSettings,
): readonly BuildDiagnostic[] {
  const rules = buildRules(settings.rules).filter((rule) => severityOf(rule, settings) !== 'off');
  return buildEvents(roots, textOf).flatMap((event) => rules.flatMap((rule) => diagnosticsOf(rule, event, settings)));
}

const buildRules = memo((rules: readonly Rule[]) => rules.filter(({ on }) => on === 'build'));

function diagnosticsOf(rule: Rule, event: BuildEvent, { onBug }: BuildSettings): readonly BuildDiagnostic[] {
  const found: BuildDiagnostic[] = [];
  const report = (at: Origin, message: string, { related = [], fix }: Partial<BuildDiagnostic> = {}): void => {
    found.push({ rule, at, message, related, fix });
  };
  try {
    rule.check(event as never, { report } as never);
  } catch (error) {
    onBug(rule.code, error);
  }
  return found;
}
