/** Reports Endpoints and EndpointSlices that an Application delivers and the configuration of Argo CD excludes. */
import { kindOfType, plurals } from '../contract/contract.ts';
import { exclusionOf } from '../lint/argo-exclusions.ts';
import { defineRule } from '../lint/rule.ts';
import { objectPlace } from '../lint/subject.ts';
import { quote } from '../text/quote.ts';

export const undeployedByArgocd = defineRule({
  code: 'undeployed-by-argocd',
  summary: 'The Argo CD configuration should not exclude objects that an Application delivers.',
  enforcedBy: 'advice',
  severity: 'error',
  on: { relationsOf: ['Endpoints', 'EndpointSlice'] },
  check(resource, { report, binding, around }) {
    const exclusion = exclusionOf(resource, around);
    if (exclusion?.application === undefined) return;
    const kinds = plurals[kindOfType(resource.type)];
    const message = `The Application ${quote(exclusion.application)} delivers this object, but the argocd-cm of this workspace excludes ${kinds}, so Argo CD never deploys it. Remove ${kinds} from resource.exclusions.`;
    report(objectPlace(binding, resource), message, { related: [exclusion.place] });
  },
});
