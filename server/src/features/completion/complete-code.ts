/** Completes programs: values, keys of maps, and names of fields where the server of the language knows none. Spelled as the language does. */
import { spotAt, type Spot } from '../../analysis/binding/spot.ts';
import { typeNamed } from '../../contract/contract.ts';
import { typeIn } from '../../contract/known-field.ts';
import { keyKindOf } from '../../contract/known-keys.ts';
import { spellLiteral, spellLiteralLike, type LiteralValue } from '../../edits/code/spell-literal.ts';
import { programName } from '../../tree/program-name.ts';
import type { CodePlace, Slot } from '../../tree/slot.ts';
import { addressesInUse } from './complete-in-use.ts';
import { knownKeysAt, proposeFields, proposeKnownKeys } from './complete-keys.ts';
import { proposeStatements } from './code-skeletons.ts';
import { proposeValues, valueProposal, type ProposalList } from './complete-values.ts';
import { proposeNames } from './complete-workspace.ts';
import type { CompletionOptions } from './completion.ts';
import { nextStop, snippetText, type Spelling } from './draft.ts';
import { spellCode } from './draft-code.ts';
import type { Proposal } from './proposal.ts';

const nothing: ProposalList = { proposals: [], isIncomplete: false };

/** The proposals for the slot of a program. Empty where the language's own server has them. */
export function proposeInCode(slot: Slot, options: CompletionOptions): ProposalList {
  const { subject } = slot;
  const root = subject.area === 'code' ? typeNamed(subject.type) : undefined;
  const found = root && spotAt(root, slot.path, options.minor);
  if (subject.area !== 'code' || !found) return nothing;
  if (subject.code.holds === 'statement')
    return {
      proposals: proposeStatements(slot, options.document(), options.unserved()),
      isIncomplete: slot.prefix === '',
    };
  const spot = { ...found, type: typeIn(found.type, options.minor) };
  const proposals = slot.kind === 'key' ? keysIn(slot, spot, subject.code, subject.type, options) : undefined;
  return proposals ? { proposals, isIncomplete: false } : valuesAt(slot, spot, subject, options);
}

function keysIn(
  slot: Slot,
  { type }: Spot,
  code: CodePlace,
  resource: string,
  { minor }: CompletionOptions,
): readonly Proposal[] {
  if (type.kind === 'map') {
    return proposeKnownKeys(slot.path, slot, 'pulumi', resource).map((each) => {
      const { label: key, draft } = each;
      return { ...each, spell: (spelling) => spellCode({ key, draft }, slot, code, spelling) };
    });
  }
  if (type.kind !== 'object' || code.holds === 'map') return [];
  return proposeFields(type, slot, minor, 'pulumi').map((each) => {
    const name = code.isSnake ? programName(each.label, 'python') : each.label;
    const { draft } = each;
    return { ...each, label: name, spell: (spelling) => spellCode({ key: name, draft }, slot, code, spelling) };
  });
}

function valuesAt(
  slot: Slot,
  spot: Spot,
  { type: resource, code }: Extract<Slot['subject'], { area: 'code' }>,
  options: CompletionOptions,
): ProposalList {
  const { type } = spot;
  // Every language's own server offers its booleans; none offers the call around them.
  if (type.kind === 'boolean' && (code.wrapper === '' || code.literal !== undefined)) return nothing;
  const names = proposeNames(slot, resource, options.around);
  const isSample = names.proposals.length > 0 && knownKeysAt(slot.path.slice(0, -1)).length > 0;
  const values = isSample ? nothing : proposeValues(spot, slot, options.services, keyKindOf(resource));
  const used = isAddress(spot, slot) ? addressesInUse(options.around()) : [];
  const addresses = used.map(({ name, detail }) => ({
    ...valueProposal({ value: name, doc: '' }, slot, true),
    detail,
  }));
  const proposals = [...names.proposals, ...addresses, ...values.proposals].flatMap((each): Proposal[] => {
    const value = valueOf(each.label, type.kind);
    return value === undefined || literalOf(value, code) === undefined
      ? []
      : [{ ...each, ...labelled(each, value, code), spell: (spelling) => spellValue(value, code, spelling) }];
  });
  return { proposals, isIncomplete: names.isIncomplete || values.isIncomplete };
}

/** A text without quotes would be the name of something else. */
function labelled({ label, filter = label }: Proposal, value: LiteralValue, code: CodePlace): Partial<Proposal> {
  const isNew = code.literal === undefined && label !== ownProtocol;
  return isNew ? { label: wrapped(literalOf(value, code) ?? '', value, code), filter } : {};
}

function isAddress({ type, field }: Spot, { path }: Slot): boolean {
  if (type.kind !== 'string') return false;
  return (type.format === 'ip' && field !== undefined) || (path[0] === 'endpoints' && path[2] === 'addresses');
}

/** A custom protocol is a form to fill in. */
const ownProtocol = '<domain>/<name>';
const sampleProtocol = 'example.com/protocol';

function valueOf(label: string, kind: Spot['type']['kind']): LiteralValue | undefined {
  if (label === ownProtocol) return sampleProtocol;
  if (kind === 'boolean') return label === 'true';
  const isNumber = /^\d+$/.test(label);
  if (kind === 'integer') return isNumber ? BigInt(label) : undefined;
  return kind === 'integer or string' && isNumber ? BigInt(label) : label;
}

/** In the quotes that are written, or new ones. */
function literalOf(value: LiteralValue, { language, literal, quote }: CodePlace): string | undefined {
  if (literal !== undefined) return typeof value === 'string' ? spellLiteralLike(literal, value, language) : undefined;
  if (typeof value !== 'string' || quote === '"') return spellLiteral(value, language);
  return spellLiteralLike("''", value, language);
}

function spellValue(value: LiteralValue, code: CodePlace, spelling: Spelling): string {
  const literal = wrapped(literalOf(value, code) ?? '', value, code);
  if (value !== sampleProtocol || !spelling.isSnippet) return snippetText(literal, spelling);
  const form = `\${${nextStop(spelling)}:example.com}/\${${nextStop(spelling)}:protocol}`;
  return snippetText(literal, spelling).replace(sampleProtocol, () => form);
}

/** `pulumi.String("…")`. */
function wrapped(literal: string, value: LiteralValue, { wrapper }: CodePlace): string {
  if (wrapper === '') return literal;
  const type = typeof value === 'string' ? 'String' : typeof value === 'boolean' ? 'Bool' : 'Int';
  return `${wrapper}.${type}(${literal})`;
}
