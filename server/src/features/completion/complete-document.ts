/** Completion in a document without a known kind: whole objects, and the fields `apiVersion` and `kind`. */
import { apiVersions, resourceType } from '../../contract/contract.ts';
import type { Choice } from '../../contract/type.ts';
import type { Span } from '../../text/span.ts';
import type { Slot, Subject } from '../../tree/slot.ts';
import { proposeFields } from './complete-keys.ts';
import { valueProposal } from './complete-values.ts';
import type { Proposal } from './proposal.ts';
import type { UnservedService } from './unserved-services.ts';
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

/** The proposals for the slot in the text of the file. An empty text can also become a Pulumi program. */
export function proposeInDocument(
  slot: Slot,
  { kind, apiVersion, names, isItem }: Extract<Subject, { area: 'document' }>,
  minor: number,
  text: string,
  unserved: () => readonly UnservedService[],
): readonly Proposal[] {
  const [step] = slot.path;
  const isBlank = text.slice(0, slot.typed.start).trim() === '' && text.slice(slot.typed.end).trim() === '';
  if (step === 'kind') return proposeKinds(slot, apiVersion, minor, text);
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
  if (isItem) {
    const dash = slot.kind === 'item' ? '' : '- ';
    const items = proposeManifests({ ...slot, column: slot.column + 2 }, unserved(), true);
    return items.map((proposal) => ({ ...proposal, spell: (spelling) => dash + proposal.spell(spelling) }));
  }
  if (isObject) return proposeManifests(slot, unserved(), !isBlank);
  const isSlice = apiVersion === apiVersions.EndpointSlice;
  const root = resourceType(isSlice ? 'EndpointSlice' : 'Endpoints');
  const fields = root ? proposeFields(root, slot, minor, 'kubernetes') : [];
  if (slot.names.size > 0) return fields;
  const own = fields.filter(({ label }) => label === 'apiVersion' || label === 'kind');
  if (slot.style !== 'block' || slot.follows !== 'nothing') return own;
  return [...proposeManifests(slot, unserved(), slot.column > 0), ...(isBlank ? proposePrograms(slot) : []), ...own];
}

/** The kinds that have all other fields. A kind of another `apiVersion` changes that, too. */
function proposeKinds(slot: Slot, apiVersion: string, minor: number, text: string): readonly Proposal[] {
  const isOurs = versions.some(({ value }) => value === apiVersion);
  const version = isOurs && slot.style === 'block' && slot.column === 0 ? versionBeside(text, slot) : undefined;
  const filter = kindChoices.some(({ value }) => value === slot.word) ? { filter: slot.word } : {};
  const proposals = kindChoices
    .filter(({ without }) => !without.some((name) => slot.names.has(name)))
    .map((choice): Proposal => {
      const isDeprecated = minor >= (choice.deprecatedSince ?? Infinity);
      const proposal = { ...valueProposal(choice, slot, true), ...filter, isDeprecated };
      if (apiVersion === '' || apiVersion === choice.version) return proposal;
      const edits = version ? [{ span: version, text: choice.version }] : [];
      return { ...proposal, detail: `apiVersion: ${choice.version}`, edits };
    });
  const fitting = proposals.filter(({ edits }) => !edits);
  return [...fitting, ...proposals.filter(({ edits }) => edits && edits.length > 0)];
}

/** The written `apiVersion` of the document, without its quotes; undefined where it is not on a line of its own. */
function versionBeside(text: string, { typed }: Slot): Span | undefined {
  const start = Math.max(text.lastIndexOf('\n---', typed.start), 0);
  const next = text.indexOf('\n---', typed.end);
  const found = /^apiVersion:[ \t]+(["']?)([\w./]+)\1[ \t]*(?:#.*)?\r?$/m.exec(
    text.slice(start, next < 0 ? undefined : next),
  );
  if (!found) return undefined;
  const [line, quote = '', value = ''] = found;
  const at = start + found.index + line.indexOf(value, 'apiVersion:'.length + quote.length);
  return { start: at, end: at + value.length };
}
