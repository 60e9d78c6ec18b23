/** What holds for every action that is offered on any text: fixes fix, ignores silence one thing, refactorings change no meaning. */
import { locatedIn } from '../server/src/features/lsp.ts';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bindDocument } from '../server/src/analysis/binding/bind-document.ts';
import { fileFacts } from '../server/src/analysis/facts/file-facts.ts';
import { expand } from '../server/src/analysis/binding/expand.ts';
import { offersAt, type ActionOffer } from '../server/src/features/actions/code-actions.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { yamlComments } from '../server/src/edits/yaml/yaml-comments.ts';
import { editsOf, type EditScope } from '../server/src/features/actions/action-edits.ts';
import { checkFile, type LocatedFinding } from '../server/src/lint/check-file.ts';
import { applyEdits } from '../server/src/edits/apply-edits.ts';
import type { SourceFile } from '../server/src/tree/document.ts';
import { settingsFor } from './support/checking.ts';
import { filesOf } from './support/gesture-page.ts';
import { mutate } from './support/mutate.ts';
import { loadGrammarsOf } from './support/programs.ts';
import { root } from './support/root.ts';
import { times } from './support/runs.ts';

const settings = settingsFor(36);
const texts = [...examples(), ...fixtures()];
const mutations = times(4_000);
const places = 4;

