/** What a resource of Terraform can take from others of its module: references, and literals that ports repeat. */
import { serviceNameLabel } from '../../contract/endpoint-slice.ts';
import { quotedHcl } from '../../edits/hcl/print-fields.ts';
import { attributeIn, hclBlocks, type HclBlock, type HclFile } from '../../frontends/hcl/hcl.ts';

export interface TerraformText {
  readonly text: string;
  readonly label: string;
  readonly detail?: string;
}

/** Where a value is written, with the names of blocks and arguments. */
export interface ReferringPlace {
  readonly owner: string;
  readonly argument: string;
  /** The entry of a map. */
  readonly key: string | undefined;
  readonly isService: boolean;
  readonly resource: HclBlock | undefined;
}

/** The likeliest texts first. */
export function textsOfOthers(
  { owner, argument, key, isService, resource }: ReferringPlace,
  files: readonly HclFile[],
): readonly TerraformText[] {
  const own = resource && addressOf(resource);
  const services = resourcesIn(files, /^kubernetes_service(?:_v1)?$/).filter((each) => addressOf(each) !== own);
  if (argument === 'labels')
    return key === serviceNameLabel ? services.flatMap((each) => metadataOf(each, 'name')) : [];
  if (argument === 'namespace') {
    const namespaces = resourcesIn(files, /^kubernetes_namespace(?:_v1)?$/).flatMap((each) => metadataOf(each, 'name'));
    return [...(isService ? [] : services.flatMap((each) => metadataOf(each, 'namespace'))), ...namespaces];
  }
  if (isService) return [];
  if (owner === 'metadata' && argument === 'name') return services.flatMap((each) => metadataOf(each, 'name'));
  return owner === 'port' ? portTexts(argument, namedFirst(services, resource)) : [];
}

export function literalText(value: string): TerraformText {
  return { text: quotedHcl(value), label: value };
}

function referenceText(text: string, detail: string): TerraformText {
  return { text, label: text, detail };
}

function resourcesIn(files: readonly HclFile[], types: RegExp): readonly HclBlock[] {
  const all = files.flatMap(({ body }) => hclBlocks(body, 'resource'));
  return all.filter(({ labels }) => labels.length === 2 && types.test(labels[0]?.text ?? ''));
}

function addressOf({ labels, body }: HclBlock): string {
  const address = labels.map(({ text }) => text).join('.');
  if (attributeIn(body, 'for_each')) return `${address}[each.key]`;
  return attributeIn(body, 'count') ? `${address}[count.index]` : address;
}

/** A reference to what the metadata of a resource has. */
function metadataOf(block: HclBlock, name: string): readonly TerraformText[] {
  const [metadata] = hclBlocks(block.body, 'metadata');
  const isThere = metadata && attributeIn(metadata.body, name);
  return isThere ? [referenceText(`${addressOf(block)}.metadata[0].${name}`, textOf(metadata, name) ?? '')] : [];
}

function textOf({ body }: HclBlock, name: string): string | undefined {
  const value = attributeIn(body, name)?.expression;
  return value?.kind === 'literal' && value.value !== null ? String(value.value) : undefined;
}

/** The Service that the resource is named after comes first. */
function namedFirst(services: readonly HclBlock[], resource: HclBlock | undefined): readonly HclBlock[] {
  const own = resource?.labels[1]?.text;
  const isSame = ({ labels }: HclBlock): boolean => labels[1]?.text === own;
  return [...services.filter(isSame), ...services.filter((each) => !isSame(each))];
}

/** What the ports of Services have: references, and the literals that a port of endpoints repeats. */
function portTexts(argument: string, services: readonly HclBlock[]): readonly TerraformText[] {
  if (argument !== 'name' && argument !== 'port' && argument !== 'app_protocol') return [];
  const ports = services.flatMap((service) => {
    const [spec] = hclBlocks(service.body, 'spec');
    return spec ? hclBlocks(spec.body, 'port').map((port, i) => ({ service, port, i })) : [];
  });
  const references = ports.flatMap(({ service, port, i }) => {
    const isThere = attributeIn(port.body, argument) !== undefined;
    const path = `${addressOf(service)}.spec[0].port[${i}].${argument}`;
    return isThere ? [referenceText(path, textOf(port, argument) ?? '')] : [];
  });
  const known = ports.flatMap(({ port }) => {
    if (argument !== 'port') return textOf(port, argument) ?? [];
    const target = textOf(port, 'target_port');
    return target !== undefined && /^\d+$/.test(target) ? target : (textOf(port, 'port') ?? []);
  });
  const isNumber = argument === 'port';
  const literals = [...new Set(known)].map((each) => (isNumber ? { text: each, label: each } : literalText(each)));
  return [...literals, ...references];
}
