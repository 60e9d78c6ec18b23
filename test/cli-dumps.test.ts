/** A long dump from a pipe is read in parts, with the findings and places of the same text in a file. */
import assert from 'node:assert/strict';
import { folderOf, startCli, withoutColors } from './support/process.ts';
import { temporary } from './support/temporary.ts';

interface Row {
  readonly file: string;
  readonly code: string;
  readonly excerpt: unknown;
  readonly related: readonly { readonly file: string }[];
}

const count = 800;

/** Long enough for several parts. The Services come first, as in kubectl get services,endpoints,endpointslices. */
function objects(): readonly object[] {
  const filler = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`example.com/note-${i}`, 'x'.repeat(100)]));
  const at = (i: number) => ({ annotations: filler, name: `web-${i}`, namespace: `shop-${i % 7}` });
  const all = Array.from({ length: count }, (_, i) => i);
  const services = all.map((i) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: at(i),
    spec: { ports: [{ name: 'http', port: 80, targetPort: 8080 }] },
  }));
  const endpoints = all.map((i) => ({
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: at(i % 150 === 7 ? count + i : i),
    subsets: [
      {
        addresses: [{ ip: i % 200 === 3 ? '127.0.0.1' : `10.20.${i >> 8}.${i & 255}` }],
        ports: [{ name: i % 170 === 5 ? 'htp' : 'http', port: 8080 }],
      },
    ],
  }));
  return [...services, ...endpoints];
}

/** As kubectl prints YAML: with the dashes in the column of their key. */
function yamlOf(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return ` ${JSON.stringify(value)}\n`;
  if (Array.isArray(value))
    return `\n${value.map((item) => `${indent}- ${yamlOf(item, `${indent}  `).trimStart()}`).join('')}`;
  const entries = Object.entries(value).map(([key, each]) => {
    const deeper = Array.isArray(each) ? indent : `${indent}  `;
    return `${indent}${key}:${yamlOf(each, deeper)}`;
  });
  return `\n${entries.join('')}`;
}

describe('a long dump from a pipe', () => {
  const having = temporary(folderOf);
  const list = { apiVersion: 'v1', items: objects(), kind: 'List', metadata: { resourceVersion: '' } };
  const texts: Readonly<Record<string, string>> = {
    'pretty.json': `${JSON.stringify(list, null, 4)}\n`,
    'compact.json': JSON.stringify(list),
    'list.yaml': yamlOf(list).trimStart(),
    'stream.yaml': list.items.map((each) => `---${yamlOf(each)}`).join(''),
  };

  for (const [name, text] of Object.entries(texts)) {
    it(`has the findings of a file: ${name}`, () => {
      assert.ok(text.length > 2 * 1024 * 1024);
      const folder = having({ [name]: text });
      const options = ['--format', 'json', '--no-progress'];
      const file = folder.run('check', name, ...options);
      const pipe = startCli({ args: ['check', '-', ...options], cwd: folder.path, env: withoutColors() }, text);
      const [expected, found] = [file, pipe].map(({ out, err }) => {
        assert.equal(err, '');
        const { files, resources, diagnostics } = JSON.parse(out) as {
          readonly files: number;
          readonly resources: number;
          readonly diagnostics: readonly Row[];
        };
        // A line of a compact text is cut off at another place.
        const rows = diagnostics.map((row) => ({
          ...row,
          file: '',
          excerpt: name === 'compact.json' ? null : row.excerpt,
          related: row.related.map((each) => ({ ...each, file: '' })),
        }));
        return { files, resources, rows };
      });
      assert.deepEqual(found, expected);
      assert.equal(found?.files, 1);
      // Each Endpoints has a Service without a selector.
      assert.equal(found?.resources, 2 * count);
      const codes = new Set(found?.rows.map(({ code }) => code));
      for (const code of ['loopback-ip', 'missing-service', 'unmatched-port']) assert.ok(codes.has(code), code);
    });
  }

  it('keeps the names of the files that it was rendered from', () => {
    const named = list.items.map((each, i) => `---\n# Source: shop/${i % 40}.yaml${yamlOf(each)}`).join('');
    const { path } = having({});
    const { out } = startCli({ args: ['check', '-', '--format', 'json'], cwd: path, env: withoutColors() }, named);
    const { files, diagnostics } = JSON.parse(out) as { readonly files: number; readonly diagnostics: readonly Row[] };
    assert.equal(files, 40);
    assert.ok(diagnostics.every(({ file }) => /^shop\/\d+\.yaml$/.test(file)));
  });

  it('reports an unfinished one where it ends', () => {
    const text = (texts['pretty.json'] ?? '').slice(0, -5_000);
    const folder = having({ 'dump.json': text });
    const file = folder.run('check', 'dump.json');
    const pipe = startCli({ args: ['check', '-'], cwd: folder.path, env: withoutColors() }, text);
    assert.equal(pipe.code, 1);
    assert.equal(pipe.out.replaceAll('<stdin>', 'dump.json'), file.out);
  });
});
