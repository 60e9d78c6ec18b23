/** What a conversion comes to, as one JSON object; docs/cli/convert.md says what its members mean. */
import { emptiedFiles, outcomeGroupOf, countOutcomes } from '../../convert/report/outcome-counts.ts';
import type { ConversionOutcome, OutcomeRemark } from '../../convert/outcome.ts';
import type { ConversionRun } from './conversion-run.ts';

/** The object as text, with a line break at its end. */
export function convertJson(run: ConversionRun): string {
  const { settings, fileCount, files, outcomes, references } = run;
  const { of, total } = countOutcomes(run);
  const object = {
    version: 1,
    to: settings.to,
    mode: settings.mode,
    managedBy: settings.to === 'endpointslice' ? settings.managedBy : null,
    kubernetesVersion: `1.${settings.minor}`,
    files: fileCount,
    changedFiles: files.map((file) => run.sourceOf(file)?.input.name ?? file.uri),
    emptiedFiles: emptiedFiles(run).map((file) => run.sourceOf(file)?.input.name ?? file.uri),
    counts: {
      resources: total,
      withoutLoss: of.clean.length,
      withLoss: of.lossy.length,
      person: of.person.length,
      settled: of.settled.length,
      references: references.length,
    },
    resources: outcomes.map((outcome) => resourceJson(outcome, run)),
    references: references.map((each) => ({ ...placeJson(each, run), what: each.what, message: each.message })),
  };
  return `${JSON.stringify(object, null, 2)}\n`;
}

const results = { clean: 'withoutLoss', lossy: 'withLoss', person: 'person', settled: 'settled' } as const;

function resourceJson(outcome: ConversionOutcome, run: ConversionRun): unknown {
  const { kind, namespace, name, made, losses, reasons } = outcome;
  const remarks = (list: readonly OutcomeRemark[]): unknown =>
    list.map(({ message, span }) => ({ ...placeJson({ uri: outcome.uri, span }, run), message }));
  return {
    ...placeJson(outcome, run),
    resource: { kind, namespace, name },
    result: results[outcomeGroupOf(outcome)],
    made,
    losses: remarks(losses),
    reasons: remarks(reasons),
  };
}

function placeJson(place: Parameters<ConversionRun['place']>[0], run: ConversionRun): object {
  const { name, line, column } = run.place(place);
  return { file: name, line, column };
}
