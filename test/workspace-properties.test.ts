/**
 * What holds for every workspace: whatever is done to its files, in the editor or beside it, the findings are those of a
 * server that starts now.
 */
import * as fc from 'fast-check';
import { mutate } from './support/mutate.ts';
import { times } from './support/runs.ts';
import { paths, texts } from './support/workspace-texts.ts';
import { editText, holdsNow, openText, sendFiles, startWorld, type World } from './support/workspace-world.ts';

/** Something that a person does; the numbers choose a path, a text, a change. */
interface Step {
  readonly what: keyof typeof actions;
  readonly file: number;
  readonly text: number;
  readonly seed: number;
}

const sequences = times(200);
const root = 'file:///project';
const folders = ['shop', 'overlay', 'chart'].map((name) => `${root}/${name}`);

const actions = {
  write(world: World, { file, text }: Step) {
    const uri = uriAt(file);
    const change = uri in world.disk ? 'changed' : 'created';
    world.disk[uri] = textAt(text, uri);
    world.client.watched({ [uri]: change });
  },
  create(world: World, { file, text }: Step) {
    const uri = uriAt(file);
    world.disk[uri] = textAt(text, uri);
    sendFiles(world, 'workspace/didCreateFiles', [{ uri }]);
  },
  disturb(world: World, { file, seed }: Step) {
    const uri = uriAt(file);
    const before = world.disk[uri];
    if (before === undefined) return;
    world.disk[uri] = mutate(before, seed);
    world.client.watched({ [uri]: 'changed' });
  },
  /** Everything is said again, some lines below. */
  shift(world: World, { file }: Step) {
    const uri = uriAt(file);
    const before = world.disk[uri];
    if (before === undefined) return;
    world.disk[uri] = `# One line.\n${before}`;
    world.client.watched({ [uri]: 'changed' });
  },
  delete(world: World, { file, seed }: Step) {
    const uri = uriAt(file);
    delete world.disk[uri];
    if (seed % 2 === 0) world.client.watched({ [uri]: 'deleted' });
    else sendFiles(world, 'workspace/didDeleteFiles', [{ uri }]);
  },
  deleteFolder(world: World, { file, seed }: Step) {
    const folder = folders[file % folders.length] ?? root;
    for (const uri of Object.keys(world.disk)) if (uri.startsWith(`${folder}/`)) delete world.disk[uri];
    if (seed % 2 === 0) world.client.watched({ [folder]: 'deleted' });
    else sendFiles(world, 'workspace/didDeleteFiles', [{ uri: folder }]);
  },
  rename(world: World, { file, text }: Step) {
    move(world, uriAt(file), uriAt(text));
  },
  renameFolder(world: World, { file, text }: Step) {
    const [from = root, to = root] = [file, text].map((i) => [...folders, `${root}/new`][i % 4]);
    move(world, from, to);
  },
  openText(world: World, { file, text, seed }: Step) {
    const uri = uriAt(file);
    if (!world.open.has(uri)) openText(world, uri, (seed % 3 > 0 ? world.disk[uri] : undefined) ?? textAt(text, uri));
  },
  replace(world: World, { file, text }: Step) {
    const uri = someOpen(world, file);
    if (uri !== undefined) editText(world, uri, textAt(text, uri));
  },
  editText(world: World, { file, seed }: Step) {
    const uri = someOpen(world, file);
    if (uri !== undefined) editText(world, uri, mutate(world.open.get(uri)?.text ?? '', seed));
  },
  save(world: World, { file }: Step) {
    const uri = someOpen(world, file);
    if (uri === undefined) return;
    world.disk[uri] = world.open.get(uri)?.text ?? '';
    world.client.watched({ [uri]: 'changed' });
  },
  close(world: World, { file }: Step) {
    const uri = someOpen(world, file);
    if (uri === undefined) return;
    world.open.delete(uri);
    world.client.close(uri);
  },
  /** A client to which findings are pushed can only wait. */
  async look({ client, doesPull }: World, { seed }: Step) {
    if (doesPull) await client.pullAll();
    else for (let i = 0; i < seed % 64; i++) await new Promise(setImmediate);
  },
  async glance(world: World, { file }: Step) {
    const uri = someOpen(world, file);
    if (uri === undefined) return;
    await world.client.ask(world.doesPull ? 'textDocument/diagnostic' : 'textDocument/codeLens', uri);
  },
} as const;

/** Whoever looks often sees every step by itself. */
const looks: readonly (keyof typeof actions)[] = ['look', 'look', 'look', 'look', 'glance'];

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(...(Object.keys(actions) as (keyof typeof actions)[]), ...looks),
  file: fc.nat(1_000),
  text: fc.nat(1_000),
  seed: fc.nat(1_000_000),
});

describe('a workspace', () => {
  for (const [name, doesPull] of [
    ['pull', true],
    ['push', false],
  ] as const) {
    it(`has the findings of a server that starts now, whatever is done to its files (${name})`, async function () {
      this.timeout(times(120_000));
      const steps = fc.array(step, { minLength: 1, maxLength: 16 });
      const start = fc.array(fc.nat(1_000), { minLength: paths.length, maxLength: paths.length });
      await fc.assert(
        fc.asyncProperty(start, steps, (chosen, each) => holds(chosen, each, doesPull)),
        // A push that never comes is awaited for 20 s, so that there is no time to shrink.
        { numRuns: sequences, endOnFailure: !doesPull },
      );
    });
  }
});

async function holds(chosen: readonly number[], steps: readonly Step[], doesPull: boolean): Promise<void> {
  const disk: Record<string, string> = {};
  for (const [i, uri] of paths.entries()) {
    const text = chosen[i] ?? 0;
    if (text % 4 > 0) disk[uri] = textAt(text, uri);
  }
  const world = await startWorld(disk, doesPull);
  for (const each of steps) await actions[each.what](world, each);
  await holdsNow(world);
}

function uriAt(index: number): string {
  return paths[index % paths.length] ?? '';
}

/** Half of the time a text that belongs there. */
function textAt(index: number, uri: string): string {
  const fitting = texts.filter(({ path }) => uri.endsWith(path));
  const among = index % 2 === 0 && fitting.length > 0 ? fitting : texts;
  return among[Math.floor(index / 2) % among.length]?.text ?? '';
}

function someOpen({ open: texts }: World, index: number): string | undefined {
  return [...texts.keys()][index % Math.max(texts.size, 1)];
}

/** A file or a folder; what is open moves with it, as in an editor. */
function move(world: World, from: string, to: string): void {
  if (from === to || to.startsWith(`${from}/`)) return;
  const isMoved = (uri: string): boolean => uri === from || uri.startsWith(`${from}/`);
  if (!Object.keys(world.disk).some(isMoved)) return;
  for (const uri of Object.keys(world.disk).filter(isMoved)) {
    const text = world.disk[uri] ?? '';
    delete world.disk[uri];
    world.disk[to + uri.slice(from.length)] = text;
  }
  for (const [uri, { text }] of [...world.open].filter(([each]) => isMoved(each))) {
    const moved = to + uri.slice(from.length);
    world.open.delete(uri);
    world.client.close(uri);
    if (world.open.has(moved)) editText(world, moved, text);
    else openText(world, moved, text);
  }
  sendFiles(world, 'workspace/didRenameFiles', [{ oldUri: from, newUri: to }]);
}
