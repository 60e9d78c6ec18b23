/** Server-side apply: the recorded requests to a real API server replayed, and what two patches make of a large resource. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Applied } from '../server/src/analysis/facts/apply-facts.ts';
import { forecastOf } from '../server/src/analysis/apply/forecast.ts';
import type { Gathering, Participant } from '../server/src/analysis/apply/gathering.ts';
import type { Json, JsonObject } from '../server/src/analysis/apply/json-value.ts';
import { perform } from '../server/src/analysis/apply/api-server.ts';
import type { Live, ApplyStep } from '../server/src/analysis/apply/apply-step.ts';
import type { IndexedObject } from '../server/src/analysis/workspace/indexed-object.ts';
import { paired, root } from './measure.ts';
import { perSecond, row } from './row.ts';
import type { Row } from './row.ts';

const minor = 36;

/** The baseline is the least that anybody does with a configuration: writing it as JSON and reading that. */
export function applying(): readonly Row[] {
  return [replays(), forecasts()];
}

function replays(): Row {
  const path = join(root, 'test/data/conformance/apply.json');
  const recorded = JSON.parse(readFileSync(path, 'utf8')) as {
    steps: (Omit<ApplyStep, 'force'> & { force?: boolean })[];
  }[];
  const sequences = recorded.map(({ steps }) =>
    steps.map(({ force = false, ...step }): ApplyStep => ({ ...step, force })),
  );
  const rounds = Array.from({ length: 50 }, () => sequences).flat();
  const [ours, baseline] = paired(
    () => rounds.forEach(replay),
    () => rounds.flat().map(({ config }) => copy(config)),
  );
  return row({
    what: `apply: replaying ${sequences.length} recorded sequences of requests`,
    ours,
    name: 'their configurations to JSON and back',
    baseline,
    show: perSecond(rounds.flat().length, 'requests'),
  });
}

function replay(steps: readonly ApplyStep[]): void {
  let live: Live | undefined;
  for (const step of steps) {
    const outcome = perform(live, step, minor);
    if (outcome.kind === 'result') live = outcome.live;
  }
}

/** One patch sets a label, the other one other addresses, which is a conflict; their order is free. */
function forecasts(): Row {
  const many = addresses(1_000);
  const gathering: Gathering = {
    base: { kind: 'resource', participant: participant('db', 'resource', { subsets: many }) },
    patches: [
      participant('db', 'labels', { metadata: { name: 'db', labels: { team: 'data' } } }),
      participant('db', 'addresses', { subsets: addresses(999) }),
    ],
  };
  const [ours, baseline] = paired(
    () => {
      if (forecastOf(gathering, minor)?.runs.length !== 2) throw new Error('the order is not free');
    },
    () => copy(many),
    50,
  );
  return row({
    what: 'apply: forecasting two patches of 1,000 addresses',
    ours,
    name: 'the addresses to JSON and back',
    baseline,
  });
}

function addresses(count: number): Json {
  return [{ addresses: Array.from({ length: count }, (_, n) => ({ ip: `10.0.${n >> 8}.${n & 255}` })) }];
}

function participant(name: string, manager: string, sent: JsonObject): Participant {
  const applied: Applied = {
    config: { apiVersion: 'v1', kind: 'Endpoints', metadata: { name }, ...sent },
    managedFields: undefined,
    isWhole: true,
    means: 'apply',
    manager,
    force: 'no',
    isRefused: false,
    isIgnoring: false,
    program: '',
    logicalName: manager,
    component: '',
    after: [],
    retention: 'no',
  };
  const facts = { form: 'pulumi', kind: 'EndpointsPatch' };
  return { entry: { uri: 'a', ordinal: 0, facts } as unknown as IndexedObject, applied, manager };
}

function copy(value: Json): unknown {
  return JSON.parse(JSON.stringify(value));
}
