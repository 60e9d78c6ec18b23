/** Prints the outcome of a conversion as one JSON object, documented in docs/cli/convert.md. */
import {
  countOutcomes,
  emptiedFiles,
  fullName,
  outcomeGroupOf,
  type OutcomeCounts,
} from '../../convert/report/outcome-counts.ts';
import { minorsOf, versionName } from '../../contract/version.ts';
import type { ConversionOutcome, OutcomeRemark } from '../../convert/outcome.ts';
import { placeJson } from '../object-places.ts';
import { jsonText } from '../terminal.ts';
import type { ConversionRun } from './conversion-run.ts';

export function convertJson(run: ConversionRun): string {
  const { settings, fileCount, files, outcomes, references } = run;
  const { of, total, readers } = countOutcomes(run);
  return jsonText({
    version: 1,
    to: settings.to,
    mode: settings.mode,
    managedBy: settings.to === 'endpointslice' ? settings.managedBy : null,
    kubernetesVersion: minorsOf(settings).map(versionName).join(','),
    files: fileCount,
    changedFiles: files.map((file) => run.nameOf(file)),
    emptiedFiles: emptiedFiles(run).map((file) => run.nameOf(file)),
    counts: {
      resources: total,
      withoutLoss: of.clean.length,
      withReaders: of.read.length,
      withLoss: of.lossy.length,
      person: of.person.length,
      settled: of.settled.length,
      references: references.length,
    },
    resources: outcomes.map((outcome) => resourceJson(outcome, readers, run)),
    references: references.map((each) => ({
      ...placeJson(run.place(each)),
      what: each.what,
      message: each.message,
      certainty: each.reading?.certainty ?? null,
      for: namesOf(each.reading?.objects ?? [], outcomes),
    })),
  });
}

/** `*` for all of several converted objects: a rule of RBAC may be about thousands. */
function namesOf(objects: readonly ConversionOutcome[], outcomes: readonly ConversionOutcome[]): readonly string[] {
  const isAll = objects.length > 1 && objects.length === outcomes.filter(({ what }) => what === 'converted').length;
  return isAll ? ['*'] : objects.map(fullName);
}

const results = {
  clean: 'withoutLoss',
  read: 'withReaders',
  lossy: 'withLoss',
  person: 'person',
  settled: 'settled',
} as const;

function resourceJson(outcome: ConversionOutcome, allReaders: OutcomeCounts['readers'], run: ConversionRun): unknown {
  const { kind, namespace, name, made, losses, reasons } = outcome;
  const readers = allReaders.get(outcome);
  const remarks = (list: readonly OutcomeRemark[]): unknown =>
    list.map(({ message, span }) => ({ ...placeJson(run.place({ uri: outcome.uri, span })), message }));
  return {
    ...placeJson(run.place(outcome)),
    resource: { kind, namespace, name },
    result: results[outcomeGroupOf(outcome, allReaders)],
    readers: { certain: readers?.certain.count ?? 0, likely: readers?.likely.count ?? 0 },
    made,
    losses: remarks(losses),
    reasons: remarks(reasons),
  };
}
