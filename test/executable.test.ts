/** The executable for this system: it needs no Node, and does what the package does, also with programs and pages. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cliPath, folderOf, patience, ran, runCli, succeed, withoutColors, type Ran } from './support/process.ts';
import { root } from './support/root.ts';
import { temporary } from './support/temporary.ts';

const bad = 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: db}\nsubsets:\n  - addresses: [{ip: 127.0.0.1}]\n';
const service = 'apiVersion: v1\nkind: Service\nmetadata: {name: db}\nspec: {ports: [{port: 80}]}\n---\n';
const python = `import pulumi_kubernetes as k8s
k8s.core.v1.Endpoints("db", metadata={"name": "db"}, subsets=[{"addresses": [{"ip": "127.0.0.1"}]}])
`;
const go = `package main

import (
	corev1 "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/core/v1"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := corev1.NewEndpoints(ctx, "db", &corev1.EndpointsArgs{
			Subsets: corev1.EndpointSubsetArray{&corev1.EndpointSubsetArgs{
				Addresses: corev1.EndpointAddressArray{&corev1.EndpointAddressArgs{Ip: pulumi.String("127.0.0.1")}},
			}},
		})
		return err
	})
}
`;

describe('the executable', () => {
  const make = temporary(folderOf);
  const built = join(root, 'out/executable');
  let unpacked = '';
  let program = '';
  /** Without a PATH, so without Node. */
  const run = (cwd: string, ...args: readonly string[]): Ran => {
    const { PATH: _path, Path: _windows, ...env } = withoutColors();
    return ran(program, args, cwd, env);
  };
  before(function () {
    this.timeout(patience);
    succeed(process.execPath, ['scripts/release/executable.mjs', built], root);
    unpacked = mkdtempSync(join(tmpdir(), 'endpoints-executable-'));
    const archive = readdirSync(built).find((file) => file.endsWith('.tar.gz')) ?? '';
    succeed('tar', ['-xzf', join(built, archive)], unpacked);
    program = join(
      unpacked,
      archive.replace('.tar.gz', ''),
      process.platform === 'win32' ? 'endpoints.exe' : 'endpoints',
    );
  });
  after(() => rmSync(unpacked, { recursive: true }));

  it('is in an archive named after the system, with the licenses of all that it contains', () => {
    const system = process.platform === 'win32' ? 'win' : process.platform;
    assert.deepEqual(readdirSync(unpacked), [`endpoints-${system}-${process.arch}`]);
    const folder = join(program, '..');
    assert.deepEqual(
      readdirSync(folder).filter((file) => !file.startsWith('endpoints')),
      ['LICENSE', 'licenses.txt', 'node-license.txt'],
    );
    assert.match(readFileSync(join(folder, 'node-license.txt'), 'utf8'), /Node\.js/);
    assert.equal(
      readFileSync(join(folder, 'licenses.txt'), 'utf8'),
      readFileSync(join(root, 'dist/licenses.txt'), 'utf8'),
    );
  });

  it('has the version and the help of the package', () => {
    for (const args of [['--version'], ['--help'], ['check', '--help', '--all']])
      assert.deepEqual(run(root, ...args), runCli({ args, cwd: root, env: withoutColors() }), args.join(' '));
  });

  for (const [what, files, args, code] of [
    ['findings in a manifest', { 'a.yaml': bad }, ['check', 'a.yaml'], 1],
    ['no findings', { 'a.yaml': 'a: 1\n' }, ['check', '.', '--format', 'json'], 0],
    ['a file that is missing', {}, ['check', 'b.yaml'], 2],
    [
      'findings in a Python program',
      { 'Pulumi.yaml': 'name: a\nruntime: python\n', '__main__.py': python },
      ['check', '.'],
      1,
    ],
    ['findings in a Go program', { 'Pulumi.yaml': 'name: a\nruntime: go\n', 'main.go': go }, ['check', '.'], 1],
    ['a page', { 'a.yaml': service + bad }, ['show', 'a.yaml', '--format', 'html'], 1],
    ['the page of a rule', {}, ['explain', 'loopback-ip'], 0],
    [
      'a conversion to a program',
      { 'a.yaml': service + bad.replace('127.0.0.1', '10.0.0.1') },
      ['convert', '--to', 'go', 'a.yaml'],
      0,
    ],
  ] as const)
    it(`answers as the package does: ${what}`, () => {
      const { path } = make(files);
      const answer = run(path, ...args);
      assert.equal(answer.code, code, answer.err);
      assert.deepEqual(answer, ran(process.execPath, [cliPath, ...args], path, withoutColors()));
      assert.ok(answer.out.length + answer.err.length > 20);
    });

  it('finds the address in each program, and has the script of the page', () => {
    const { path } = make({ 'Pulumi.yaml': 'name: a\nruntime: go\n', 'main.go': go, 'a.yaml': service + bad });
    assert.match(run(path, 'check', 'main.go').out, /^main\.go:12:\d+ .*error\[loopback-ip\]/m);
    assert.match(run(path, 'show', 'a.yaml', '--format', 'html').out, /<script>.{10000}/s);
  });

  it('starts git for --since', () => {
    const { path } = make({ 'a.yaml': bad, 'b.yaml': bad });
    for (const line of ['init -q', 'add a.yaml', '-c user.name=A -c user.email=a@example.com commit -q -m a'])
      succeed('git', line.split(' '), path);
    const { out, code } = ran(program, ['check', '--since', 'HEAD'], path, withoutColors());
    assert.deepEqual([code, [...out.matchAll(/^(\w\.yaml):5:.*loopback/gm)].map(([, file]) => file)], [1, ['b.yaml']]);
  });
});
