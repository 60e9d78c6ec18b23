/** The project engine by itself: what is read, what is checked again after a change, and what is forgotten. */
import assert from 'node:assert/strict';
import { newestMinor } from '../server/src/contract/version.ts';
import { fileFindings } from '../server/src/lint/check-file.ts';
import { Checks } from '../server/src/project/checks.ts';
import { Project } from '../server/src/project/project.ts';
import { Reading } from '../server/src/project/reading.ts';
import { sliced } from '../server/src/text/long-text.ts';
import { settingsFor } from './support/checking.ts';

const file = (path: string, text: string) => ({ uri: `file:///k8s/${path}`, path, text });
const endpoints = (name: string): string =>
  `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: ${name}\n  namespace: x\nsubsets: []\n`;
const slice = 'apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata:\n  name: a\n';
const deployment = 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: a\n';

describe('a project', () => {
  let project: Project;
  /** The paths that were checked since this was emptied. */
  let checked: string[];
  let checks: Checks<ReturnType<typeof settingsFor>, readonly string[]>;
  const { uri: a } = file('a.yaml', '');
  const { uri: b } = file('b.yaml', '');
  const { uri: kustomization } = file('kustomization.yaml', '');
  const isRepeated = (uri: string): boolean => checks.of(uri)?.includes('duplicate-resource') === true;

  beforeEach(() => {
    project = new Project();
    // Applied together, so that an object may be defined once only.
    project.setSurroundings(kustomization, 'resources: [a.yaml, b.yaml, c.yaml]\n');
    checked = [];
    const settings = settingsFor(newestMinor);
    checks = new Checks(project, {
      settingsOf: () => settings,
      resultOf({ uri, checked: found }): readonly string[] {
        checked.push(uri);
        return fileFindings(found).findings.map(({ diagnostic }) => diagnostic.rule.code);
      },
    });
  });

  it('checks a file again where an answer about another one has changed, and no other file', () => {
    const files = [file('a.yaml', endpoints('web')), file('c.yaml', endpoints('db'))];
    for (const { file: each } of project.addAll(files)) checks.of(each.uri);
    files.forEach(({ uri }) => checks.of(uri));
    assert.ok(!isRepeated(a));
    checked = [];
    project.set(file('b.yaml', endpoints('web')));
    assert.deepEqual([...checks.outdated()], [a]);
    assert.ok(isRepeated(a) || isRepeated(b));
    files.forEach(({ uri }) => checks.of(uri));
    assert.deepEqual(checked.toSorted(), [a, b]);
    project.delete(b);
    assert.ok(!isRepeated(a));
    assert.equal(checks.of(b), undefined);
  });

  it('reads a file again that becomes a patch', () => {
    project.set(file('a.yaml', slice));
    assert.ok(checks.of(a)?.includes('missing-field'));
    project.set(file('kustomization.yaml', 'patches:\n  - path: a.yaml\n'));
    project.place();
    assert.ok(!checks.of(a)?.includes('missing-field'));
    project.delete(kustomization);
    project.place();
    assert.ok(checks.of(a)?.includes('missing-field'));
  });

  it('lets an open text replace its file until it is closed', () => {
    for (const path of ['a.yaml', 'b.yaml']) project.set(file(path, endpoints('web')));
    assert.ok(isRepeated(a) || isRepeated(b));
    project.edit({ uri: b, reading: new Reading('b.yaml', sliced(endpoints('db'))) });
    assert.ok(!isRepeated(a) && !isRepeated(b));
    assert.ok(project.close(b));
    assert.ok(isRepeated(a) || isRepeated(b));
  });

  it('forgets a text that was closed and has no file', () => {
    project.edit({ uri: a, reading: new Reading('a.yaml', sliced(slice)) });
    assert.ok(checks.of(a)?.includes('missing-field'));
    project.close(a);
    assert.deepEqual([...checks.outdated()], []);
    assert.equal(checks.of(a), undefined);
    assert.equal(project.treeOf(a), undefined);
  });

  it('reads no file that nothing refers to', () => {
    const read: string[] = [];
    const lazy = new Project({ cache: { recall: ({ path }) => void read.push(path), keep: () => undefined } });
    assert.equal([...lazy.addAll([file('d.yaml', deployment), file('a.yaml', endpoints('web'))])].length, 2);
    assert.deepEqual(read, ['a.yaml']);
  });
});
