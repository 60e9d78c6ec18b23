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
/** As kubectl prints them. */
const sliceOf = (name: string, n: number): string =>
  `addressType: IPv4\napiVersion: discovery.k8s.io/v1\nendpoints:\n- addresses:\n  - 10.0.0.${n}\n  conditions:\n    ready: true\n  nodeName: node-1\nkind: EndpointSlice\nmetadata:\n  labels:\n    kubernetes.io/service-name: ${name}\n  name: ${name}-1\n  namespace: x\nports:\n- name: http\n  port: 80\n  protocol: TCP\n`;
const pair = (name: string, n: number, address = n): string =>
  `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\n  namespace: x\nspec:\n  clusterIP: 10.96.0.${n}\n  ipFamilies: [IPv4]\n  ipFamilyPolicy: SingleStack\n  ports:\n  - name: http\n    port: 80\n    protocol: TCP\n---\n${sliceOf(name, address)}`;
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

  it('checks no other pair again after an edit to an address, a new slice, and a new pair', () => {
    const names = ['web', 'db', 'queue'];
    for (const [i, name] of names.entries()) project.set(file(`${name}.yaml`, pair(name, i)));
    const outdatedBy = (path: string, text: string): readonly string[] => {
      for (const name of names) checks.of(file(`${name}.yaml`, '').uri);
      project.set(file(path, text));
      return [...checks.outdated()].filter((uri) => uri !== file(path, '').uri);
    };
    assert.deepEqual(outdatedBy('db.yaml', pair('db', 1, 11)), []);
    assert.deepEqual(outdatedBy('new.yaml', pair('new', 12)), []);
    assert.deepEqual(outdatedBy('stray.yaml', sliceOf('stray', 13)), []);
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
    const lazy = new Project({ recall: ({ path }) => void read.push(path) });
    assert.equal([...lazy.addAll([file('d.yaml', deployment), file('a.yaml', endpoints('web'))])].length, 2);
    assert.deepEqual(read, ['a.yaml']);
  });
});
