/** Which rules say nothing in Terraform, and what the plan of Terraform refuses before the API server sees it. */
import type { Resource, TerraformFacts } from '../tree/document.ts';
import type { EnforcedBy, Rule } from './rule.ts';

/** Terraform refuses these itself, or sends nothing of the kind. */
const silentInHcl: ReadonlySet<string> = new Set(['duplicate-key', 'null-value']);

/** Another rule says the same of resources with a schema. */
const silentInBlocks: ReadonlySet<string> = new Set(['auto-named', 'missing-port-number', 'missing-ports']);

export function isSilentInTerraform(rule: Rule, resource: Resource): boolean {
  const { terraform } = resource;
  if (!terraform) return false;
  if (isNeverSent(terraform)) return enforcerInTerraform(rule, resource) !== 'terraform';
  return (!terraform.isYaml && silentInHcl.has(rule.code)) || (!terraform.isManifest && silentInBlocks.has(rule.code));
}

/** True where `count` is 0, or `for_each` is empty. */
function isNeverSent({ instances }: TerraformFacts): boolean {
  return instances === 0 || (Array.isArray(instances) && instances.length === 0);
}

/** By code: the kinds of which the provider refuses the same in its blocks. Source: its schemas, provider 3.2. */
const refusedInBlocks: ReadonlyMap<string, readonly string[]> = new Map([
  ['affinity-timeout-out-of-range', ['Service']],
  ['malformed-annotation-key', ['Endpoints', 'EndpointSlice', 'Service']],
  ['malformed-generate-name', ['Endpoints', 'EndpointSlice', 'Service']],
  ['malformed-hostname', ['EndpointSlice']],
  ['malformed-label-key', ['Endpoints', 'EndpointSlice', 'Service']],
  ['malformed-label-value', ['Endpoints', 'EndpointSlice', 'Service']],
  ['malformed-name', ['Endpoints', 'EndpointSlice', 'Service']],
  ['missing-field', ['Endpoints', 'EndpointSlice', 'Service']],
  ['port-out-of-range', ['Service']],
  ['unknown-address-type', ['EndpointSlice']],
  ['unknown-protocol', ['EndpointSlice', 'Service']],
  ['unknown-service-value', ['Service']],
  ['wrong-type', ['Endpoints', 'EndpointSlice', 'Service']],
]);

/** Who refuses what the rule reports in this resource. */
export function enforcerInTerraform({ code, enforcedBy }: Rule, { terraform, type }: Resource): EnforcedBy {
  // The provider drops such a field with a warning.
  if (code === 'unknown-field' && terraform?.type === 'kubernetes_manifest') return 'advice';
  const isRefused = terraform && !terraform.isManifest && refusedInBlocks.get(code)?.includes(type);
  return isRefused ? 'terraform' : enforcedBy;
}
