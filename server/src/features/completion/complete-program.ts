/** Completes Pulumi programs: the block around a resource, its options, expressions and functions. */
import { CompletionItemKind } from 'vscode-languageserver-types';
import { followOutput, outputsOf } from '../../analysis/binding/output-types.ts';
import { spotAt } from '../../analysis/binding/spot.ts';
import { kindOfType, resourceType, typeNames, typeTokens } from '../../contract/contract.ts';
import { InvokeArguments, programFunctions, PulumiProgram, PulumiResource } from '../../contract/pulumi.ts';
import { newestMinor } from '../../contract/version.ts';
import type { Document } from '../../tree/document.ts';
import type { Slot } from '../../tree/slot.ts';
import { stringOf, valueOf } from '../../tree/value.ts';
import { keyProposal, proposeFields } from './complete-keys.ts';
import { valueProposal } from './complete-values.ts';
import { snippetText, type SnippetDraft } from './draft.ts';
import { typeWords } from '../hover/hover-field.ts';
import { programDeclarations, programNames } from '../navigation/program-names.ts';
import type { Proposal } from './proposal.ts';
import { proposePrograms } from './skeletons.ts';

/** Reads the document. Reading takes time, so it happens only where names of the program are needed. */
type Read = () => Document | undefined;

export function proposeInBlock(slot: Slot, read: Read, minor: number): readonly Proposal[] {
  const { path, kind } = slot;
  const taken = kind === 'key' || kind === 'item' ? undefined : resourcesFor(slot, read);
  if (taken) return proposeWhole(slot, taken);
  const spot = spotAt(PulumiResource, path, newestMinor);
  if (!spot) return [];
  if (spot.type.kind === 'object' && kind !== 'value' && kind !== 'item') {
    return proposeFields(spot.type, slot, newestMinor, 'pulumi')
      .filter(({ label }) => path.length > 0 || (label !== 'condition' && label !== 'metadata'))
      .map((proposal) =>
        path.length === 0 && proposal.label === 'properties' ? { ...proposal, ...propertiesKey(slot) } : proposal,
      );
  }
  if (kind === 'key') return [];
  if (path.length === 1 && path[0] === 'type') {
    return fittingTypes(slot, read).map((name) => ({
      ...valueProposal({ value: typeTokens[name], doc: resourceType(name)?.doc ?? '' }, slot, true),
      isDeprecated: kindOfType(name) === 'Endpoints' && minor >= 33,
    }));
  }
  if (spot.type.kind === 'boolean') {
    return ['true', 'false'].map((value) => valueProposal({ value, doc: '' }, slot, false));
  }
  return [];
}

/** The types that have all written properties; all types where none has. */
function fittingTypes({ subject }: Slot, read: Read): readonly (typeof typeNames)[number][] {
  const document = read();
  const name = subject.area === 'block' ? subject.name : '';
  const block = document && programDeclarations(document).find((each) => each.entry.name === name)?.entry.value;
  const type = block?.kind === 'mapping' ? valueOf(block, 'type') : undefined;
  // A half-typed token that ends with a colon reads as a mapping with the lines below in it.
  const holder = type?.kind === 'mapping' && valueOf(type, 'properties') ? type : block;
  const properties = holder?.kind === 'mapping' ? valueOf(holder, 'properties') : undefined;
  const written = properties?.kind === 'mapping' ? properties.entries.map((entry) => entry.name) : [];
  const fitting = typeNames.filter((each) => written.every((field) => hasField(each, field)));
  return fitting.length > 0 ? fitting : typeNames;
}

function hasField(type: string, name: string): boolean {
  return Object.hasOwn(resourceType(type)?.fields ?? {}, name);
}

function propertiesKey(slot: Slot): Pick<Proposal, 'spell'> {
  const name: SnippetDraft = { kind: 'stop', sample: '', choices: [], type: 'string' };
  const metadata: SnippetDraft = { kind: 'mapping', entries: [['name', name]] };
  return { spell: keyProposal('properties', { kind: 'mapping', entries: [['metadata', metadata]] }, slot).spell };
}

/** The resources that an option can refer to; undefined for an option that refers to none. */
function resourcesFor({ path, subject }: Slot, read: Read): readonly string[] | undefined {
  const [area, option] = path;
  if (area !== 'options' || typeof option !== 'string') return undefined;
  const isProvider = option === 'provider' || option === 'providers';
  if (!isProvider && !['dependsOn', 'parent', 'deletedWith', 'replaceWith'].includes(option)) return undefined;
  const own = subject.area === 'block' ? subject.name : undefined;
  return resourceNames(read(), isProvider).filter((name) => name !== own);
}

function resourceNames(document: Document | undefined, isProvider: boolean): readonly string[] {
  const declared = document ? programDeclarations(document) : [];
  return declared.flatMap(({ section, entry: { name, value } }) => {
    if (section !== 'resources') return [];
    const type = value.kind === 'mapping' ? (stringOf(valueOf(value, 'type')) ?? '') : '';
    const isUsable = usableName.test(name) && type.startsWith('pulumi:providers:') === isProvider;
    return isUsable ? [name] : [];
  });
}

function proposeWhole(slot: Slot, names: readonly string[]): readonly Proposal[] {
  if (slot.prefix !== '' && !'${'.startsWith(slot.prefix)) return [];
  return names.map((name) => ({
    label: `\${${name}}`,
    kind: CompletionItemKind.Reference,
    spell: (spelling) => {
      const text = snippetText(`\${${name}}`, spelling);
      const mark = slot.style === 'block' && slot.quote === '' ? '' : slot.quote || '"';
      return mark + text + mark;
    },
  }));
}

