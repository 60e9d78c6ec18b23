/** Reports a `target_ref` of Terraform, whose kind the provider cannot send. */
import { Endpoint } from '../contract/endpoint-slice.ts';
import { defineRule } from '../lint/rule.ts';
import { keyPlace } from '../lint/subject.ts';

export const targetWithoutKind = defineRule({
  code: 'target-without-kind',
  summary: 'A target should have a kind, which the blocks of Terraform cannot write.',
  enforcedBy: 'advice',
  severity: 'info',
  on: [Endpoint, 'targetRef'],
  check(target, { report, resource }) {
    if (resource.terraform?.isManifest !== false) return;
    const { blockKey } = target.value;
    const place = blockKey ? { span: blockKey, path: target.path } : (keyPlace(target) ?? target);
    const message =
      'The provider cannot send the kind of a target, so programs that look for a Pod ignore this target_ref. Remove it, or use kubernetes_manifest. (Read in provider 3.2.)';
    report(place, message);
  },
});
