/** The library: what docs/api.md shows is what it does, and it finds what the command line finds, whatever came before. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, createWorkspace, type CheckOptions, type Finding } from '../server/src/api.ts';
import { folderOf, ran } from './support/process.ts';
import { root } from './support/root.ts';
import { manifest } from './support/versions.ts';

const page = join(root, 'docs/api.md');
const shown = /^```js\n([\s\S]*?)^```\n\n```text\n([\s\S]*?)^```$/gm;

describe('the library: docs/api.md', () => {
  const printed = (source: string): string => {
    const folder = mkdtempSync(join(tmpdir(), 'endpoints-api-'));
    try {
      const api = JSON.stringify(join(root, 'dist/api.js'));
      writeFileSync(join(folder, 'main.mjs'), source.replaceAll("'endpoints-language-server'", api));
      const { out, err } = ran(process.execPath, ['main.mjs'], folder);
      assert.equal(err, '');
      return out;
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  it('prints what it shows', () => {
    const text = readFileSync(page, 'utf8');
    const written = text.replace(
      shown,
      (_, code: string) => `\`\`\`js\n${code}\`\`\`\n\n\`\`\`text\n${printed(code)}\`\`\``,
    );
    if (process.env['UPDATE'] === '1') writeFileSync(page, written);
    assert.ok((text.match(shown) ?? []).length >= 4);
    assert.equal(readFileSync(page, 'utf8'), written);
  });

  it('names every exported type', () => {
    const source = readFileSync(join(root, 'dist/api.d.ts'), 'utf8');
    assert.ok(!/\bimport\b/.test(source), 'the declarations need no others');
    const names = [...source.matchAll(/^export (?:interface|type) (\w+)/gm)].map((match) => match[1]);
    const listed = [
      ...(/The exported types are (.*?)\. /.exec(readFileSync(page, 'utf8'))?.[1] ?? '').matchAll(/`(\w+)`/g),
    ];
    assert.deepEqual(
      listed.map((match) => match[1]),
      names.toSorted(),
    );
  });
});

describe('the library', () => {
  const texts = new Map(
    readdirSync(join(root, 'examples'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ya?ml|json)$/.test(name))
      .sort()
      .map((name) => [name, readFileSync(join(root, 'examples', name), 'utf8')]),
  );

  it('finds in the examples what the command line finds', () => {
    const workspace = createWorkspace();
    for (const [name, text] of texts) workspace.set(name, text);
    const folder = folderOf(Object.fromEntries(texts));
    try {
      const { diagnostics } = JSON.parse(folder.run('check', '--format', 'json').out) as {
        diagnostics: readonly Finding[];
      };
      assert.ok(diagnostics.length > 10);
      assert.deepEqual(byFile(plain(workspace.check())), byFile(diagnostics));
    } finally {
      folder.remove();
    }
  });

  it('finds the same after changes as in a workspace that was made so', () => {
    const workspace = createWorkspace();
    const names = [...texts.keys()];
    for (const [name, text] of texts) workspace.set(name, text.slice(0, text.length / 2));
    workspace.check();
    for (const [i, name] of names.entries()) {
      workspace.set(name, texts.get(name) ?? '');
      if (i % 2 === 0) assert.ok(workspace.delete(name));
      if (i % 3 === 0) workspace.check();
    }
    for (const name of names) workspace.set(name, texts.get(name) ?? '');
    const fresh = createWorkspace();
    for (const [name, text] of texts) fresh.set(name, text);
    assert.deepEqual(byFile(workspace.check()), byFile(fresh.check()));
  });

  it('reads a patch as part of an object once a kustomization names it', () => {
    const workspace = createWorkspace();
    workspace.set('k8s/patch.yaml', 'apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata:\n  name: db\n');
    const alone = workspace.check('k8s/patch.yaml');
    assert.ok(alone.some(({ code }) => code === 'missing-field'));
    workspace.set('k8s/kustomization.yaml', 'patches:\n  - path: patch.yaml\n');
    assert.deepEqual(codesIn(workspace.check('k8s/patch.yaml')), ['unmatched-patch']);
    assert.ok(workspace.delete('k8s/kustomization.yaml'));
    assert.deepEqual(workspace.check('k8s/patch.yaml'), alone);
  });

  it('takes kustomizations in one after the other, and looks at what they say once', () => {
    const workspace = createWorkspace();
    const slice = 'apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata:\n  name: db\n';
    for (let i = 0; i < 4_000; i++) workspace.set(`${i}/patch.yaml`, slice.replace('db', `db${i}`));
    // Ended after a minute; to look at all texts for each of them would take far longer.
    for (let i = 0; i < 1_000; i++) workspace.set(`${i}/kustomization.yaml`, 'patches:\n  - path: patch.yaml\n');
    assert.deepEqual(codesIn(workspace.check('999/patch.yaml')), ['unmatched-patch']);
    assert.ok(workspace.check('1000/patch.yaml').length > 0);
  });

  it('knows a text by its path, however that is written', () => {
    const workspace = createWorkspace();
    workspace.set('./k8s\\base/../patch.yaml', 'kind: EndpointSlice\n');
    assert.ok(workspace.check('/k8s/patch.yaml').length > 0);
    workspace.set(
      '../shared/patch.yaml',
      'apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata:\n  name: db\n',
    );
    workspace.set('kustomization.yaml', 'patches:\n  - path: ../shared/patch.yaml\n');
    assert.deepEqual(workspace.check('../shared/patch.yaml'), []);
    assert.ok(workspace.delete('k8s/patch.yaml'));
  });

  it('checks for several Kubernetes versions', () => {
    const found = check(manifest, { kubernetesVersion: '1.36,1.32' });
    assert.deepEqual(
      found.map(({ code, versions }) => [code, versions]),
      [
        ['deprecated-endpoints', ['1.36']],
        ['loopback-ip', undefined],
        ['ambiguous-ip', ['1.36']],
        ['non-canonical-ip', ['1.32']],
      ],
    );
    assert.deepEqual(check(manifest, { kubernetesVersion: '1.99' }), check(manifest));
  });

  it('refuses a program whose language is not loaded, and a language that it does not know', () => {
    // In this process, another test may have loaded the language.
    const source = `import { check, createWorkspace, loadLanguages } from ${JSON.stringify(join(root, 'dist/api.js'))};
const text = 'import { core } from "@pulumi/kubernetes";\\nnew core.v1.Endpoints("db", {});\\n';
const tries = [
  () => check(text, { name: 'a.cts' }),
  () => createWorkspace().set('a.cts', text),
  () => loadLanguages(['kotlin']),
  () => check('export {};', { name: 'a.cts' }),
];
for (const run of tries) {
  try {
    console.log(await run());
  } catch ({ name, message }) {
    console.log(name, message);
  }
}`;
    const advice = 'Error "a.cts" is a TypeScript program. Call "await loadLanguages(["typescript"])" first.';
    const languages = '"typescript", "javascript", "python", "go", "csharp" or "java"';
    assert.deepEqual(ran(process.execPath, ['--input-type=module', '--eval', source], root).out.trimEnd().split('\n'), [
      advice,
      advice,
      `TypeError The languages must be a list of ${languages}.`,
      '[]',
    ]);
  });

  it('takes a byte order mark for no part of the text', () => {
    assert.deepEqual(check('\uFEFFkind: Endpoints\n'), check('kind: Endpoints\n'));
  });

  const wrong: readonly (readonly [what: string, options: unknown, message: string])[] = [
    ['no object', 'x', 'The options must be an object, not "x".'],
    ['a list', [], 'The options must be an object, not a list.'],
    [
      'another option',
      { kubernetesversion: '1.30' },
      'There is no option "kubernetesversion". Did you mean "kubernetesVersion"?',
    ],
    ['a number for a version', { kubernetesVersion: 1.3 }, 'kubernetesVersion must be a text such as "1.36", not 1.3.'],
    [
      'two versions, an old one',
      { kubernetesVersion: '1.36,1.2' },
      'kubernetesVersion: "1.2" is not a supported Kubernetes version.',
    ],
    ['an old version', { kubernetesVersion: '1.2' }, 'kubernetesVersion: "1.2" is not a supported Kubernetes version.'],
    [
      'a list of levels',
      { severity: ['off'] },
      'severity must be an object such as { "null-value": "off" }, not a list.',
    ],
    [
      'another rule',
      { severity: { 'loopback-pi': 'off' } },
      'severity: There is no rule "loopback-pi". Did you mean "loopback-ip"?',
    ],
    ['a map of levels', { severity: new Map([['loopback-ip', 'off']]) }, 'severity must be an object such as'],
    [
      'a level in a list',
      { severity: { 'loopback-ip': ['off'] } },
      'severity: "a list" is not a valid severity for loopback-ip. Use off,',
    ],
    [
      'another level',
      { severity: { 'loopback-ip': 'loud' } },
      'severity: "loud" is not a valid severity for loopback-ip.',
    ],
    ['an empty name', { name: '' }, 'The name of a text must be a path such as "k8s/db.yaml", not "".'],
    ['half a character', { name: '\uD800.yaml' }, 'The name of a text must be a path such as "k8s/db.yaml", not'],
    ['a folder', { name: 'k8s/' }, 'The name of a text must be a path such as "k8s/db.yaml", not "k8s/".'],
    ['a number for a name', { name: 1 }, 'The name of a text must be a path such as "k8s/db.yaml", not 1.'],
  ];
  for (const [what, options, message] of wrong) {
    it(`refuses ${what} with a sentence`, () => {
      assert.throws(
        () => check('', options as CheckOptions),
        (error: unknown) => error instanceof TypeError && error.message.startsWith(message),
      );
    });
  }

  it('lists the resources that the command line lists', () => {
    const workspace = createWorkspace();
    for (const [name, text] of texts) workspace.set(name, text);
    const { out } = ran(
      process.execPath,
      [join(root, 'dist/cli.js'), 'list', '--format', 'json', ...texts.keys()],
      join(root, 'examples'),
    );
    const { files } = JSON.parse(out) as {
      readonly files: readonly { readonly file: string; readonly resources: readonly object[] }[];
    };
    const listed = files.flatMap(({ file, resources }) => resources.map((each) => ({ file, ...each })));
    assert.ok(listed.length > 40);
    const read = workspace.resources();
    assert.deepEqual(
      JSON.parse(JSON.stringify(read.toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0)))),
      listed,
    );
    const own = read.filter(({ file }) => file === 'Pulumi.yaml');
    assert.ok(own.length > 0);
    assert.deepEqual(workspace.resources('./Pulumi.yaml'), own);
    workspace.set('Pulumi.yaml', '');
    assert.deepEqual(workspace.resources('Pulumi.yaml'), []);
    assert.throws(
      () => workspace.resources('Pulumi.yml'),
      /^TypeError: There is no text "Pulumi\.yml".* Did you mean "Pulumi\.yaml"\?/,
    );
  });

  it('refuses what is no text, and a name that is not in the workspace', () => {
    assert.throws(
      () => check(undefined as unknown as string),
      /^TypeError: The text of "text\.yaml" must be a string\./,
    );
    const workspace = createWorkspace();
    assert.throws(() => workspace.check('db.yaml'), /There is no text "db\.yaml" in the workspace\. Add it with set/);
    workspace.set('k8s/db.yaml', '');
    assert.throws(() => workspace.check('k8s/bd.yaml'), /Did you mean "k8s\/db\.yaml"\?/);
    assert.equal(workspace.delete('db.yaml'), false);
    assert.throws(() => createWorkspace({ name: 'a.yaml' } as unknown as CheckOptions), /There is no option "name"/);
  });
});

/** As JSON has it. */
function plain(findings: readonly Finding[]): readonly Finding[] {
  return JSON.parse(JSON.stringify(findings)) as readonly Finding[];
}

function byFile(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((a, b) => (a.file === b.file ? 0 : a.file < b.file ? -1 : 1));
}

function codesIn(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ code }) => code);
}