describe('every action', () => {
  before(() => loadGrammarsOf('a.ts', 'a.py', 'a.go', 'a.cs', 'a.java'));

  it(`keeps its promise on ${mutations} mutated texts`, function () {
    this.timeout(600_000);
    const counts = new Map<string, number>();
    for (let seed = 0; seed < mutations; seed++) {
      const { path, text: whole } = texts[seed % texts.length] ?? { path: '', text: '' };
      const plain = seed < texts.length * 2 ? whole : mutate(whole, seed);
      const text = seed % 7 === 0 ? plain.replace(/\r?\n/g, '\r\n') : plain;
      const scope = scopeOf(path, text);
      for (let place = 0; place < places; place++) {
        const offset = Math.floor((text.length * ((seed * 7 + place * 13) % 97)) / 97);
        for (const offer of offersIn(scope, offset)) {
          // Editors show titles as plain text. A value in quotes can contain anything.
          assert.doesNotMatch(offer.title.replace(/"[^"]*"/g, ''), /`/);
          const edits = editsOf(offer.task, scope);
          if (!edits) continue;
          counts.set(offer.task.does, (counts.get(offer.task.does) ?? 0) + 1);
          inContext(`${path}, seed ${seed}, ${offer.title}`, text, applyEdits(text, edits), () =>
            holds(offer, scope, { edits, offset }),
          );
        }
      }
    }
    for (const task of ['fix', 'fix-all', 'fix-all-safe', 'ignore', 'ignore-in-file', 'refactor', 'partner']) {
      assert.ok((counts.get(task) ?? 0) > times(10), `${task}: ${counts.get(task)}`);
    }
  });

  it('can ignore nearly every finding', () => {
    let ignored = 0;
    const left: string[] = [];
    for (const { path, text } of texts) {
      const scope = scopeOf(path, text);
      for (const finding of checkFile(scope.view.file, settings)) {
        if (finding.diagnostic.rule.on === 'ignore') continue;
        if (editsOf({ does: 'ignore', finding }, scope)) ignored++;
        else left.push(`${path}: ${finding.diagnostic.rule.code}`);
      }
    }
    assert.ok(left.length < ignored / 20, left.join('\n'));
  });
});

function holds(
  { task }: ActionOffer,
  scope: EditScope,
  { edits, offset }: { edits: readonly { span: { start: number; end: number }; text: string }[]; offset: number },
): void {
  const before = scope.view.file;
  const after = readFile(scope.path, applyEdits(before.text, edits), { isPartial: false });
  const found = { before: checkFile(before, settings), after: checkFile(after, settings) };
  if (task.does === 'refactor') {
    assert.ok(errorsIn(found.after) <= errorsIn(found.before), 'no new error');
    // What is taken out as a whole takes its own comments along.
    const isRemoval = task.refactoring.edits.every(({ kind }) => kind === 'remove-entry');
    if (!isRemoval) assert.deepEqual(commentsIn(after), commentsIn(before), 'no comment is lost');
    const isSame = task.refactoring.kind === 'refactor.rewrite';
    assert.deepEqual(endpointsIn(after, isSame), endpointsIn(before, isSame), 'the same endpoints');
    const { start, end } = task.resource.resource.span;
    const from = before.text.lastIndexOf('\n', task.resource.start + start) + 1;
    const below = /^[^\n]*\n?(?:[ \t]*#[^\n]*\n?)*/.exec(before.text.slice(task.resource.start + end - 1));
    const to = task.resource.start + end - 1 + (below?.[0].length ?? 0);
    for (const { span, text } of edits) {
      const isImport = before.parts[0]?.document.syntax === 'code' && /^\s*(?:import|using|from) .*\s*$/.test(text);
      assert.ok(isImport || (span.start >= from && span.end <= to), 'within the resource');
    }
    if (!/(?<!\r)\n/.test(before.text) && before.text.includes('\r\n'))
      assert.ok(!/(?<!\r)\n/.test(after.text), 'line ends');
  } else if (task.does === 'partner') {
    // A subset lacks its ports before it has a Service, too.
    const errors = errorsIn(found.after.filter(({ diagnostic }) => diagnostic.rule.code !== 'missing-ports'));
    assert.ok(errors <= errorsIn(found.before), 'no new error');
    assert.deepEqual(commentsIn(after), commentsIn(before), 'no comment is lost');
    const again = offersIn(scopeOf(scope.path, after.text), offset).map(({ title }) => title);
    assert.ok(!again.includes(task.partner.title), 'it is missing no longer');
  } else if (task.does === 'fix') {
    assert.ok(isFixed(task.finding, same(found.before, task.finding), scope), 'the finding is gone');
  } else if (task.does === 'ignore' || task.does === 'ignore-in-file') {
    const { code } = task.finding.diagnostic.rule;
    assert.ok(count(found.after, task.finding) < count(found.before, task.finding), 'the finding is gone');
    assert.deepEqual(others(found.after, code), others(found.before, code), 'nothing else changes');
  } else {
    const isLess = found.before.some((each) => same(found.after, each) < same(found.before, each));
    assert.ok(isLess, 'something is fixed');
  }
}

function offersIn({ view }: EditScope, offset: number): readonly ActionOffer[] {
  const files = filesOf([view]);
  return offersAt(view, files, checkFile(view.file, settings), {
    span: { start: offset, end: offset },
    canShowApply: false,
    canConvertAll: false,
    canExplain: true,
  });
}

/** Of three equal addresses, the second one must be removed twice. */
function isFixed(finding: LocatedFinding, before: number, scope: EditScope): boolean {
  let current: LocatedFinding | undefined = finding;
  let now = scope;
  for (let round = 0; round < 3 && current; round++) {
    now = scopeOf(scope.path, applyEdits(now.view.file.text, editsOf({ does: 'fix', finding: current }, now) ?? []));
    const left = checkFile(now.view.file, settings);
    if (same(left, finding) < before) return true;
    current = left.find((each) => keyOf(each) === keyOf(finding));
  }
  return false;
}

function others(findings: readonly LocatedFinding[], code: string): string[] {
  return findings
    .map(keyOf)
    .filter((key) => !key.startsWith(`${code} `))
    .sort();
}

function count(findings: readonly LocatedFinding[], { diagnostic }: LocatedFinding): number {
  return findings.filter((each) => each.diagnostic.rule.code === diagnostic.rule.code).length;
}

function same(findings: readonly LocatedFinding[], finding: LocatedFinding): number {
  return findings.filter((each) => keyOf(each) === keyOf(finding)).length;
}

function keyOf({ diagnostic }: LocatedFinding): string {
  return `${diagnostic.rule.code} ${diagnostic.message}`;
}

function errorsIn(findings: readonly LocatedFinding[]): number {
  return findings.filter(({ severity }) => severity === 'error').length;
}

function commentsIn({ parts }: SourceFile): string[] {
  const texts = parts.flatMap(({ document }) =>
    yamlComments(document).map(({ start, end }) => document.text.slice(start, end).trimEnd()),
  );
  return texts.sort();
}

function endpointsIn(file: SourceFile, withReadiness: boolean): string[][] {
  return file.parts
    .flatMap(({ document }) => bindDocument(document, 36).map(({ binding }) => expand(binding, document)))
    .map(({ endpoints }) => [
      ...new Set(
        endpoints
          .map((each) => [
            each.ip,
            each.hostname,
            each.nodeName,
            each.uid,
            ...portOf(each.port),
            withReadiness && each.isReady,
          ])
          .map((each) => each.join(' '))
          .sort(),
      ),
    ]);
}

function portOf(
  port: { name: string; number: bigint | string | undefined; protocol: string; appProtocol: string } | undefined,
): string[] {
  return port ? [port.name, String(port.number), port.protocol, port.appProtocol] : [];
}

function scopeOf(path: string, text: string): EditScope {
  const file = readFile(path, text, { isPartial: false });
  const located = locatedIn(text, 'utf-16');
  const view = { uri: `file:///${path}`, located, file, minor: 36 };
  const { workspace } = filesOf([view]);
  const around: EditScope['around'] = (after) => workspace.around(view.uri, fileFacts(after));
  return { path, view, isPartial: false, settings, around };
}

function examples(): { path: string; text: string }[] {
  return readdirSync(join(root, 'examples'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => ({ path: entry.name, text: readFileSync(join(entry.parentPath, entry.name), 'utf8') }));
}

/** The open texts of the pages of this gesture. */
function fixtures(): { path: string; text: string }[] {
  const folder = join(root, 'test/fixtures/features');
  const pages = readdirSync(folder).filter((name) => name.startsWith('actions') || name === 'endpoint-slice.md');
  return pages.flatMap((page) =>
    [...readFileSync(join(folder, page), 'utf8').matchAll(/^```(yaml|json)([^\n]*)\n([\s\S]*?)^```$/gm)].map(
      (match) => ({
        path: /title="([^"]+)"/.exec(match[2] ?? '')?.[1] ?? `a.${match[1]}`,
        text: (match[3] ?? '').replaceAll('$0', ''),
      }),
    ),
  );
}

function inContext(where: string, before: string, after: string, run: () => void): void {
  try {
    run();
  } catch (error) {
    throw new Error(`${where}: ${String(error)}\n${before}\n=== became\n${after}`, { cause: error });
  }
}