export function proposeInProgram(slot: Slot, isBlank: boolean): readonly Proposal[] {
  const { path, kind } = slot;
  if (path.length === 1 && path[0] === 'runtime' && kind !== 'key') {
    return [valueProposal({ value: 'yaml', doc: 'A program in Pulumi YAML.' }, slot, true)];
  }
  if (path.length > 0 || kind === 'value' || kind === 'item') return [];
  const fields = proposeFields(PulumiProgram, slot, newestMinor, 'pulumi');
  return isBlank ? [...proposePrograms(slot), ...fields] : fields;
}

/** Names after an open `${`; undefined where the cursor is not in an expression. */
export function proposeExpressions(slot: Slot, text: string, read: Read): readonly Proposal[] | undefined {
  const open = /\$\{([^}]*)$/.exec(slot.prefix.replaceAll('$$', '  '));
  if (!open) return undefined;
  const written = open[1] ?? '';
  const word = /[\w-]*$/.exec(written)?.[0] ?? '';
  const cursor = slot.typed.start + slot.quote.length + slot.prefix.length;
  const rest = text.slice(cursor, slot.typed.end);
  const more = /^[\w-]*/.exec(rest)?.[0] ?? '';
  const span = { start: cursor - word.length, end: cursor + more.length };
  const isClosed = /^[^${]*\}/.test(rest.slice(more.length));
  const before = written.slice(0, written.length - word.length);
  const document = read();
  const names = before.trim() === '' ? rootNames(document) : memberNames(before, document);
  return names.map(({ name, detail, doc }) => ({
    label: name,
    kind: before.trim() === '' ? CompletionItemKind.Variable : CompletionItemKind.Property,
    ...(detail === undefined ? {} : { detail }),
    ...(doc === undefined ? {} : { doc }),
    span,
    isWhole: true,
    spell: (spelling) => {
      const end = spelling.isSnippet ? '$0\\}' : '}';
      return (
        snippetText(name, spelling) +
        (isClosed ? '' : end + (slot.quote === '' || rest.includes(slot.quote) ? '' : slot.quote))
      );
    },
  }));
}

const usableName = /^[A-Za-z_][\w-]*$/;

interface Name {
  readonly name: string;
  readonly detail?: string;
  readonly doc?: string;
}

function rootNames(document: Document | undefined): readonly Name[] {
  const ours = new Map(document?.resources.map(({ name, type }) => [name, type]));
  const names = document ? programNames(document).filter(({ isDeclaration }) => isDeclaration) : [];
  // A half-typed text can declare names that no expression can use.
  const usable = names.map(({ name }) => name).filter((name) => usableName.test(name));
  return [...new Set(usable), 'pulumi'].map((name) => {
    const type = ours.get(name);
    return { name, ...(type === undefined ? {} : { detail: type }) };
  });
}

const ofPulumi: readonly Name[] = [
  { name: 'cwd', doc: 'The directory that Pulumi runs in.' },
  { name: 'organization', doc: 'The organization of the stack.' },
  { name: 'project', doc: 'The name of the project.' },
  { name: 'rootDirectory', doc: 'The directory of the project.' },
  { name: 'stack', doc: 'The name of the stack.' },
];

/** The fields that can follow `name.` or `name.field[0].`. */
function memberNames(before: string, document: Document | undefined): readonly Name[] {
  const match = /^\s*([\w-]+)((?:\.[\w-]+|\[(?:\d+|"[^"\]]*")\])*)\.$/.exec(before);
  if (!match) return [];
  const [, root = '', trail = ''] = match;
  if (root === 'pulumi') return trail === '' ? ofPulumi : [];
  const resource = document?.resources.find(({ name }) => name === root);
  if (!resource) return [];
  const path = [...trail.matchAll(/\.([\w-]+)|\[(\d+)\]|\["([^"]*)"\]/g)].map(([, name, index, quoted]) =>
    index === undefined ? (name ?? quoted ?? '') : Number(index),
  );
  const output = followOutput(resource.type, path);
  if ('wrong' in output) return [];
  return Object.entries(outputsOf(output.type, path.length === 0)).map(([name, { type, doc }]) => ({
    name,
    detail: typeWords(type),
    doc,
  }));
}

/** Functions, once the user types `fn` in place of a mapping, and the arguments of `fn::invoke`. */
export function proposeFunctions(slot: Slot): readonly Proposal[] {
  if (slot.path.at(-1) === 'fn::invoke' && (slot.kind === 'node' || slot.kind === 'key')) {
    return proposeFields(InvokeArguments, slot, newestMinor, 'pulumi');
  }
  const isPlace = slot.kind === 'node' && slot.names.size === 0;
  if (!isPlace || slot.prefix === '' || !`fn::${slot.prefix.slice(4)}`.startsWith(slot.prefix)) return [];
  return programFunctions.map(({ value, doc }) => {
    const proposal = keyProposal(`fn::${value}`, functionArguments[value] ?? anything, slot);
    return { ...proposal, kind: CompletionItemKind.Function, doc, isDeprecated: value === 'stackReference' };
  });
}

const anything: SnippetDraft = { kind: 'stop', sample: '', choices: [], type: 'any' };
const delimiter: SnippetDraft = { kind: 'stop', sample: ',', choices: [], type: 'string' };
const index: SnippetDraft = { kind: 'stop', sample: '0', choices: [], type: 'integer' };
const items: SnippetDraft = { kind: 'list', items: [anything] };

/** The functions with more than one argument. */
const functionArguments: { readonly [name: string]: SnippetDraft } = {
  invoke: {
    kind: 'mapping',
    entries: [
      ['function', anything],
      ['arguments', { kind: 'mapping', entries: [] }],
      ['return', anything],
    ],
  },
  join: { kind: 'list', items: [delimiter, items] },
  split: { kind: 'list', items: [delimiter, anything] },
  select: { kind: 'list', items: [index, items] },
};
