/** Renames an IP address: changes all places that use it, in any spelling, to another address of the same family. */
import { canonicalIp, canonicalText, familyOfIp, parseIp, refusedRange, type Ip } from '../../contract/ip.ts';
import { counted, quote } from '../../text/quote.ts';
import { applyEdits } from '../../edits/apply-edits.ts';
import { groupBy, uniqueBy } from '../../text/group.ts';
import { isSameSpan, shift, type Span } from '../../text/span.ts';
import { addressPlaces, addressUses, type AddressUse } from '../navigation/address-places.ts';
import { addressTokens } from '../navigation/address-tokens.ts';
import {
  innerSpan,
  refuse,
  type DocumentRewrite,
  type RenameRefusal,
  type RenameTarget,
  type Rewrite,
} from './renaming.ts';
import type { Files, View } from '../view.ts';

/** Undefined without a use. Objects that a cluster printed keep their addresses. */
export function renameAddress(use: AddressUse | undefined, files: Files): RenameTarget | RenameRefusal | undefined {
  const ip = parseIp(use?.text ?? '');
  if (!use || !ip) return undefined;
  if (use.holder.isPrinted) {
    return refuse('A cluster printed this object, so a rename does not change it. Rename the address in a manifest.');
  }
  const rewrite = (newName: string): readonly DocumentRewrite[] | RenameRefusal => {
    const problem = problemOf(newName, ip);
    if (problem !== undefined) return refuse(problem);
    const uses = addressUses(canonicalIp(ip), files).filter(({ holder }) => !holder.isPrinted);
    const others = addressPlaces(newName, files).length;
    const warning = others > 0 ? `${newName} is already used in ${counted(others, 'place')}.` : undefined;
    return [...groupBy(uses, ({ holder }) => holder.document).values()].flatMap((own) =>
      documentRewrite(own, newName, warning),
    );
  };
  return { span: spanOfUse(use), name: use.text, rewrite };
}

/** The address in the file; in a program, where it is written. */
export function spanOfUse({ holder, value, text, span, isWhole }: AddressUse): Span {
  return isWhole || value.isAlias ? innerSpan(value, text, holder.start) : shift(span, holder.start);
}

function problemOf(newName: string, before: Ip): string | undefined {
  const ip = parseIp(newName);
  const family = familyOfIp(before);
  if (!ip) return `${quote(newName)} is not an IP address. Write an ${family} address.`;
  if (familyOfIp(ip) !== family) {
    return `${newName} is an ${familyOfIp(ip)} address, but ${before.text} is an ${family} address. Write an ${family} address.`;
  }
  const range = refusedRange(ip);
  if (range) return `The API server rejects ${range} addresses such as ${newName}. Write another address.`;
  const canonical = canonicalIp(ip);
  return canonical === newName ? undefined : `${newName} is not in canonical form. Write ${canonical}.`;
}

function documentRewrite(
  uses: readonly (AddressUse & { readonly view: View })[],
  newName: string,
  warning: string | undefined,
): readonly DocumentRewrite[] {
  const [first] = uses;
  if (!first) return [];
  const { view, holder } = first;
  const rewrites = [...groupBy(uses, ({ value }) => value).values()].flatMap((own) =>
    own.slice(0, 1).map((use) => ({ ...rewriteOf(use, own, newName), ...(warning === undefined ? {} : { warning }) })),
  );
  return [{ view, document: holder.document, start: holder.start, rewrites }];
}

/** Of a value with other text, only the addresses change, unless escapes hide their places. */
function rewriteOf(use: AddressUse, all: readonly AddressUse[], newName: string): Rewrite {
  const { holder, value, isWhole } = use;
  const { span } = value;
  const label = `Address in ${holder.title}`;
  if (isWhole) return { edit: { kind: 'replace', value, by: newName }, span, label };
  const canonical = canonicalText(use.text);
  const tokens = addressTokens(value.value).filter(({ text }) => canonicalText(text) === canonical);
  const by = applyEdits(
    value.value,
    tokens.map((token) => ({ span: token.span, text: newName })),
  );
  const edits = uniqueBy(all, (each) => each.span.start).map((each) => ({ span: each.span, text: newName }));
  const isLiteral = all.every((each) => !isSameSpan(each.span, span));
  return { edit: { kind: 'replace', value, by, ...(isLiteral ? { edits } : {}) }, span, label };
}
