/** Formats times in words, independent of the time zone and language of the machine. */

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = 'January February March April May June July August September October November December'.split(' ');

/** `Tuesday, 3 March 2026, 14:05:09 UTC`, for milliseconds since 1970. */
export function timeWords(moment: number): string {
  const date = new Date(moment);
  const clock = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(twoDigits).join(':');
  const day = `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${String(date.getUTCFullYear()).padStart(4, '0')}`;
  return `${days[date.getUTCDay()]}, ${day}, ${clock} UTC`;
}

/** `8 months ago`, `in 3 days`, `just now`. */
export function distanceWords(moment: number, now: number): string {
  const seconds = Math.abs(now - moment) / 1000;
  if (seconds < 60) return 'just now';
  const words = amount(seconds);
  return moment < now ? `${words} ago` : `in ${words}`;
}

function amount(seconds: number): string {
  const inDays = seconds / 86_400;
  if (seconds < 3600) return counted(seconds / 60, 'minute');
  if (inDays < 1) return counted(seconds / 3600, 'hour');
  if (inDays < 31) return counted(inDays, 'day');
  // The mean length of a month and of a year, in days.
  return inDays < 365.25 ? counted(inDays / 30.4375, 'month') : counted(inDays / 365.25, 'year');
}

function counted(amount: number, unit: string): string {
  const whole = Math.floor(amount);
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
