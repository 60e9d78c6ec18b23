/** Completion and hover in settings files, over a stream. */
import assert from 'node:assert/strict';
import type { CompletionItem, CompletionList, Hover, TextEdit } from 'vscode-languageserver';
import { everyCapability } from './support/capabilities.ts';
import { startClient, type Client } from './support/client.ts';

const top = 'file:///project';
const yaml = `${top}/endpoints.config.yaml`;

/** Opens the text, whose cursor is at `$0`, and asks there. */
async function at<T>(method: string, marked: string, uri = yaml, files: Record<string, string> = {}): Promise<T> {
  const client = await startClient({ files, capabilities: everyCapability });
  const answer = await ask<T>(client, method, marked, uri);
  assert.deepEqual([client.shown, client.logged], [[], []]);
  await client.stop();
  return answer;
}

async function ask<T>(client: Client, method: string, marked: string, uri: string): Promise<T> {
  const before = marked.slice(0, marked.indexOf('$0')).split('\n');
  client.open(uri, marked.replace('$0', ''));
  const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  return client.ask<T>(`textDocument/${method}`, uri, { position });
}

async function proposed(marked: string, uri?: string): Promise<readonly CompletionItem[]> {
  return (await at<CompletionList | null>('completion', marked, uri))?.items ?? [];
}

async function labels(marked: string, uri?: string): Promise<readonly string[]> {
  return (await proposed(marked, uri)).map(({ label }) => label);
}

async function hovered(marked: string, uri?: string, files?: Record<string, string>): Promise<string> {
  const found = await at<Hover | null>('hover', marked, uri, files);
  return found === null ? '' : (found.contents as { value: string }).value;
}

describe('language server: completion in settings files', () => {
  it('proposes the settings that are not written yet, with their documentation', async () => {
    const items = await proposed('kubernetesVersion: 1.33\n$0\n');
    const names = items.map(({ label }) => label);
    for (const name of ['severity', 'allow', 'exclude', 'convert', 'extends', 'overrides', 'format', 'inlayHints'])
      assert.ok(names.includes(name), name);
    assert.ok(!names.includes('kubernetesVersion') && !names.includes('apiVersion') && !names.includes('subsets'));
    const hover = items.find(({ label }) => label === 'hover');
    assert.match(JSON.stringify(hover?.documentation), /Explains the key or the value under the pointer/);
    assert.equal((hover?.textEdit as TextEdit | undefined)?.newText, 'hover: ${1|true,false|}');
  });

  it('proposes the members of groups and of overrides', async () => {
    assert.deepEqual(await labels('allow:\n  $0\n'), ['cidrs', 'ports']);
    assert.deepEqual(await labels('inlayHints: {$0}'), ['protocol', 'namespace', 'portName', 'backend', 'number']);
    const inOverride = await labels('overrides:\n  - files: a/\n    $0\n');
    assert.ok(inOverride.includes('severity') && inOverride.includes('kubernetesVersion'));
    for (const name of ['files', 'exclude', 'overrides', 'maxWarnings']) assert.ok(!inOverride.includes(name), name);
    assert.equal((await labels('overrides:\n  - $0\n'))[0], 'files');
  });

  it('proposes rules, severities, versions and booleans', async () => {
    const codes = await proposed('severity:\n  loop$0\n');
    assert.equal(codes[0]?.label, 'loopback-ip');
    assert.match(JSON.stringify(codes[0]?.documentation), /loopback/);
    const levels = await proposed('severity:\n  loopback-ip: $0\n');
    assert.deepEqual(
      levels.map(({ label, textEdit }) => [label, (textEdit as TextEdit).newText]),
      ['off', 'hint', 'info', 'warning', 'error'].map((level) => [level, level]),
    );
    assert.deepEqual((await labels('kubernetesVersion: $0\n')).slice(0, 3), ['1.37', '1.36', '1.35']);
    assert.deepEqual(await labels('hover: $0\n'), ['true', 'false']);
    assert.deepEqual(await labels('relaxedServiceNames: $0\n'), ['on', 'off']);
  });

  it('works in JSON, in the member of a package.json, and in extended files', async () => {
    assert.deepEqual(await labels('{ "severity": { "loopback-ip": "$0" } }', `${top}/endpoints.config.json`), [
      'off',
      'hint',
      'info',
      'warning',
      'error',
    ]);
    const manifest = `${top}/package.json`;
    assert.deepEqual(await labels('{ "endpoints": { "allow": { "$0" } } }', manifest), ['cidrs', 'ports']);
    assert.deepEqual(await labels('{ "name": "a", "$0" }', manifest), []);
    const client = await startClient({ files: { [yaml]: 'extends: presets/a.yaml\n', [`${top}/presets/a.yaml`]: '' } });
    client.open(yaml, 'extends: presets/a.yaml\n');
    await client.pull(yaml);
    const items = await ask<CompletionList>(client, 'completion', 'allow:\n  $0\n', `${top}/presets/a.yaml`);
    assert.equal(items.items.length, 2);
    await client.stop();
  });

  it('leaves other files alone', async () => {
    assert.deepEqual(await labels('allow:\n  $0\n', `${top}/a.yaml`), []);
    assert.equal(await hovered('hov$0er: true\n', `${top}/a.yaml`), '');
  });
});

describe('language server: hover in settings files', () => {
  it('explains settings, rules and values', async () => {
    assert.match(await hovered('form$0at: true\n'), /\*\*format\*\*.*\n\nFormats files[\s\S]*Default: `true`/);
    assert.match(await hovered('inlayHints:\n  port$0Name: off\n'), /IANA service name/);
    assert.match(await hovered('severity:\n  loopback$0-ip: off\n'), /\*\*loopback-ip\*\*[\s\S]*Default: `error`/);
    assert.match(await hovered('severity:\n  loopback-ip: o$0ff\n'), /`off`: The rule reports nothing/);
    assert.match(await hovered('overrides:\n  - fi$0les: a\n'), /patterns as in `\.gitignore`/);
    assert.match(await hovered('{"endpoints": {"max$0Warnings": 3}}', `${top}/package.json`), /maxWarnings/);
    assert.equal(await hovered('{"na$0me": "a", "endpoints": {}}', `${top}/package.json`), '');
    assert.equal(await hovered('hovr$0: 3\n'), '');
  });
});
