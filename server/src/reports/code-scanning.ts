/** SARIF without accepted findings: GitHub code scanning ignores suppressions and would open alerts for them. */
import type { Report } from './report.ts';
import type { Reporting } from './reporters.ts';
import { reportSarif } from './sarif.ts';

export function reportCodeScanning(report: Report, reporting: Reporting): string {
  const files = report.files.map((file) => ({ ...file, accepted: [] }));
  return reportSarif({ ...report, files }, reporting);
}
