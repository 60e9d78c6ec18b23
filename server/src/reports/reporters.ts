/** The report formats. Each reporter but the usual one is loaded when it is used. */
import type { Report } from './report.ts';
import type { Reporting } from './reporting.ts';
import { reportText } from './text.ts';

/** The report as text that ends with a line break; empty if there is nothing to report. */
type Reporter = (report: Report, reporting: Reporting) => string;

export const reporters = {
  text: { does: 'for people', load: async () => reportText },
  json: { does: 'for programs and "endpoints merge"', load: async () => (await import('./json.ts')).reportJson },
  sarif: {
    does: 'SARIF 2.1.0, for viewers and dashboards',
    load: async () => (await import('./sarif.ts')).reportSarif,
  },
  'code-scanning': {
    does: 'SARIF for GitHub code scanning',
    load: async () => (await import('./sarif.ts')).reportCodeScanning,
  },
  github: { does: 'annotations in GitHub Actions', load: async () => (await import('./github.ts')).reportGithub },
  gitlab: { does: 'GitLab code quality', load: async () => (await import('./gitlab.ts')).reportGitlab },
  junit: {
    does: 'test results for Jenkins, GitLab and others',
    load: async () => (await import('./junit.ts')).reportJunit,
  },
  checkstyle: {
    does: 'Checkstyle XML for Jenkins and others',
    load: async () => (await import('./checkstyle.ts')).reportCheckstyle,
  },
  tap: { does: 'the Test Anything Protocol', load: async () => (await import('./tap.ts')).reportTap },
} as const satisfies Readonly<Record<string, { readonly does: string; readonly load: () => Promise<Reporter> }>>;

export type ReporterName = keyof typeof reporters;

export const reporterNames = Object.keys(reporters) as readonly ReporterName[];
