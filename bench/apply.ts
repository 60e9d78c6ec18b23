/** Measures server-side apply: replaying the recorded requests of a real API server, and forecasting two patches. */
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
import { perSecond, row, type BenchRow } from './row.ts';

const minor = 36;

/** The baseline is the least work on a configuration: writing it as JSON and parsing that. */
export function applying(): readonly BenchRow[] {
  return [replays(), forecasts()];
}

function replays(): BenchRow {
  const path = join(root, 'test/data/conformance/apply.json');
  const recorded = JSON.parse(readFileSync(path, 'utf8')) as {
    steps: (Omit<ApplyStep, 'force'> & { force?: boolean })[];
  }[];
  const sequences = recorded.map(({ steps }) =>
    steps.map(({ force = false, ...step }): ApplyStep => ({ ...step, force })),
  );
  const rounds = Array.from({ length: 50 }, () => sequences).flat();
  const requests = rounds.flat();
  const [ours, baseline] = paired(
    () => rounds.forEach(replay),
    () => requests.map(({ config }) => copy(config)),
  );
  return row({
    what: `apply: replaying ${sequences.length} recorded sequences of requests`,
    ours,
    name: 'their configurations to JSON and back',
    baseline,
    show: perSecond(requests.length, 'requests'),
  });
}

function replay(steps: readonly ApplyStep[]): void {
  let live: Live | undefined;
  for (const step of steps) {
    const outcome = perform(live, step, minor);
    if (outcome.kind === 'result') live = outcome.live;
  }
}

/** One patch sets a label, the other one conflicting addresses, in no fixed order. */
function forecasts(): BenchRow {
  const addresses = addressesOf(1_000);
  const gathering: Gathering = {
    base: { kind: 'resource', participant: participant('resource', { subsets: addresses }) },
    patches: [
      participant('labels', { metadata: { name: 'db', labels: { team: 'data' } } }),
      participant('addresses', { subsets: addressesOf(999) }),
    ],
  };
  const forecast = (): void => {
    if (forecastOf(gathering, minor)?.runs.length !== 2) throw new Error('The forecast has not both orders.');
  };
  const [ours, baseline] = paired(forecast, () => copy(addresses), 50);
  const what = 'apply: forecasting two patches of 1,000 addresses';
  return row({ what, ours, name: 'the addresses to JSON and back', baseline });
}

function addressesOf(count: number): Json {
  return [{ addresses: Array.from({ length: count }, (_, n) => ({ ip: `10.0.${n >> 8}.${n & 255}` })) }];
}

function participant(manager: string, sent: JsonObject): Participant {
  const applied: Applied = {
    config: { apiVersion: 'v1', kind: 'Endpoints', metadata: { name: 'db' }, ...sent },
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
    mayWait: false,
    retention: 'no',
  };
  const facts = { form: 'pulumi', kind: 'EndpointsPatch' };
  return { entry: { uri: 'a', ordinal: 0, facts } as unknown as IndexedObject, applied, manager };
}

function copy(value: Json): unknown {
  return JSON.parse(JSON.stringify(value));
}
