/**
 * SARIF for GitHub code scanning. GitHub ignores suppressions and would open an alert for each accepted finding, so this report
 * omits accepted findings.
 */
import type { Report } from './report.ts';
import type { Reporting } from './reporters.ts';
import { reportSarif } from './sarif.ts';

/** The report without accepted findings, as SARIF. */
export function reportCodeScanning(report: Report, reporting: Reporting): string {
  const files = report.files.map((file) => ({ ...file, accepted: [] }));
  return reportSarif({ ...report, files }, reporting);
}
