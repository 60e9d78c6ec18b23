/** Completion in a document without a known kind: whole objects, and the fields `apiVersion` and `kind`. */
import { apiVersions, resourceType } from '../../contract/contract.ts';
import type { Choice } from '../../contract/type.ts';
import type { Slot, Subject } from '../../tree/slot.ts';
import { proposeFields } from './complete-keys.ts';
import { valueProposal } from './complete-values.ts';
import type { Proposal } from './proposal.ts';
import { proposeItems, proposeManifests, proposePrograms } from './skeletons.ts';

interface KindChoice extends Choice {
  readonly version: string;
  readonly without: readonly string[];
  readonly deprecatedSince?: number;
}

const sliceFields = ['addressType', 'endpoints', 'ports'];

/** EndpointSlice comes first, because it replaces Endpoints. */
const kindChoices: readonly KindChoice[] = [
  {
    value: 'EndpointSlice',
    doc: 'Addresses and ports of the Service that a label names. Replaces Endpoints since Kubernetes 1.33.',
    version: apiVersions.EndpointSlice,
    without: ['subsets', 'spec'],
  },
  {
    value: 'Service',
    doc: 'A name and ports that route to endpoints.',
    version: 'v1',
    without: ['subsets', ...sliceFields],
  },
  {
    value: 'Endpoints',
    doc: 'Addresses and ports of the Service with the same name. Deprecated since Kubernetes 1.33.',
    version: apiVersions.Endpoints,
    without: ['spec', ...sliceFields],
    deprecatedSince: 33,
  },
];

const versions = [
  { value: 'v1', doc: 'The core group, with Endpoints and Service.', kinds: ['Endpoints', 'Service', 'List'] },
  { value: apiVersions.EndpointSlice, doc: 'The API group of EndpointSlice.', kinds: ['EndpointSlice'] },
];

/** The proposals for the slot. `isBlank`: the whole text is empty, so it can also become a Pulumi program. */
export function proposeInDocument(
  slot: Slot,
  { kind, apiVersion, names, isItem }: Extract<Subject, { area: 'document' }>,
  minor: number,
  isBlank: boolean,
): readonly Proposal[] {
  const [step] = slot.path;
  if (step === 'kind') {
    return kindChoices
      .filter(({ version }) => apiVersion === '' || apiVersion === version)
      .filter(({ without }) => !without.some((name) => names.has(name)))
      .map((choice) => ({
        ...valueProposal(choice, slot, true),
        isDeprecated: minor >= (choice.deprecatedSince ?? Infinity),
      }));
  }
  if (step === 'apiVersion') {
    return versions
      .filter((version) => kind === '' || version.kinds.includes(kind))
      .map((choice) => valueProposal(choice, slot, true));
  }
  if (slot.kind === 'value') return [];
  if (kind === 'List') return names.has('items') ? [] : [proposeItems(slot)];
  // An item in brackets needs its own braces, and so does an empty JSON file.
  const isObject = slot.style !== 'block' && (slot.kind === 'node' || isBlank);
  if (isItem && slot.style !== 'block') return [];
  if (isItem) return proposeManifests({ ...slot, column: slot.column + 2 }, slot.kind === 'item' ? '' : '- ');
  if (isObject) return proposeManifests(slot).filter(({ label }) => isBlank || !label.includes(' '));
  const isSlice = apiVersion === apiVersions.EndpointSlice;
  const root = resourceType(isSlice ? 'EndpointSlice' : 'Endpoints');
  const fields = root ? proposeFields(root, slot, minor, 'kubernetes') : [];
  if (slot.names.size > 0) return fields;
  const own = fields.filter(({ label }) => label === 'apiVersion' || label === 'kind');
  if (slot.style !== 'block' || slot.follows !== 'nothing') return own;
  return [...proposeManifests(slot), ...(isBlank ? proposePrograms(slot) : []), ...own];
}
