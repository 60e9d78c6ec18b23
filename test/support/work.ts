/** Counts work exactly: how many calls of functions a piece of it takes, by V8's own coverage. The same on every machine. */
import { Session, type Profiler } from 'node:inspector';

export function callsIn(run: () => void): number {
  const session = new Session();
  session.connect();
  try {
    session.post('Profiler.enable');
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    run();
    let calls = 0;
    session.post('Profiler.takePreciseCoverage', (error, { result }: Profiler.TakePreciseCoverageReturnType) => {
      if (error) throw error;
      for (const { functions } of result)
        for (const { ranges } of functions) for (const { count } of ranges) calls += count;
    });
    return calls;
  } finally {
    session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
  }
}
