/** Reports a timeout of the session affinity outside of a second to a day. Without the affinity, the API server drops it. */
import { integerOf, member, nodeAt, textOf } from '../analysis/binding/bind.ts';
import { ServiceSpec } from '../contract/service.ts';
import { defineRule } from '../lint/rule.ts';

export const affinityTimeoutOutOfRange = defineRule({
  code: 'affinity-timeout-out-of-range',
  summary: 'The timeout of a session affinity must be between 1 and 86400 seconds.',
  enforcedBy: 'server',
  on: [ServiceSpec],
  check(spec, { report }) {
    const timeout = nodeAt(spec, ['sessionAffinityConfig', 'clientIP', 'timeoutSeconds']);
    const seconds = integerOf(timeout);
    if (!timeout || seconds === undefined || textOf(member(spec, 'sessionAffinity')) !== 'ClientIP') return;
    if (seconds >= 1n && seconds <= 86400n) return;
    report(timeout, `A session affinity of ${seconds} seconds is out of range. Write a number from 1 to 86400.`);
  },
});
