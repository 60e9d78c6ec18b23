/** Reports arguments and blocks that the provider requires and the API does not, or not there. */
import type { TerraformPart } from '../contract/terraform.ts';
import { defineRule } from '../lint/rule.ts';
import { blockPlace, schemaBlocksIn, type SchemaBlock } from '../lint/terraform-schema.ts';
import { quote } from '../text/quote.ts';
import type { Resource } from '../tree/document.ts';
import { entryOf } from '../tree/value.ts';

/** Fields whose absence missing-field or endpoint-without-address reports, by the name of their block. */
const reportedElsewhere: ReadonlySet<string> = new Set([
  'address.ip',
  'not_ready_address.ip',
  'Endpoints port.port',
  'Service port.port',
  'EndpointSlice.address_type',
  'endpoint.addresses',
]);

export const missingArgument = defineRule({
  code: 'missing-argument',
  summary: 'A Terraform resource must have the blocks and arguments that the provider requires.',
  enforcedBy: 'terraform',
  on: 'resource',
  check(resource, { report }) {
    if (resource.isPartial) return;
    for (const block of schemaBlocksIn(resource)) {
      for (const [name, part] of Object.entries(block.parts)) {
        if (!part.isRequired || block.mapping.isOpen || entryOf(block.mapping, part.field)) continue;
        if (isReportedElsewhere(name, block, resource)) continue;
        const place = blockPlace(block, resource);
        report({ span: place.span, path: [...place.path, part.field] }, messageOn(name, part, block));
      }
    }
  },
});

function isReportedElsewhere(name: string, { name: block, path }: SchemaBlock, resource: Resource): boolean {
  const { type, terraform } = resource;
  const keys = block === undefined ? [`${type}.${name}`] : [`${block}.${name}`, `${type} ${block}.${name}`];
  // The rule unknown-argument reports the name that was written instead.
  const isRefused = (terraform?.refused ?? []).some(
    (refused) => refused.meant === name && refused.path.join() === path.join(),
  );
  return isRefused || keys.some((key) => reportedElsewhere.has(key));
}

function messageOn(name: string, part: TerraformPart, { name: block }: SchemaBlock): string {
  const owner = block === undefined ? 'This resource' : `This ${block}`;
  if (part.kind === 'block')
    return `${owner} has no block ${quote(name)}, which the provider requires. Add ${name} { … }.`;
  if (name === 'app_protocol')
    return `${owner} has no app_protocol (appProtocol), which the provider requires. Write the protocol that clients speak, such as "http", or use kubernetes_manifest.`;
  return `${owner} has no ${name}, which the provider requires. Add it.`;
}
