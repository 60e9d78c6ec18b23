/** The last sentence of a report for people: the number of findings, resources and files, and what does not count. */
import { counted, grouped, listed, withoutControls } from '../text/quote.ts';
import { acceptedWords, noticesIn, placeholdersIn, resourcesIn, unchangedText, type Report } from './report.ts';

interface Accents {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
}

const plainly: Accents = { good: (text) => text, bad: (text) => text };

export function reportSummary(report: Report, { good, bad }: Accents = plainly): string {
  const { files, fileCount } = report;
  const notices = noticesIn(report);
  const resourceCount = resourcesIn(report);
  const fixed = files.reduce((count, file) => count + file.fixed, 0);
  const checked = `${counted(resourceCount, 'resource')} in ${counted(fileCount, 'file')}`;
  const fixedText = fixed > 0 ? `Fixed ${counted(fixed, 'problem')}. ` : '';
  const unchanged = unchangedText(report);
  if (unchanged !== undefined) return unchanged;
  const aside = asideText(report);
  if (resourceCount === 0 && notices.length === 0) {
    if (report.skipped.length > 0) return `${fixedText}No Endpoints read in ${counted(fileCount, 'file')}.${aside}`;
    return `${fixedText}No Endpoints found in ${counted(fileCount, 'file')}; nothing to check.${aside}`;
  }
  if (notices.length === 0) return `${fixedText}${good('No problems')} in ${checked}.${aside}`;
  const counts = (['error', 'warning', 'info', 'hint'] as const).flatMap((severity) => {
    const count = notices.filter((notice) => notice.severity === severity).length;
    return count > 0 ? [severity === 'info' ? `${grouped(count)} info` : counted(count, severity)] : [];
  });
  return `${fixedText}${bad(listed(counts))} in ${checked}.${aside}`;
}

/** What does not count or is not checked, and whether files are missing. Findings that an ignore comment silences are not mentioned. */
function asideText(report: Report): string {
  const { files, problems } = report;
  const accepted = files.flatMap((file) => file.accepted);
  const counts = (['baseline', 'unchanged'] as const).flatMap((by) => {
    const count = accepted.filter((each) => each.by === by).length;
    return count > 0 ? [`${grouped(count)} ${acceptedWords[by]}`] : [];
  });
  const uncounted = counts.length > 0 ? ` Not counted: ${listed(counts)}.` : '';
  const placeholders = placeholdersIn(report);
  const unchecked = placeholders > 0 ? ` ${counted(placeholders, 'placeholder')} not checked.` : '';
  const skipped = skippedText(report);
  const aside = `${uncounted}${unchecked}${skipped === undefined ? '' : ` ${skipped}`}`;
  return problems.length > 0 ? `${aside} The run is incomplete: see standard error.` : aside;
}

/** For each language, this many files are named. */
const mostNamed = 3;

/** Such as `2 skipped: Jinja (nas.yaml.j2), ytt (db.yaml).`; undefined where everything was read. */
export function skippedText({ skipped }: Report): string | undefined {
  if (skipped.length === 0) return undefined;
  const reasons = [...new Set(skipped.map(({ reason }) => reason))].sort();
  const parts = reasons.map((reason) => {
    const names = skipped.flatMap((each) => (each.reason === reason ? [each.name] : [])).sort();
    const more = names.length > mostNamed ? [`${grouped(names.length - mostNamed)} more`] : [];
    return `${withoutControls(reason)} (${[...names.slice(0, mostNamed), ...more].map(withoutControls).join(', ')})`;
  });
  return `${grouped(skipped.length)} skipped: ${parts.join(', ')}.`;
}
