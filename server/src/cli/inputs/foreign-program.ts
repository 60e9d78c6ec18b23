/** Dismisses programs that construct nothing of ours. */
import { codeOf, mayConstruct, sdkWords } from '../../frontends/code/languages.ts';
import type { Input } from './inputs.ts';

/** Most programs are dismissed before they are decoded. */
export function isForeignProgram({ path = '', read }: Input, bytes: Buffer): boolean {
  const language = read ? undefined : codeOf(path)?.language;
  if (!language) return false;
  return !bytes.includes(sdkWords[language]) || !mayConstruct(language, bytes.toString('latin1'));
}
