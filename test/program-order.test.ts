/** In which order a program makes its objects. */
import assert from 'node:assert/strict';
import { appliedIn, provider } from './support/apply-facts.ts';

describe('the order of a program', () => {
  /** A patch with an expression in a label, and one with options. */
  const naming = (name: string, used: string): string =>
    `  ${name}: {type: "kubernetes:core/v1:EndpointsPatch", properties: {metadata: {name: web, labels: {a: "${used}"}}}}\n`;
  const opting = (name: string, options: string): string =>
    `  ${name}: {type: "kubernetes:core/v1:EndpointsPatch", properties: {metadata: {name: web}}, options: {${options}}}\n`;
  const configMap = (name: string, used: string): string =>
    `  ${name}: {type: "kubernetes:core/v1:ConfigMap", properties: {data: {a: "${used}"}}}\n`;
  const cases: readonly (readonly [what: string, text: string, order: Readonly<Record<string, readonly number[]>>])[] =
    [
      ['free, where nothing is said', naming('a', 'x') + naming('b', 'y'), { a: [], b: [] }],
      ['by a property', naming('a', '${b.metadata.name}') + naming('b', 'y'), { a: [1], b: [] }],
      ['by a part of a text', naming('a', 'x') + naming('b', 'is-${a.id}-too'), { a: [], b: [0] }],
      [
        'by a list of dependsOn',
        opting('a', 'dependsOn: ["${b}", "${c}"]') + opting('b', '') + opting('c', ''),
        { a: [1, 2], b: [], c: [] },
      ],
      ['by one expression in it', opting('a', '') + opting('b', 'dependsOn: "${a}"'), { a: [], b: [0] }],
      ['by a part of one', opting('a', '') + opting('b', 'DependsOn: ["${a.foo}"]'), { a: [], b: [0] }],
      [
        'by a parent, which leaves siblings free',
        opting('a', '') + opting('b', 'parent: "${a}"') + opting('c', 'parent: "${a}"'),
        { a: [], b: [0], c: [0] },
      ],
      [
        'through others',
        opting('a', '') + opting('b', 'dependsOn: ["${a}"]') + opting('c', 'dependsOn: ["${b}"]'),
        { a: [], b: [0], c: [0, 1] },
      ],
      ['through a ConfigMap', opting('a', '') + configMap('m', '${a.id}') + naming('b', '${m.id}'), { a: [], b: [0] }],
      [
        'through a variable',
        `${naming('a', '${v}')}${opting('b', '')}variables:\n  v: {"fn::join": ["", ["\${b.id}"]]}\n`,
        { a: [1], b: [] },
      ],
      [
        'through two',
        `${naming('a', '${v}')}${opting('b', '')}variables: {v: "\${w}", w: "\${b.id}"}\n`,
        { a: [1], b: [] },
      ],
      [
        'through a provider',
        `${opting('a', '')}${provider('{kubeconfig: "${a.id}"}')}${opting('b', 'provider: "${k8s}"')}`,
        { a: [], b: [0] },
      ],
      ['but not by what is written as text', naming('a', 'x') + naming('b', '$${a.id}'), { a: [], b: [] }],
      [
        'but not by names that are none of a resource',
        naming('a', '${pulumi.stack}') + naming('b', '${conf}'),
        { a: [], b: [] },
      ],
      [
        'of a circle, none',
        opting('a', 'dependsOn: ["${b}"]') + opting('b', 'dependsOn: ["${a}"]') + opting('c', 'dependsOn: ["${b}"]'),
        { a: [], b: [], c: [0, 1] },
      ],
      ['of oneself, none', opting('a', 'dependsOn: ["${a}"]'), { a: [] }],
    ];
  for (const [what, text, order] of cases) {
    it(what, () => {
      const found = appliedIn(`resources:\n${text}`).flatMap((each) => (each ? [[each.logicalName, each.after]] : []));
      assert.deepEqual(Object.fromEntries(found), order);
    });
  }

  it('within a component, whose names are its own', () => {
    const inner = (text: string): string => text.replaceAll(/^/gm, '    ').trimEnd();
    const text = `resources:\n${naming('a', '${b.id}')}${naming('b', 'x')}components:\n  C:\n    resources:\n${inner(naming('a', 'x'))}\n${inner(naming('b', '${a.id}'))}\n`;
    assert.deepEqual(
      appliedIn(text).map((each) => [each?.component, each?.logicalName, each?.after]),
      [
        ['', 'a', [1]],
        ['', 'b', []],
        ['C', 'a', []],
        ['C', 'b', [2]],
      ],
    );
  });

  it('counts the objects of the file, and none of a manifest is before another', () => {
    const manifest = 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: a}\n';
    const program = `resources:\n${naming('a', '${b.id}')}${naming('b', 'x')}`;
    const after = (text: string): unknown => appliedIn(text, 'a.yaml').map((each) => each?.after);
    assert.deepEqual(after(`${manifest}---\n${program}`), [[], [2], []]);
    assert.deepEqual(after(`${manifest}---\n${manifest}`), [[], []]);
  });
});
