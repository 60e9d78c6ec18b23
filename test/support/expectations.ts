/** Judges expectations over manifests in memory. */
import { judgeExpectations } from '../../server/src/project/expectations/judge-file.ts';
import { readExpectations } from '../../server/src/project/expectations/read-expectations.ts';
import { newestMinor } from '../../server/src/contract/version.ts';
import { kustomizeEngine } from '../../server/src/kustomize/engine.ts';
import { Project } from '../../server/src/project/project.ts';
import { Reading } from '../../server/src/project/reading.ts';
import { fieldLocator, trafficWorld } from '../../server/src/project/traffic.ts';
import { positionAtOffset } from '../../server/src/reports/locate.ts';
import type { TrafficWorld } from '../../server/src/analysis/traffic/model.ts';
import type { LocateField } from '../../server/src/analysis/traffic/report.ts';
import { sliced } from '../../server/src/text/long-text.ts';
import type { Span } from '../../server/src/text/span.ts';

/** The objects of texts by name, and their places. */
export function worldOfTexts(texts: Readonly<Record<string, string>>): {
  readonly world: (isMirroring?: boolean) => TrafficWorld;
  readonly locate: LocateField;
} {
  const project = new Project();
  project.builds.setEngine(kustomizeEngine);
  for (const [name, text] of Object.entries(texts))
    project.edit({ uri: `file:///top/${name}`, reading: new Reading(name, sliced(text), { before: undefined }) });
  const locate = fieldLocator({
    treeOf: (uri) => project.treeOf(uri),
    nameOf: (uri) => uri.slice('file:///top/'.length),
    builds: project.builds,
    positionOf: positionAtOffset,
  });
  return { world: (isMirroring = true) => trafficWorld(project, { minor: newestMinor, isMirroring }), locate };
}

export interface ShownFailure {
  /** The text of the place. */
  readonly at: string;
  readonly message: string;
  /** Such as `db.yaml:3 This is the Service.` */
  readonly related: readonly string[];
}

/** The failures of each expectation; mistakes in the text are thrown. */
export function judge(
  texts: Readonly<Record<string, string>>,
  tests: string,
): readonly { readonly title: string; readonly failures: readonly ShownFailure[] }[] {
  const { expectations, problems } = readExpectations('endpoints.test.yaml', tests);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
  const { world, locate } = worldOfTexts(texts);
  const textOf = ({ start, end }: Span): string => tests.slice(start, end);
  return judgeExpectations(expectations, world, locate).map(({ expectation: { title }, failures }) => ({
    title,
    failures: failures.map(({ span, message, related }) => ({
      at: textOf(span),
      message,
      related: related.map(({ field: { entry, path }, message: what }) => {
        const { file = '?', range } = locate(entry, path) ?? {};
        return `${file}:${range?.[0] ?? '?'} ${what}`;
      }),
    })),
  }));
}

/** The messages on one expectation, whose lines are given without their indentation. */
export function messagesOn(texts: Readonly<Record<string, string>>, ...lines: readonly string[]): readonly string[] {
  const item = lines.map((line, i) => `${i === 0 ? '  - ' : '    '}${line}\n`).join('');
  return judge(texts, `tests:\n${item}`).flatMap(({ failures }) => failures.map(({ message }) => message));
}
