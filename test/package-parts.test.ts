/** What the programs are made of: the bill of materials, the licenses, and packages that run nothing when they are installed. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import grammarOwners from '../scripts/grammars.json' with { type: 'json' };
import { filesIn } from './support/npm-package.ts';
import { root } from './support/root.ts';

/** Everybody may use, change and pass on what is under one of these. */
const permissive = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT'];

interface Component {
  readonly name: string;
  readonly group?: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses: readonly { readonly license: { readonly id: string } }[];
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
}

interface Bill {
  readonly serialNumber: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
}

interface Locked {
  readonly version: string;
  readonly integrity: string;
  readonly license: string;
  readonly hasInstallScript?: boolean;
}

const bill = JSON.parse(readFileSync(join(root, 'dist/sbom.cdx.json'), 'utf8')) as Bill;
const licenses = readFileSync(join(root, 'dist/licenses.txt'), 'utf8');
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Readonly<Record<string, Locked>>;
};
const nameOf = ({ group, name }: Component): string => (group === undefined ? name : `${group}/${name}`);

describe('the bill of materials', () => {
  it('is valid CycloneDX', () => {
    const library = dirname(createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json'));
    const schema = (name: string): object =>
      JSON.parse(readFileSync(join(library, `res/schema/${name}.SNAPSHOT.schema.json`), 'utf8')) as object;
    const ajv = new Ajv({ strict: false, validateFormats: false });
    for (const name of ['spdx', 'jsf-0.82'])
      ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
    const validate = ajv.compile(schema('bom-1.6'));
    assert.ok(validate(bill), JSON.stringify(validate.errors));
    assert.ok(!validate({ ...bill, specVersion: 1 }));
  });

  it('names this project, no time and nothing random, and has a serial number, which its attestation needs', () => {
    const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Component;
    assert.deepEqual([bill.metadata.component.name, bill.metadata.component.version], [name, version]);
    assert.deepEqual(Object.keys(bill.metadata), ['component']);
    const { serialNumber, ...others } = bill;
    const hash = createHash('sha256')
      .update(JSON.stringify(others, undefined, 2))
      .digest('hex');
    // Version 8 and the variant are fixed. The other digits are those of the hash.
    const digits = `${hash.slice(0, 12)}8${hash.slice(13, 16)}a${hash.slice(17, 32)}`;
    assert.match(serialNumber, /^urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    assert.equal(serialNumber.slice('urn:uuid:'.length).replaceAll('-', ''), digits);
  });

  it('names the packages that must be in the programs, as the lock file has them', () => {
    const names = bill.components.map(nameOf);
    const grammarPackages = Object.values(grammarOwners);
    const ofCli = ['diff', 'fast-xml-builder', 'markdown-it', 'picocolors', 'valibot'];
    for (const name of ['yaml', 'jsonc-parser', 'prettier', 'vscode-languageserver', ...ofCli, ...grammarPackages])
      assert.ok(names.includes(name), name);
    for (const name of ['vscode-languageclient', 'esbuild', 'mocha']) assert.ok(!names.includes(name), name);
    for (const component of bill.components) {
      const { version, purl, hashes } = component;
      const [locked] = lockedOf(component);
      assert.ok(locked, nameOf(component));
      assert.equal(purl, `pkg:npm/${nameOf(component).replace('@', '%40')}@${version}`);
      const [hash] = hashes;
      assert.equal(`sha512-${Buffer.from(hash?.content ?? '', 'hex').toString('base64')}`, locked.integrity);
    }
  });
});

describe('the packages that are bundled', () => {
  it('have permissive licenses, whose texts come along', () => {
    const headings = [...licenses.matchAll(/^-{80}\n(\S+) (\S+) \((.*)\)$/gm)];
    assert.ok(headings.length >= bill.components.length);
    assert.deepEqual(
      headings.map((match) => match[3] ?? '').filter((license) => !permissive.includes(license)),
      [],
    );
    for (const component of bill.components) {
      const { version, licenses: own } = component;
      const heading = `\n${nameOf(component)} ${version} (${own.map(({ license }) => license.id).join()})\n`;
      assert.ok(licenses.includes(heading), heading);
    }
    assert.ok(licenses.includes('Copyright Eemeli Aro'));
  });

  it('have no install script, except those of which only a grammar is copied', () => {
    const running = bill.components.filter((each) => lockedOf(each).some(({ hasInstallScript }) => hasInstallScript));
    const copied = Object.values(grammarOwners).filter((name) => name !== 'web-tree-sitter');
    assert.deepEqual(new Set(running.map(nameOf)), new Set(copied));
    // Their code is in no bundle, and their scripts do not run where the programs are built.
    assert.match(readFileSync(join(root, 'scripts/setup.mjs'), 'utf8'), /'ci', \.\.\.settings/);
    assert.match(readFileSync(join(root, 'scripts/setup.mjs'), 'utf8'), /settings = .*'--ignore-scripts'/);
    const scripts = filesIn(join(root, 'dist')).filter((file) => /\.c?js$/.test(file));
    for (const file of scripts)
      assert.ok(!readFileSync(join(root, 'dist', file), 'utf8').includes('node-gyp-build'), file);
    // There are packages that have one, so that this could be found.
    assert.equal(packages['node_modules/esbuild']?.hasInstallScript, true);
  });
});

describe('the packages of a checkout', () => {
  it('run no script when they are installed, and npm does not ask about one', () => {
    const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      allowScripts: Readonly<Record<string, boolean>>;
    };
    const having = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
    const names = having.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
    assert.deepEqual(Object.keys(allowScripts).sort(), [...new Set(names)].sort());
    assert.deepEqual(new Set(Object.values(allowScripts)), new Set([false]));
  });
});

function lockedOf(component: Component): readonly Locked[] {
  const ending = `node_modules/${nameOf(component)}`;
  return Object.entries(packages)
    .filter(([path, { version }]) => path.endsWith(ending) && version === component.version)
    .map(([, locked]) => locked);
}
