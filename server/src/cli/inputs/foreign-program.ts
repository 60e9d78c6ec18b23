/** Dismisses programs that construct nothing of ours. */
import { codeOf, mayConstruct, sdkWords } from '../../frontends/code/languages.ts';
import type { Input } from './inputs.ts';

/** Most programs are dismissed before they are decoded. UTF-16 has a zero in each ASCII character, and a mark at the start. */
export function isForeignProgram({ path = '', read }: Input, bytes: Buffer): boolean {
  const language = read ? undefined : codeOf(path)?.language;
  if (!language) return false;
  const isMarked = (bytes[0] ?? 0) >= 0xfe;
  if (!isMarked && !bytes.includes(sdkWords[language])) return true;
  return !mayConstruct(language, isMarked ? bytes.toString('latin1').replaceAll('\0', '') : bytes.toString('latin1'));
}
