/** What holds for every project with kustomizations: after any edits, the findings are those of a project that starts now. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { newestMinor } from '../server/src/contract/version.ts';
import { kustomizeEngine } from '../server/src/kustomize/engine.ts';
import { fileFindings } from '../server/src/lint/check-file.ts';
import { Checks } from '../server/src/project/checks.ts';
import { Project } from '../server/src/project/project.ts';
import { Reading } from '../server/src/project/reading.ts';
import { locator } from '../server/src/reports/locate.ts';
import { sliced } from '../server/src/text/long-text.ts';
import { settingsFor } from './support/checking.ts';
import { randomTree } from './support/kustomize-arbitraries.ts';
import type { TextFiles } from './support/kustomize-files.ts';
import { callsIn } from './support/work.ts';
import { endpoints, service } from './support/workspace-texts.ts';
import { mutate } from './support/mutate.ts';
import { times } from './support/runs.ts';

const uriOf = (path: string): string => `file:///work/${path}`;
const settings = settingsFor(newestMinor);

/** A project with the ways in which an editor and the command line change it. */
class World {
  readonly project = new Project({
    beyond: { read: () => undefined, kindOf: () => 'missing' },
    nameOfFolder: (folder) => folder.slice(uriOf('').length),
  });
  readonly #checks = new Checks(this.project, {
    settingsOf: () => settings,
    resultOf: ({ uri, checked }): readonly string[] =>
      fileFindings(checked).findings.map(({ diagnostic, severity, span, start }) => {
        const locate = locator(uri, {
          treeOf: (each) => this.project.treeOf(each),
          nameOf: (each) => each,
          builds: this.project.builds,
        });
        const related = diagnostic.related.map((each) => locate(each, checked.file, start));
        const { message, fix, rule } = diagnostic;
        return JSON.stringify([rule.code, severity, span, message, related, fix?.title]);
      }),
  });

  constructor(files: TextFiles) {
    const all = Object.entries(files).map(([path, text]) => ({ uri: uriOf(path), path, text }));
    this.project.builds.setEngine(kustomizeEngine);
    for (const { uri, text } of all) this.project.setSurroundings(uri, text);
    this.project.place();
    for (const { file } of this.project.addAll(all)) assert.ok(file);
  }

  set(path: string, text: string): void {
    this.project.set({ uri: uriOf(path), path, text });
    this.project.place();
  }

  delete(path: string): void {
    this.project.delete(uriOf(path));
    this.project.place();
  }

  /** As in an editor, which keeps the file on the disk. */
  edit(path: string, text: string): void {
    const uri = uriOf(path);
    this.project.setSurroundings(uri, text);
    this.project.edit({ uri, reading: new Reading(path, sliced(text)) });
    this.project.place();
  }

  close(path: string, text: string | undefined): void {
    this.project.setSurroundings(uriOf(path), text);
    this.project.close(uriOf(path));
    this.project.place();
  }

  findings(paths: Iterable<string>): TextFiles {
    const found = [...paths].map((path) => [path, (this.#checks.of(uriOf(path)) ?? []).join('\n')] as const);
    return Object.fromEntries(found.filter(([, text]) => text !== ''));
  }
}

const edit = fc.record({
  what: fc.constantFrom('other', 'other', 'mutate', 'delete', 'restore', 'open', 'type', 'close'),
  file: fc.nat(100),
  seed: fc.nat(100_000),
  isSeen: fc.boolean(),
});

describe('a project with kustomizations', () => {
  it('has the findings of a project that starts now, whatever is done to its files', () => {
    const seen = new Set<string>();
    let delivered = 0;
    fc.assert(
      fc.property(randomTree, randomTree, fc.array(edit, { minLength: 1, maxLength: 10 }), (tree, next, edits) => {
        const disk: Record<string, string> = { ...tree.files };
        const open = new Map<string, string>();
        const world = new World(disk);
        const paths = [...new Set([...Object.keys(tree.files), ...Object.keys(next.files)])];
        world.findings(paths);
        for (const [i, { what, file, seed, isSeen }] of edits.entries()) {
          const path = paths[file % paths.length] ?? '';
          const [current, other] = [open.get(path) ?? disk[path], next.files[path] ?? ''];
          const text = what === 'other' ? other : what === 'restore' ? (tree.files[path] ?? '') : mutate(current ?? '', seed); // prettier-ignore
          if (what === 'close') {
            if (open.delete(path)) world.close(path, disk[path]);
          } else if (what === 'open' || (what === 'type' && open.size > 0)) {
            const at = what === 'open' ? path : ([...open.keys()][file % open.size] ?? path);
            open.set(at, what === 'open' ? (current ?? other) : mutate(open.get(at) ?? '', seed));
            world.edit(at, open.get(at) ?? '');
          } else if (!open.has(path)) {
            if (what === 'delete') {
              delete disk[path];
              world.delete(path);
            } else {
              disk[path] = text;
              world.set(path, text);
            }
          }
          if (!isSeen && i < edits.length - 1) continue;
          const now = world.findings(paths);
          for (const line of Object.values(now).join('\n').split('\n')) seen.add(line.slice(0, line.indexOf(',')));
          if (now['apps/deliveries.yaml'] !== undefined) delivered++;
          assert.deepEqual(now, new World({ ...disk, ...Object.fromEntries(open) }).findings(paths));
        }
      }),
      { numRuns: times(200) },
    );
    assert.ok(seen.size > 8, [...seen].join(' '));
    assert.ok(delivered > times(5), `Only ${delivered} times a finding in what Flux or Argo CD adds.`);
  });

  const overlay = (base: string): string => `resources: [../${base}]\nnamePrefix: x-\npatches: [{path: p.yaml}]\n`;
  const treeOf = (count: number): TextFiles => {
    const files: Record<string, string> = {};
    for (const base of ['a', 'b']) {
      files[`${base}/kustomization.yaml`] = 'resources: [db.yaml]\n';
      files[`${base}/db.yaml`] = `${service('db', 'pg')}---\n${endpoints('db', 'pg')}`;
    }
    for (let i = 0; i < count; i++) {
      files[`o${i}/kustomization.yaml`] = overlay(i < 3 ? 'a' : 'b');
      files[`o${i}/p.yaml`] = endpoints('db', 'pg');
    }
    return files;
  };
  const edited = `${service('db', 'sql')}---\n${endpoints('db', 'pg')}`;

  it('builds only what an edit reaches', () => {
    const world = new World(treeOf(8));
    world.findings(['o0/p.yaml', 'o7/p.yaml']);
    const before = world.project.builds.roots;
    world.edit('a/db.yaml', edited);
    assert.match(world.findings(['o0/p.yaml'])['o0/p.yaml'] ?? '', /unmatched-port/);
    const after = world.project.builds.roots;
    assert.deepEqual(
      [...after].flatMap(([uri, root]) => (before.get(uri) === root ? [] : root.name)),
      ['o0', 'o1', 'o2'],
    );
  });

  it('takes hardly more work for an edit where there are more roots', () => {
    const callsWith = (count: number): number => {
      const tree = treeOf(count);
      const world = new World(tree);
      world.findings(Object.keys(tree));
      return callsIn(() => {
        world.edit('a/db.yaml', edited);
        world.findings(['o0/p.yaml', 'a/db.yaml']);
      });
    };
    callsWith(8);
    const [few, many] = [callsWith(8), callsWith(128)];
    assert.ok(many < 2 * few, `${few} and ${many} calls`);
  });
});
