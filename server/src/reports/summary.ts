/** The last sentence of a report for people: the number of findings, resources and files, and what does not count. */
import { counted, grouped, listed, withoutControls } from '../text/quote.ts';
import { acceptedWords, noticesIn, resourcesIn, unchangedText, type Report } from './report.ts';

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
    return `${fixedText}No Endpoints found in ${counted(fileCount, 'file')}; nothing to check.${aside}`;
  }
  if (notices.length === 0) return `${fixedText}${good('No problems')} in ${checked}.${aside}`;
  const counts = (['error', 'warning', 'info', 'hint'] as const).flatMap((severity) => {
    const count = notices.filter((notice) => notice.severity === severity).length;
    return count > 0 ? [severity === 'info' ? `${grouped(count)} info` : counted(count, severity)] : [];
  });
  return `${fixedText}${bad(listed(counts))} in ${checked}.${aside}`;
}

/** What does not count, and whether files are missing. Findings that an ignore comment silences are not mentioned. */
function asideText({ files, problems, leftOut = [] }: Report): string {
  const accepted = files.flatMap((file) => file.accepted);
  const counts = (['baseline', 'unchanged'] as const).flatMap((by) => {
    const count = accepted.filter((each) => each.by === by).length;
    return count > 0 ? [`${grouped(count)} ${acceptedWords[by]}`] : [];
  });
  const uncounted =
    (counts.length > 0 ? ` Not counted: ${listed(counts)}.` : '') +
    (leftOut.length > 0 ? ` ${leftOutText(leftOut)}` : '');
  return problems.length > 0 ? `${uncounted} The run is incomplete: see standard error.` : uncounted;
}

const mostNamed = 3;

/** A setting includes these directories, so the sentence names it. */
export function leftOutText(folders: readonly string[]): string {
  const more = folders.length - mostNamed;
  const names = folders.slice(0, mostNamed).map((each) => withoutControls(`${each}/`));
  return `Left out (setting exclude): ${listed(more > 0 ? [...names, `${grouped(more)} more`] : names)}.`;
}
