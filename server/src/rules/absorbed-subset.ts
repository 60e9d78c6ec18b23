/** Reports a subset without ports whose addresses have a port in another subset: mirroring creates no EndpointSlice for it. */
import { isFullyStatic } from '../analysis/binding/static-value.ts';
import { absorbedIn } from '../analysis/slices/losses.ts';
import { isRepacked, packsOf } from '../analysis/slices/repack.ts';
import { Endpoints } from '../contract/endpoints.ts';
import { defineRule } from '../lint/rule.ts';
import { isMapping, placeOf } from '../lint/subject.ts';

export const absorbedSubset = defineRule({
  code: 'absorbed-subset',
  summary: 'A subset without ports should not repeat addresses that have ports in another subset.',
  enforcedBy: 'advice',
  severity: 'info',
  on: [Endpoints, 'subsets'],
  check(subsets, { report, binding, document, minor }) {
    if (!isRepacked(subsets, binding.root, minor) || document.issues.length > 0 || !isFullyStatic(subsets)) return;
    for (const { at, by } of packsOf(subsets, minor).flatMap(absorbedIn)) {
      const message =
        'All addresses of this subset have a port in another subset, so the mirroring controller creates no EndpointSlice for this one. Remove this subset, or add its port.';
      const related = [{ span: by.value.span, message: 'The port is here.' }];
      if (!isMapping(at)) continue;
      report({ span: placeOf(at, '').span, path: at.path }, message, { related });
    }
  },
});
