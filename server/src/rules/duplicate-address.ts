/** The same address twice in a list adds nothing; with a second hostname, that one is lost. */
import { addressesOf } from '../analysis/binding/addresses.ts';
import type { Address } from '../analysis/binding/addresses.ts';
import { textOf } from '../analysis/binding/bind.ts';
import { EndpointSubset } from '../contract/endpoints.ts';
import { removeItem } from '../lint/fix.ts';
import { repeated } from '../lint/repeated.ts';
import { defineRule } from '../lint/rule.ts';

export const duplicateAddress = defineRule({
  code: 'duplicate-address',
  summary: 'An address should be listed once.',
  enforcedBy: 'advice',
  since: '0.1.0',
  on: [EndpointSubset],
  check(subset, { report }) {
    for (const list of ['addresses', 'notReadyAddresses'] as const) {
      for (const { item, first } of repeated(addressesOf(subset, list), identityOf)) {
        const related = [{ span: first.ip.value.span, message: 'It is listed here first.' }];
        const fix = removeItem(item.node, `Remove the second ${item.key}`, 'suggested');
        const [text, earlier] = [textOf(item.ip) ?? '', textOf(first.ip) ?? ''];
        const message =
          text === earlier
            ? `${text} is listed twice in ${list}; only the first entry counts. Remove one.`
            : `${text} and ${earlier} are two spellings of one address, listed twice in ${list}. Remove one.`;
        report(item.ip, message, { related, fix });
      }
    }
  },
});

function identityOf({ key, uid }: Address): string {
  return uid === '' ? key : `${key} ${uid}`;
}
