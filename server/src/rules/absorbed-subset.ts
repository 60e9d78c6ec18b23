/** Addresses without ports get no slice of their own where they all have a port in other subsets. */
import type { Bound } from '../analysis/bind.ts';
import { isSettled } from '../analysis/settled.ts';
import { absorbedIn } from '../analysis/slices/losses.ts';
import { firstRepacking, packsOf } from '../analysis/slices/repack.ts';
import { mirrorStop } from '../analysis/slices/stops.ts';
import { Endpoints } from '../contract/endpoints.ts';
import { defineRule } from '../lint/rule.ts';
import { placeOf } from '../lint/subject.ts';
import type { Mapping } from '../tree/value.ts';

export const absorbedSubset = defineRule({
  code: 'absorbed-subset',
  summary: 'A subset without ports should not repeat addresses that have ports in another.',
  enforcedBy: 'advice',
  severity: 'info',
  since: '0.1.0',
  on: [Endpoints, 'subsets'],
  check(subsets, { report, binding, document, minor }) {
    if (subsets.children.length < 2) return;
    const isKnown = document.issues.length === 0 && isSettled(subsets);
    if (!isKnown || minor < firstRepacking || mirrorStop(binding.root)) return;
    for (const { at, by } of packsOf(subsets, minor).flatMap(absorbedIn)) {
      const message =
        'The addresses of this subset have a port in another one. The control plane makes no EndpointSlice of them without ports then, so this subset adds nothing. Remove it, or give it the port that is meant.';
      const related = [{ span: by.value.span, message: 'The port is here.' }];
      if (!isMapping(at)) continue;
      report({ span: placeOf(at, '').span, path: at.path }, message, { related });
    }
  },
});

function isMapping(node: Bound): node is Bound<Mapping> {
  return node.value.kind === 'mapping';
}
