/**
 * SARIF for GitHub's code scanning, which does not look at suppressions: what is accepted would be an open alert there, and is
 * closed as fixed where the report does not have it.
 */
import type { Report } from './report.ts';
import type { Reporting } from './reporters.ts';
import { reportSarif } from './sarif.ts';

/** The report without what is accepted, as SARIF. */
export function reportCodeScanning(report: Report, reporting: Reporting): string {
  const files = report.files.map((file) => ({ ...file, accepted: [] }));
  return reportSarif({ ...report, files }, reporting);
}
