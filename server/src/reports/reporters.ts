/** The ways in which a check can be reported, each loaded when it is asked for. */
import type { Report } from './report.ts';

/** What a reporter may need to know beside the report. */
export interface Reporting {
  readonly isColored: boolean;
  /** True where only errors are reported, and no summary of a clean run. */
  readonly isQuiet: boolean;
  /** Columns of the terminal; undefined for what is no terminal. */
  readonly width: number | undefined;
  /** The directory that relative names of files are relative to. */
  readonly cwd: string;
  /** Of this project. */
  readonly version: string;
}

/** The report as text, with a line break at its end; empty where there is nothing to say. */
type Reporter = (report: Report, reporting: Reporting) => string;

interface ReporterEntry {
  /** What it is for, as the documentation says it. */
  readonly does: string;
  readonly load: () => Promise<Reporter>;
}

export const reporters = {
  text: { does: 'for people', load: async () => (await import('./text.ts')).reportText },
  json: { does: 'for programs, and for "endpoints merge"', load: async () => (await import('./json.ts')).reportJson },
  sarif: {
    does: 'SARIF 2.1.0, for viewers and dashboards',
    load: async () => (await import('./sarif.ts')).reportSarif,
  },
  'code-scanning': {
    does: "SARIF for GitHub's code scanning",
    load: async () => (await import('./code-scanning.ts')).reportCodeScanning,
  },
  github: { does: 'annotations in workflows of GitHub', load: async () => (await import('./github.ts')).reportGithub },
  gitlab: { does: 'code quality in GitLab', load: async () => (await import('./gitlab.ts')).reportGitlab },
  junit: { does: 'tests in Jenkins, GitLab and others', load: async () => (await import('./junit.ts')).reportJunit },
  checkstyle: {
    does: 'findings in Jenkins and others',
    load: async () => (await import('./checkstyle.ts')).reportCheckstyle,
  },
  tap: { does: 'the Test Anything Protocol', load: async () => (await import('./tap.ts')).reportTap },
} as const satisfies Readonly<Record<string, ReporterEntry>>;

export type ReporterName = keyof typeof reporters;

export const reporterNames = Object.keys(reporters) as readonly ReporterName[];
