/** Completes scalars: choices, suggestions, booleans, IANA service names, and values of known annotations and labels. */
import { CompletionItemKind } from 'vscode-languageserver-types';
import { valuesOn, type KeyKind, type KnownKey } from '../../contract/known-keys.ts';
import type { ServiceDetail, Services } from '../../contract/service-table.ts';
import type { Choice, Type } from '../../contract/type.ts';
import type { Slot } from '../../tree/slot.ts';
import type { Spot } from '../../analysis/binding/spot.ts';
import { knownKeysAt } from './complete-keys.ts';
import { nextStop, quotesTexts, snippetText, spellText } from './draft.ts';
import type { Proposal } from './proposal.ts';

const mostServices = 50;

export interface ProposalList {
  readonly proposals: readonly Proposal[];
  /** True where typing more letters finds more. */
  readonly isIncomplete: boolean;
}

export function proposeValues(spot: Spot, slot: Slot, services: Services | undefined, kind: KeyKind): ProposalList {
  const { type } = spot;
  const { path } = slot;
  const isPort = ['EndpointPort', 'EndpointSlicePort', 'ServicePort'].includes(spot.owner?.base ?? '');
  if (isPort && spot.field === spot.owner?.fields['appProtocol']) {
    return proposeProtocols(type, slot, services);
  }
  const known = knownKeysAt(path.slice(0, -1)).find((each) => each.key === path.at(-1));
  const choices = known ? valuesOf(valuesOn(known, kind)) : choicesOf(type);
  // With the cursor in a complete value, the user wants to see the other values.
  const shown = choices.some(({ value }) => value === slot.word) ? { filter: slot.word } : {};
  const proposals = choices.map((choice) => ({ ...valueProposal(choice, slot, type.kind !== 'boolean'), ...shown }));
  return { proposals, isIncomplete: false };
}

function valuesOf({ values, sample }: Pick<KnownKey, 'values' | 'sample'>): readonly Choice[] {
  return values.length > 0 || sample === undefined ? values : [{ value: sample, doc: 'An example.' }];
}

function choicesOf(type: Type): readonly Choice[] {
  if (type.kind === 'boolean') return ['true', 'false'].map((value) => ({ value, doc: '' }));
  return type.kind === 'string' ? [...(type.choices ?? []), ...(type.suggestions ?? [])] : [];
}

export function valueProposal({ value, doc }: Choice, slot: Slot, isString: boolean): Proposal {
  return {
    label: value,
    kind: isString ? CompletionItemKind.EnumMember : CompletionItemKind.Keyword,
    ...(doc === '' ? {} : { doc }),
    spell: (spelling) => snippetText(isString ? spellText(value, slot.style, slot.quote) : value, spelling),
  };
}

/** Names of Kubernetes first, then IANA's names for the port and for the typed text, then the form of custom names. */
function proposeProtocols(type: Type, slot: Slot, services: Services | undefined): ProposalList {
  const platform = choicesOf(type).map((choice) => valueProposal(choice, slot, true));
  const { found, isIncomplete } = services?.search(slot.prefix, mostServices) ?? { found: [], isIncomplete: true };
  const port = Number(slot.names.get('port') ?? '');
  const near = services?.namesOf(port, slot.names.get('protocol') || 'TCP') ?? [];
  const fitting = near.filter(({ name }) => name.includes(slot.prefix.toLowerCase()));
  const registered = [...new Set([...fitting, ...found])].map((detail) => serviceProposal(detail, slot));
  return {
    proposals: [...platform, ...registered, ownProtocol(slot)],
    isIncomplete: isIncomplete || slot.prefix !== '',
  };
}

function serviceProposal({ name, ports, description }: ServiceDetail, slot: Slot): Proposal {
  return {
    ...valueProposal({ value: name, doc: '' }, slot, true),
    kind: CompletionItemKind.Value,
    // The description can match instead of the name, and the client must not filter the name out.
    filter: name.includes(slot.prefix.toLowerCase()) ? name : `${slot.prefix} ${name}`,
    detail: [portWords(ports), description].filter((part) => part !== '').join(' · '),
    data: { service: name },
  };
}

/** `80 (tcp, udp, sctp)`. */
function portWords(ports: readonly string[]): string {
  const protocols = new Map<string, string[]>();
  for (const port of ports) {
    const [number = '', protocol = ''] = port.split('/');
    protocols.set(number, [...(protocols.get(number) ?? []), protocol]);
  }
  const words = [...protocols].map(([number, names]) => `${number} (${names.join(', ')})`);
  return words.length > 4 ? `${words.slice(0, 4).join(', ')}, …` : words.join(', ');
}

function ownProtocol(slot: Slot): Proposal {
  return {
    label: '<domain>/<name>',
    kind: CompletionItemKind.Text,
    doc: 'A custom protocol: your own domain, a slash and the name.',
    filter: slot.prefix === '' ? '<domain>/<name>' : slot.prefix,
    spell: (spelling) => {
      if (!spelling.isSnippet) return spellText('example.com/protocol', slot.style, slot.quote);
      const mark = quotesTexts(slot.style) ? '"' : slot.quote;
      return `${mark}\${${nextStop(spelling)}:example.com}/\${${nextStop(spelling)}:protocol}${mark}`;
    },
  };
}
