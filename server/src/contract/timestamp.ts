/** Parses RFC 3339 times as `metav1.Time` does, with the deviations of Go's `time.Parse`. */

const pattern = /^(\d{4})-(\d\d)-(\d\d)T(\d{1,2}):(\d\d):(\d\d)([.,]\d+)?(?:Z|([+-])(\d\d):(\d\d))$/;

/** Since Kubernetes 1.27, Go limits the zone to 24 hours and 60 minutes. Undefined if the API server can read it. */
export function timestampProblem(text: string, minor: number): string | undefined {
  const match = pattern.exec(text);
  if (!match) return shapeProblem(text);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  if (month < 1 || month > 12) return `has month ${month}; months go from 1 to 12`;
  if (day < 1 || day > daysIn(year, month)) return `has day ${day}, which that month does not have`;
  if (hour > 23) return `has hour ${hour}; hours go from 0 to 23`;
  if (minute > 59) return `has minute ${minute}; minutes go from 0 to 59`;
  if (second > 59) return `has second ${second}; seconds go from 0 to 59`;
  const isZoneRejected = minor >= 27 && (Number(match[9] ?? 0) > 24 || Number(match[10] ?? 0) > 60);
  return isZoneRejected ? `has the zone ${match[8]}${match[9]}:${match[10]}, which does not exist` : undefined;
}

/** Milliseconds since 1970; undefined for a text that the API server cannot read. */
export function millisecondsOf(text: string, minor: number): number | undefined {
  const match = timestampProblem(text, minor) === undefined ? pattern.exec(text) : null;
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const sign = match[8] === '-' ? -1 : 1;
  const zone = sign * (Number(match[9] ?? 0) * 60 + Number(match[10] ?? 0));
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute - zone, second);
  return date.getTime();
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function shapeProblem(text: string): string {
  if (text === '') return 'is empty';
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return 'has a date but no time';
  if (/^\d{4}-\d\d-\d\d /.test(text)) return 'has a space instead of "T"';
  if (/^\d{4}-\d\d-\d\d[tT]\d.*[zZ\d]$/.test(text) && /[tz]/.test(text)) return 'has a lower-case "t" or "z"';
  if (/^\d{4}-\d\d-\d\dT\d{1,2}:\d\d:\d\d([.,]\d+)?$/.test(text)) return 'has no time zone';
  if (/[+-]\d{4}$/.test(text)) return 'has a zone without a colon';
  return 'is not an RFC 3339 time';
}
