/** Reports addresses that are ready in one subset and not ready for the same port in another: mirroring merges the subsets. */
import { member, textOf } from '../analysis/binding/bind.ts';
import { lostReadiness } from '../analysis/slices/losses.ts';
import { isRepacked, portPacks } from '../analysis/slices/repack.ts';
import { Endpoints } from '../contract/endpoints.ts';
import { defineRule } from '../lint/rule.ts';
import { isOpen } from '../tree/value.ts';

export const notReadyElsewhere = defineRule({
  code: 'not-ready-elsewhere',
  summary: 'An address must not be ready in one subset and not ready for the same port in another.',
  enforcedBy: 'advice',
  severity: 'error',
  explains: ['not-ready', 'replaced'],
  on: [Endpoints, 'subsets'],
  check(subsets, { report, binding, minor }) {
    if (!isRepacked(subsets, binding.root, minor) || isOpen(subsets.value)) return;
    for (const { at, by, port } of lostReadiness(portPacks(subsets, minor))) {
      if (at.parent?.parent === by.parent?.parent) continue;
      const [place, other] = [member(at, 'ip') ?? at, member(by, 'ip') ?? by];
      const where = port ? 'for the same port in another subset' : 'in another subset without ports';
      const message = `${textOf(place) ?? ''} is ready here and not ready ${where}. In EndpointSlices it counts as not ready. Keep it in only one list.`;
      report(place, message, { related: [{ span: other.value.span, message: 'It is listed as not ready here.' }] });
    }
  },
});
