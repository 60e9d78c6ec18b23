/** Finds the checked resources in a Pulumi YAML program, and misspelled type tokens of their types. */
import { apiVersions, isPatchType, kindOfType, meantKind, typeTokens } from '../../contract/contract.ts';
import type { Misnamed, Resource } from '../../tree/document.ts';
import { blocks, keyOf } from '../../tree/program.ts';
import { emptyMapping, entryOf, isNull, stringOf, type Entry, type Mapping, type Value } from '../../tree/value.ts';
import type { FoundResources } from './manifest.ts';

export const tokenStart = '(kubernetes|provider|k8s)[:./]';

/** True if the text must be a program: it has `resources` (also in components) with a Kubernetes type. */
export function isProgram(root: Value | undefined): boolean {
  if (root?.kind !== 'mapping' || entryOf(root, 'kind')) return false;
  return blocks(root).some(({ value }) => {
    const type = value.kind === 'mapping' ? (stringOf(keyOf(value, 'type')?.value) ?? '') : '';
    return readToken(type) !== undefined || /^(?:kubernetes|provider):[a-z0-9.]+\/v\w+:/.test(type);
  });
}

/** True for a file name that Pulumi reads as a program. */
export function isNamedProgram(path: string): boolean {
  return /(?:^|[\\/])(?:Pulumi|Main|PulumiPlugin)\.(?:ya?ml|json)$/.test(path);
}

const anyToken = new RegExp(`\\b${tokenStart}\\S*endpoints?`, 'i');

export function namesOurType(text: string): boolean {
  return anyToken.test(text);
}

/** The type that a token names in any spelling; undefined for other types. */
export function ourType(token: string): string | undefined {
  return readToken(token)?.type;
}

export function findInProgram(root: Value | undefined): FoundResources {
  const resources: Resource[] = [];
  const misnamed: Misnamed[] = [];
  if (root?.kind !== 'mapping') return { resources, misnamed };
  for (const entry of blocks(root)) {
    const block = entry.value;
    if (block.kind !== 'mapping') continue;
    const typeEntry = keyOf(block, 'type');
    const token = stringOf(typeEntry?.value);
    const read = readToken(token ?? '');
    if (!read || !typeEntry) continue;
    if (read.problem) {
      const span = typeEntry.value.span;
      misnamed.push({
        what: read.problem,
        entry: typeEntry,
        span,
        written: token ?? '',
        right: read.right,
        mapping: block,
      });
    }
    if (read.problem === 'list') continue;
    const { type } = read;
    const head = { type, apiVersion: apiVersions[kindOfType(type)], isPartial: isPatchType(type) };
    resources.push(programResource(entry, block, typeEntry.value, head));
  }
  return { resources, misnamed };
}

interface Token {
  readonly type: string;
  readonly problem: 'token' | 'token-case' | 'list' | undefined;
  readonly right: string | undefined;
}

const words = '(?:core|discovery(?:\\.k8s\\.io)?|v1|endpoints(?:patch)?|endpointslices?(?:patch)?)';
const token = new RegExp(`^${tokenStart}+(?:${words}[:./]+)*(Endpoint(?:s?|slices?))(Patch|List|ListPatch)?$`, 'i');
const earlierToken = /^(?:kubernetes|provider):discovery\.k8s\.io\/v1beta1:/i;

/** Undefined for a type that is not checked. The neutral package name `provider` is accepted as it is. */
function readToken(text: string): Token | undefined {
  const match = earlierToken.test(text) ? null : token.exec(text);
  if (!match) return undefined;
  const suffix = match[3]?.toLowerCase() === 'patch' ? 'Patch' : '';
  const type = `${meantKind(match[2] ?? '')}${suffix}` as const;
  const right =
    match[1]?.toLowerCase() === 'provider' ? typeTokens[type].replace('kubernetes', 'provider') : typeTokens[type];
  if (/^list/i.test(match[3] ?? '')) return { type, problem: 'list', right: undefined };
  if (text === right) return { type, problem: undefined, right };
  return { type, problem: text.toLowerCase() === right.toLowerCase() ? 'token-case' : 'token', right };
}

export function programResource(
  entry: Entry,
  block: Mapping,
  written: Value,
  { type, apiVersion, isPartial }: Pick<Resource, 'type' | 'apiVersion' | 'isPartial'>,
): Resource {
  const value = keyOf(block, 'properties')?.value;
  // For an expression, or a mistake that another rule reports, the properties are unknown.
  const isUnknown = value !== undefined && !isNull(value);
  const properties = value?.kind === 'mapping' ? value : { ...emptyMapping(entry.key, false), isOpen: isUnknown };
  return {
    type,
    apiVersion,
    form: 'pulumi',
    name: entry.name,
    properties,
    span: { start: entry.key.start, end: block.span.end },
    head: written.span,
    isPartial,
    envelope: block,
  };
}
