/** Finds Endpoints in Terraform: data sources that read them, and resources that are Endpoints. */
import { allBlocks, hclBlocks, type HclBlock } from '../../frontends/hcl/hcl.ts';
import { attributeOf } from '../../frontends/hcl/static-value.ts';
import { quote } from '../../text/quote.ts';
import { nestedValue, stringOf, valueOf, type Value } from '../../tree/value.ts';
import {
  everything,
  isWrittenName,
  namedReach,
  objectName,
  documentObjects,
  reachOf,
  siteOf,
  type Estate,
} from '../estate.ts';
import { textAt } from '../foreign-objects.ts';
import type { FoundReader, Reach } from '../reader.ts';
import type { SearchedText } from '../searched-text.ts';

export function terraformReaders(text: SearchedText, estate: Estate): readonly FoundReader[] {
  return [...dataReaders(text, estate), ...objectReaders(text, estate)];
}

function dataReaders(text: SearchedText, estate: Estate): readonly FoundReader[] {
  const blocks = text.hcl ? [...allBlocks(text.hcl.body)] : [];
  return blocks.flatMap((block): readonly FoundReader[] => {
    const [type, label] = block.labels;
    if (block.type !== 'data' || !type || !isOfEndpoints(type.text, block)) return [];
    const reach = readBy(block, text, estate);
    const [name] = reach.for;
    const what = name === undefined || /^(?:\*|generated)$/.test(name) ? 'Endpoints' : `the Endpoints ${quote(name)}`;
    const loss =
      reach.when === 'later'
        ? 'finds nothing once the cluster stops the Endpoints controller'
        : 'finds nothing once slices replace them';
    return [
      {
        ...reach,
        span: type.span,
        kind: 'terraform-data',
        change: 'person',
        message: `The data source ${quote(label?.text ?? type.text)} reads ${what} and ${loss}. Read the EndpointSlices of the Service (kubernetes provider 3.1.0 or later), and merge the addresses of all of them.`,
      },
    ];
  });
}

function isOfEndpoints(type: string, { body }: HclBlock): boolean {
  if (/^kubernetes_endpoints(?:_v1)?$/.test(type)) return true;
  return /^kubernetes_resources?$/.test(type) && stringOf(attributeOf(body, 'kind')) === 'Endpoints';
}

function readBy({ body, labels }: HclBlock, text: SearchedText, estate: Estate): Reach {
  const [metadata] = hclBlocks(body, 'metadata');
  const known = (value: Value | undefined): string | undefined =>
    stringOf(value) ?? (value && text.resolve(text.text.slice(value.span.start, value.span.end)));
  const isList = labels[0]?.text === 'kubernetes_resources';
  const namespace = metadata ? attributeOf(metadata.body, 'namespace') : attributeOf(body, 'namespace');
  const name = known(metadata && attributeOf(metadata.body, 'name')) ?? '';
  // A single object without a namespace is in `default`.
  const isInDefault = !namespace && metadata !== undefined && !isList;
  return namedReach(estate, text.uri, { name, namespace: isInDefault ? 'default' : known(namespace) });
}

function objectReaders(text: SearchedText, estate: Estate): readonly FoundReader[] {
  return documentObjects(text).flatMap(({ kind, mapping, tree }): readonly FoundReader[] => {
    const value = valueOf(mapping, 'kind');
    const name = textAt(mapping, 'metadata', 'name') ?? '';
    if (kind !== 'Endpoints' || !value || name === 'kubernetes') return [];
    const { namespace } = siteOf(text.uri, mapping, estate.metadata);
    const object = { uri: text.uri, namespace: namespace ?? '', name: isWrittenName(name) ? name : '' };
    const isEmpty = nestedValue(mapping, ['metadata']) === undefined;
    const reach = object.name === '' || isEmpty ? everything(estate, text.uri, 'likely') : reachOf([object]);
    const shown = object.name === '' ? 'Endpoints' : `the Endpoints ${quote(objectName(object))}`;
    return [
      {
        ...reach,
        span: tree.place(value.span),
        kind: 'program-object',
        change: 'person',
        message: `Terraform writes ${shown} here, and only the mirroring controller makes slices of them. Replace the resource by kubernetes_endpoint_slice_v1, or by a kubernetes_manifest of an EndpointSlice.`,
      },
    ];
  });
}
