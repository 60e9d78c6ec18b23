/** Compares the expectations of a file with the simulation. */
import type { TrafficWorld } from '../../analysis/traffic/model.ts';
import type { LocateField } from '../../analysis/traffic/report.ts';
import type { Expectation } from './expectation.ts';
import { judgeTraffic, type Failure } from './judge.ts';
import { judgeDns } from './judge-dns.ts';

export interface Judged {
  readonly expectation: Expectation;
  /** Empty where it holds. */
  readonly failures: readonly Failure[];
}

/** `worldOf` gives the objects with and without mirroring; undefined for the setting. */
export function judgeExpectations(
  expectations: readonly Expectation[],
  worldOf: (isMirroring: boolean | undefined) => TrafficWorld,
  locate: LocateField,
): readonly Judged[] {
  const worlds = new Map<boolean | undefined, TrafficWorld>();
  return expectations.map((expectation) => {
    const { isMirroring } = expectation;
    const world = worlds.get(isMirroring) ?? worldOf(isMirroring);
    worlds.set(isMirroring, world);
    const failures =
      expectation.kind === 'dns' ? judgeDns(expectation, world, locate) : judgeTraffic(expectation, world);
    return { expectation, failures };
  });
}
