/** Reports an address that is listed twice: only the first entry counts, so a second hostname is lost. */
import { addressesOf } from '../analysis/binding/addresses.ts';
import { textOf } from '../analysis/binding/bind.ts';
import { EndpointSubset } from '../contract/endpoints.ts';
import { removeItem } from '../lint/fix.ts';
import { repeated } from '../lint/repeated.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const duplicateAddress = defineRule({
  code: 'duplicate-address',
  summary: 'An address should be listed only once.',
  enforcedBy: 'advice',
  on: [EndpointSubset],
  check(subset, { report }) {
    for (const list of ['addresses', 'notReadyAddresses'] as const) {
      for (const { item, first } of repeated(addressesOf(subset, list), ({ key, uid }) => `${key} ${uid}`)) {
        const related = [{ span: first.ip.value.span, message: 'The address is first listed here.' }];
        const fix = removeItem(item.node, `Remove the second ${item.key}`, 'suggested');
        const [text, earlier] = [textOf(item.ip) ?? '', textOf(first.ip) ?? ''];
        const message =
          text === earlier
            ? `${text} is listed twice in ${quote(list)}, and only the first entry counts. Remove one of them.`
            : `${text} and ${earlier} are two spellings of the same address in ${quote(list)}. Remove one of them.`;
        report(item.ip, message, { related, fix });
      }
    }
  },
});
