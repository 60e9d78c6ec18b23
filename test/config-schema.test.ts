/** The JSON Schema of settings: it takes what the pages show and what `endpoints init` writes, and refuses what the reader refuses. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { readConfig } from '../server/src/config/read-config.ts';
import { readSettingsFile } from '../server/src/frontends/settings-file.ts';
import { root } from './support/root.ts';
import { within } from './support/settings.ts';

const ajv = new Ajv({ allowUnionTypes: true });
const isSettings = ajv.compile(schema('endpoints.config.schema.json'));
const isPackage = ajv.compile(schema('package.schema.json'));

function schema(name: string): object {
  return JSON.parse(readFileSync(join(root, 'schemas', name), 'utf8')) as object;
}

/** The first problem that the reader has with a text, and the first that the schema has. */
function judged(text: string): readonly [reader: string | undefined, schema: string | undefined] {
  const { root: tree, issues } = readSettingsFile('endpoints.config.yaml', text);
  assert.deepEqual(issues, []);
  isSettings(parse(text));
  return [
    readConfig(tree).problems[0]?.message,
    ajv.errorsText(isSettings.errors).replace(/^No errors$/, '') || undefined,
  ];
}

describe('the schema of settings', () => {
  const page = readFileSync(join(root, 'docs/configuration.md'), 'utf8');
  const fences = [...page.matchAll(/^```(yaml|json)\n(.*?)^```/gms)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));
  const settings = fences.filter(({ text }) => text.startsWith('# endpoints.config.yaml'));

  it('takes every example of the page, as the reader does', () => {
    assert.equal(settings.length, 4);
    for (const { text } of settings) assert.deepEqual(judged(text), [undefined, undefined], text);
    const packages = fences.filter(({ language }) => language === 'json');
    assert.equal(packages.length, 1);
    for (const { text } of packages) assert.ok(isPackage(JSON.parse(text)), text);
  });

  it('takes what endpoints init writes, also with its proposals', () => {
    const fixture = { 'fixtures/b.yaml': 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: "B B"}\n' };
    within(fixture, ({ run, path }) => {
      assert.equal(run('init').code, 0);
      const text = readFileSync(join(path, 'endpoints.config.yaml'), 'utf8');
      assert.deepEqual(judged(text), [undefined, undefined]);
      const whole = text.replace(/^# (?=( |[a-z]+:))/gm, '');
      assert.match(whole, /^exclude:\n {2}- "\/fixtures\/"/m);
      assert.deepEqual(judged(whole), [undefined, undefined], whole);
    });
    within({}, ({ run, path }) => {
      assert.equal(run('init', '--format', 'json').code, 0);
      assert.ok(isSettings(JSON.parse(readFileSync(join(path, 'endpoints.config.json'), 'utf8'))));
    });
  });

  for (const text of [
    'severity: {malformed-*: warning, "*": "off", slice-without-manager: hint}',
    'kubernetesVersion: 1.30',
    'kubernetesVersion: v1.31.4',
    'relaxedServiceNames: "on"',
    'mirroring: "off"',
    'overrides: [{files: a, relaxedServiceNames: "off"}]',
    'kubernetesVersion: "1.40"',
    'kubernetesVersion: [1.30]',
    'kubernetesVersion: ["1.33", v1.36.2]',
    'kubernetesVersion: 1.33,1.36',
    'overrides: [{files: a, kubernetesVersion: "1.33 , 1.36"}]',
    '$schema: ./schema.json',
    'extends: [../a.yaml, ./b.JSON, c/package.json]',
    'overrides: [{files: "!a", severity: {loopback-ip: "off"}, hover: false, convert: {managedBy: a}}]',
    'baseline: ../known.json\nmaxWarnings: 0\nexclude: ["*.tmp", "!a", .git/, ..a/]',
    'inlayHints: {protocol: false}\nformat: true\nmaxFileSize: 12',
  ]) {
    it(`takes ${text}`, () => assert.deepEqual(judged(text), [undefined, undefined]));
  }

  for (const text of [
    '[]',
    'kubernetesVersion: 2.1',
    'relaxedServiceNames: auto',
    'relaxedServiceNames: 3',
    'mirroring: 3',
    'kubernetesVersion: 1.19',
    'kubernetesVersion: "1.9"',
    'kubernetesVersion: []',
    'kubernetesVersion: [1.19]',
    'kubernetesVersion: [[1.30]]',
    'kubernetesVersion: 1.33,',
    'kubernetesVersion: 1.33 1.36',
    'kubernetesVersion: {a: 1.33}',
    'severity: off',
    'severity: {lopback-ip: error}',
    'severity: {loopback-ip: eror}',
    'severty: {}',
    'exclude: a',
    'exclude: [1]',
    `exclude: [${'a'.repeat(257)}]`,
    'exclude: [a, ../b]',
    'exclude: ["!./b"]',
    'maxFileSize: 0',
    'maxFileSize: 1.5',
    'maxFileSize: "3"',
    'maxWarnings: -1',
    'maxWarnings: "0"',
    'baseline: ""',
    'baseline: 3',
    'convert: {managedBy: our team}',
    'convert: {managedBy: endpointslice-controller.k8s.io}',
    'convert: {managdBy: a}',
    'convert: a',
    'hover: maybe',
    'inlayHints: {protocl: true}',
    'inlayHints: 3',
    'extends: preset',
    'extends: ./preset.js',
    'extends: https://example.com/endpoints.config.yaml',
    'extends: [a.yaml, 3]',
    'extends: {a: b}',
    'overrides: {files: a}',
    'overrides: [a]',
    'overrides: [{severity: {}}]',
    'overrides: [{files: []}]',
    'overrides: [{files: ""}]',
    'overrides: [{files: [a, 3]}]',
    'overrides: [{files: ./a}]',
    'overrides: [{files: a, exclude: []}]',
    'overrides: [{files: a, extends: b.yaml}]',
    'overrides: [{files: a, overrides: []}]',
    'overrides: [{files: a, maxFileSize: 3}]',
    'overrides: [{files: a, severity: {lopback-ip: error}}]',
  ]) {
    it(`refuses ${text.slice(0, 60)}`, () => {
      const [reader, found] = judged(text);
      assert.ok(reader !== undefined && found !== undefined, `reader: ${reader}; schema: ${found}`);
    });
  }

  it('says nothing of the other members of a package.json, and all of ours', () => {
    assert.ok(isPackage({ name: 3, endpoints: { kubernetesVersion: '1.30' } }));
    assert.ok(!isPackage({ endpoints: { kubernetesVersio: '1.30' } }));
  });
});
