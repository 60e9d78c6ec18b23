/** Plain YAML texts that go-yaml reads as something other than a text: as keys, and as dates. */
import { resolvePlain } from '../frontends/yaml/scalar.ts';

const date =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:(?:[Tt]|[ \t]+)(\d\d?):(\d\d):(\d\d)(?:\.(\d*))?(?:[ \t]*(Z|[-+]\d\d?(?::\d\d)?))?)?$/;

/** The text that kustomize writes for a plain date: `2020-01-01T00:00:00Z`. Undefined for any other text. */
export function dateOf(text: string): string | undefined {
  const [, year, month = '', day = '', hour, minute, second, fraction = '', zone = 'Z'] = date.exec(text) ?? [];
  if (year === undefined || (hour === undefined && (month.length < 2 || day.length < 2))) return undefined;
  const days = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = hour === undefined ? '00:00:00' : `${hour.padStart(2, '0')}:${minute}:${second}`;
  const instant = new Date(`${days}T${time}Z`);
  if (Number.isNaN(instant.getTime()) || instant.getUTCDate() !== Number(day)) return undefined;
  const digits = fraction.replace(/0+$/, '');
  return `${days}T${time}${digits === '' ? '' : `.${digits}`}${zone}`;
}

/** True for a plain key that is a number, a truth value, null or a date. kustomize cannot write it below the top. */
export function isNoText(key: string): boolean {
  return key !== '' && (typeof resolvePlain(key, 'pulumi') !== 'string' || dateOf(key) !== undefined);
}

/** The message for a key that `isNoText` finds. */
export function unwritableKey(name: string): string {
  return `The key ${name} is not a string, so kustomize cannot write this object. Put it in quotes, or rename it.`;
}
