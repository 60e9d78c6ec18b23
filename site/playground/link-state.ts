/** Writes what the playground shows into the fragment of its address, and reads it from there. A fragment is never sent. */
import { versions } from './versions.ts';

export interface SharedFile {
  /** A path, such as `base/service.yaml`. */
  readonly name: string;
  readonly text: string;
}

export type Tab = 'traffic' | 'explain' | 'apply' | 'slices' | 'convert';

export const tabs: readonly Tab[] = ['traffic', 'explain', 'apply', 'slices', 'convert'];

export interface SharedState {
  readonly files: readonly SharedFile[];
  /** The name of the file in the editor. */
  readonly active: string;
  /** `1.36`; empty for that of a settings file, or else the newest. */
  readonly version: string;
  readonly tab: Tab;
  /** `zone a`, `node w1`; empty for any place. */
  readonly from: string;
  /** An offset in UTF-16 units. */
  readonly cursor: number;
}

export type Wanted =
  | { readonly kind: 'state'; readonly state: SharedState }
  | { readonly kind: 'rule' | 'example'; readonly name: string }
  | { readonly kind: 'broken' }
  | { readonly kind: 'nothing' };

/** What a fragment asks for, such as `#rule=loopback-ip`. */
export async function readFragment(fragment: string): Promise<Wanted> {
  const [, key = '', value = ''] = /^#?(\w+)=(.+)$/.exec(fragment) ?? [];
  try {
    if (key === 'rule' || key === 'example') return { kind: key, name: decodeURIComponent(value) };
    if (key !== 's') return { kind: fragment.length > 1 ? 'broken' : 'nothing' };
    const state = stateIn(JSON.parse(await unpack(value)));
    return state ? { kind: 'state', state } : { kind: 'broken' };
  } catch {
    // Links are cut by mail programs and chats: no base64, no compressed text, no JSON or no name is left.
    return { kind: 'broken' };
  }
}

export async function writeFragment(state: SharedState): Promise<string> {
  return `#s=${await pack(JSON.stringify(state))}`;
}

/** Undefined for anything else than a state. */
function stateIn(value: unknown): SharedState | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { files, active, version, tab, from, cursor } = value as Record<string, unknown>;
  if (!Array.isArray(files) || files.length === 0 || !files.every(isFile)) return undefined;
  const names = files.map(({ name }) => name);
  if (new Set(names).size < names.length) return undefined;
  return {
    files,
    active: names.find((name) => name === active) ?? names[0] ?? '',
    version: versions.find((each) => each === version) ?? '',
    tab: tabs.find((each) => each === tab) ?? 'traffic',
    from: typeof from === 'string' ? from : '',
    cursor: typeof cursor === 'number' && cursor >= 0 ? Math.floor(cursor) : 0,
  };
}

function isFile(value: unknown): value is SharedFile {
  if (typeof value !== 'object' || value === null) return false;
  const { name, text } = value as Record<string, unknown>;
  return typeof name === 'string' && name !== '' && isWellFormed(name) && typeof text === 'string';
}

/** False for half of a pair of UTF-16 units, which no address can have. */
function isWellFormed(name: string): boolean {
  return !/\p{Surrogate}/u.test(name);
}

async function pack(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

async function unpack(packed: string): Promise<string> {
  const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();
}
