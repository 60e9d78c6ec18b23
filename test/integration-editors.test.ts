/** The entries for registries of editors: they start the server for the languages that it knows. test/editors runs two of them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { filledEntries, manifest, release } from './support/filled-integrations.ts';
import { root } from './support/root.ts';

const { version, url } = release;
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The identifiers of LSP that the server knows, by the ends of names. */
const languages: Readonly<Record<string, string>> = {
  yaml: 'yaml',
  yml: 'yaml',
  json: 'json',
  tf: 'terraform',
  tofu: 'terraform',
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'typescriptreact',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascriptreact',
  py: 'python',
  go: 'go',
  cs: 'csharp',
  java: 'java',
};

describe('the entries for registries of editors', () => {
  let texts: ReadonlyMap<string, string>;
  const text = (path: string): string => texts.get(path) ?? assert.fail(`${path} is not written`);
  before(() => (texts = filledEntries()));

  it('Helix: the server as docs/editors.md has it', () => {
    const setup = /^## Helix\n[^]*?^```toml\n([^]*?)^```/m.exec(read('docs/editors.md'))?.[1] ?? '';
    const server = (source: string): unknown => JSON.parse(JSON.stringify(parseToml(source)['language-server']));
    const { endpoints } = server(setup) as { endpoints: object };
    const config = { endpoints: { kubernetesVersion: '1.32' } };
    assert.deepEqual(endpoints, {
      ...(server(text('helix/languages.toml')) as { endpoints: object }).endpoints,
      config,
    });
  });

  it('Zed: an extension that installs the package of its version', () => {
    const extension = parseToml(text('zed/extension.toml'));
    const {
      language_servers: servers,
      description,
      name,
      ...others
    } = extension as typeof extension & {
      name: string;
      description: string;
      language_servers: { endpoints: { languages: string[]; language_ids: Record<string, string> } };
    };
    const identity = { id: 'endpoints', schema_version: 1, version, repository: url, authors: ['an-owner'] };
    assert.deepEqual(others, identity);
    for (const each of [description, name]) assert.match(each, /^[A-Z]/);
    const { languages: zed, language_ids: ids } = servers.endpoints;
    assert.deepEqual(Object.keys(ids), zed);
    const known = new Set([...Object.values(languages), 'helm']);
    assert.deepEqual(
      Object.values(ids).filter((id) => !known.has(id)),
      [],
    );
    const cargo = parseToml(text('zed/Cargo.toml')) as {
      package: { version: string; license: string };
      lib: { path: string; 'crate-type': string[] };
    };
    assert.deepEqual([cargo.package.version, cargo.package.license], [version, manifest.license]);
    assert.deepEqual(cargo.lib['crate-type'], ['cdylib']);
    const source = text(`zed/${cargo.lib.path}`);
    const script = `node_modules/${manifest.name}/${manifest.bin[manifest.name] ?? ''}`;
    assert.ok(source.includes(`PACKAGE: &str = "${manifest.name}"`) && source.includes(`SCRIPT: &str = "${script}"`));
    assert.equal(text('zed/LICENSE'), read('LICENSE'));
  });

  it('LSP4IJ: a template with the languages of the server, and an installer of the package', () => {
    const folder = `lsp4ij/${manifest.name}`;
    const template = JSON.parse(text(`${folder}/template.json`)) as {
      id: string;
      programArgs: Readonly<Record<string, string>>;
      fileTypeMappings: readonly { fileType: { patterns: readonly string[] }; languageId: string }[];
    };
    assert.equal(template.id, manifest.name);
    const mapped = template.fileTypeMappings.flatMap(({ fileType, languageId }) =>
      fileType.patterns.map((pattern) => [pattern.replace('*.', ''), languageId]),
    );
    assert.deepEqual(Object.fromEntries(mapped), languages);
    const installer = text(`${folder}/installer.json`);
    const commands = [...Object.values(template.programArgs), ...installer.matchAll(/"[^"]*--stdio"/g)].map(String);
    assert.equal(commands.length, 4);
    for (const command of commands) assert.match(command, /\bendpoints-language-server(?:\.cmd)? --stdio/);
    assert.ok(installer.includes(`"npm install ${manifest.name}"`));
  });
});
