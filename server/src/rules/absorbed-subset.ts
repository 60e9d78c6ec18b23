/** Addresses without ports get no slice of their own where they all have a port in other subsets. */
import { isFullyStatic } from '../analysis/binding/static-value.ts';
import { absorbedIn } from '../analysis/slices/losses.ts';
import { isRepacked, packsOf } from '../analysis/slices/repack.ts';
import { Endpoints } from '../contract/endpoints.ts';
import { defineRule } from '../lint/rule.ts';
import { isMapping, placeOf } from '../lint/subject.ts';

export const absorbedSubset = defineRule({
  code: 'absorbed-subset',
  summary: 'A subset without ports should not repeat addresses that have ports in another.',
  enforcedBy: 'advice',
  severity: 'info',
  since: '0.1.0',
  on: [Endpoints, 'subsets'],
  check(subsets, { report, binding, document, minor }) {
    if (!isRepacked(subsets, binding.root, minor) || document.issues.length > 0 || !isFullyStatic(subsets)) return;
    for (const { at, by } of packsOf(subsets, minor).flatMap(absorbedIn)) {
      const message =
        'The addresses of this subset have a port in another one. The control plane makes no EndpointSlice of them without ports then, so this subset adds nothing. Remove it, or give it the port that is meant.';
      const related = [{ span: by.value.span, message: 'The port is here.' }];
      if (!isMapping(at)) continue;
      report({ span: placeOf(at, '').span, path: at.path }, message, { related });
    }
  },
});
