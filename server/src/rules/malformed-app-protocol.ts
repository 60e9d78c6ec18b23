/** Reports an appProtocol with invalid syntax. It has the syntax of a label key, and must not be empty. */
import type { Bound } from '../analysis/binding/bind.ts';
import { EndpointSlicePort } from '../contract/endpoint-slice.ts';
import { EndpointPort } from '../contract/endpoints.ts';
import { ServicePort } from '../contract/service.ts';
import { qualifiedNameProblem } from '../contract/string-format.ts';
import { removeMember } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { isOfType } from '../lint/subject.ts';
import { quote } from '../text/quote.ts';
import type { Resource } from '../tree/document.ts';

export const malformedAppProtocol = defineRule({
  code: 'malformed-app-protocol',
  summary: 'The appProtocol must have the form "name" or "prefix/name", where the prefix is a DNS subdomain.',
  enforcedBy: 'server',
  on: [EndpointPort, 'appProtocol'],
  alsoOn: [EndpointSlicePort, ServicePort],
  check(protocol, { report, resource }) {
    const text = protocol.value.value;
    const problem = qualifiedNameProblem(text);
    if (!problem) return;
    if (text === '' && isRequiredByTerraform(protocol, resource)) {
      report(protocol, 'The appProtocol is empty, which the API server rejects. Write the protocol, such as "http".');
      return;
    }
    if (text === '') {
      const message = 'The appProtocol is empty, which the API server rejects. Write a protocol, or remove the field.';
      report(protocol, message, { fix: removeMember(protocol, 'safe') });
      return;
    }
    const way = 'Write a name such as "https" or "example.com/my-protocol".';
    report(protocol, `The appProtocol ${quote(text)} ${problem}. ${way}`);
  },
});

/** The blocks of a slice must write it. */
function isRequiredByTerraform({ parent }: Bound, { terraform }: Resource): boolean {
  return terraform?.isManifest === false && parent !== undefined && isOfType(parent, EndpointSlicePort);
}
