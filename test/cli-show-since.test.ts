/** `endpoints show --since`: Services before and after a change, and what was added, removed and changed. */
import assert from 'node:assert/strict';
import type { PictureService } from '../server/src/analysis/picture/picture.ts';
import { repositoryOf } from './support/repository.ts';
import { shownPicture } from './support/show-run.ts';
import { temporary } from './support/temporary.ts';
import { endpoints, service, slice } from './support/traffic-texts.ts';

const port = '{ port: 80 }';
const db = (name: string, addresses: readonly string[], spec = ''): string =>
  service(name, `- ${port}`, spec) + slice(name, port, addresses);
const signs = { added: '+', removed: '-', changed: '~' } as const;

/** `after db: Endpoints/db +10.0.0.1`: the marks of objects, ports and addresses. */
function textOf({ state, name, clients, ports, objects }: PictureService): string {
  const nodes = [
    ...clients.map((each) => ({ ...each, text: `${each.kind}/${each.name}` })),
    ...ports.map((each) => ({ ...each, text: `${each.number}` })),
    ...objects.flatMap((each) => [
      { ...each, text: each.name },
      ...each.addresses.map((address) => ({ ...address, text: address.address })),
    ]),
  ];
  return `${state} ${name}: ${nodes.flatMap(({ change, text }) => (change ? [signs[change] + text] : [])).join(' ')}`;
}

describe('endpoints show --since', () => {
  const make = temporary(repositoryOf);
  const shown = (
    before: Readonly<Record<string, string>>,
    after: Readonly<Record<string, string>>,
    args: readonly string[] = [],
    gone: readonly string[] = [],
  ) => {
    const repository = make({ '.gitignore': '', ...before });
    repository.write(after);
    if (gone.length > 0) repository.git('rm', '--quiet', ...gone);
    const picture = shownPicture(repository.run, '--since', 'main', ...args);
    return { picture, texts: picture.services.map(textOf), repository };
  };

  it('draws only the Services that change, each before and after', () => {
    const other = db('other', ['10.0.1.1']);
    const { picture, texts } = shown(
      { 'a.yaml': db('db', ['10.0.0.1', '10.0.0.2', '10.0.0.3']) + other },
      { 'a.yaml': `# moves all lines\n${db('db', ['10.0.0.1', '10.0.0.2 | ready: false', '10.0.0.4'])}${other}` },
    );
    assert.deepEqual(texts, ['before db: ~10.0.0.2 -10.0.0.3', 'after db: ~10.0.0.2 +10.0.0.4']);
    assert.deepEqual(picture.remarks, [
      '+ is added, − is removed, ~ is changed.',
      '1 Service is unchanged and not drawn.',
    ]);
    assert.equal(picture.view, 'before and after the changes since main');
    assert.equal(picture.code, 0);
    const ids = picture.services.flatMap(({ id, ports, objects }) => [
      id,
      ...ports.map((each) => each.id),
      ...objects.flatMap((each) => [each.id, ...each.addresses.map((address) => address.id)]),
    ]);
    assert.equal(new Set(ids).size, ids.length);
    for (const { ports, objects } of picture.services)
      for (const { port: id } of objects.flatMap(({ flows }) => flows)) assert.ok(ports.some((each) => each.id === id));
  });

  it('draws nothing where nothing changes', () => {
    const text = db('db', ['10.0.0.1']);
    const { picture, texts } = shown({ 'a.yaml': text }, { 'a.yaml': `# a comment\n${text}` });
    assert.deepEqual(
      [texts, picture.remarks, picture.code],
      [[], ['Nothing that is drawn has changed.', '1 Service is unchanged and not drawn.'], 0],
    );
  });

  it('survives Services and files that are added or deleted', () => {
    const { picture, texts } = shown(
      { 'a.yaml': db('old', ['10.0.0.1']), 'b.yaml': db('both', ['10.0.0.2']) },
      { 'c.yaml': db('new', ['10.0.0.3']), 'b.yaml': db('both', ['10.0.0.2']) },
      [],
      ['a.yaml'],
    );
    assert.deepEqual(texts, ['added new: +80 +new-1 +10.0.0.3', 'removed old: -80 -old-1 -10.0.0.1']);
    assert.deepEqual(
      picture.services.map(({ file }) => file),
      ['c.yaml', 'a.yaml'],
    );
    assert.deepEqual(picture.strays, []);
  });

  it('marks ports, objects and clients, and objects without a Service', () => {
    const monitor =
      'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: { name: in }\nspec: { defaultBackend: { service: { name: db, port: { number: 80 } } } }\n---\n';
    const { picture, texts } = shown(
      { 'a.yaml': db('db', ['10.0.0.1']) },
      {
        'a.yaml': `${db('db', ['10.0.0.1']).replace('{ port: 80 }]', '{ port: 80, name: web }, { port: 81, name: b }]')}${monitor}${endpoints('alone', '10.0.0.9')}`,
      },
    );
    assert.deepEqual(texts, ['before db: -80 ~10.0.0.1', 'after db: +Ingress/in +80 +81 ~10.0.0.1']);
    assert.deepEqual(
      picture.strays.map(({ name, change, addresses }) => [name, change, addresses.map((each) => each.change)]),
      [['alone', 'added', ['added']]],
    );
  });

  it('exits as endpoints traffic --since does', () => {
    const lost = shown({ 'a.yaml': db('db', ['10.0.0.1']) }, { 'a.yaml': db('db', ['10.0.0.1 | ready: false']) });
    const { repository, picture } = lost;
    assert.equal(picture.code, 1);
    assert.equal(repository.run('traffic', '--since', 'main').code, 1);
    const { err, code } = repository.run('show', '--since', 'nothing');
    assert.deepEqual([err, code], [repository.run('traffic', '--since', 'nothing').err, 2]);
    for (const args of [
      ['--since', 'main', '-'],
      ['--since', 'main', '--view', 'patched'],
    ])
      assert.match(repository.run('show', ...args).err, /--since .* (standard input|--view patched)/);
  });

  it('finds a Service that is only in one of the states', () => {
    const before = { 'a.yaml': db('old', ['10.0.0.1']) };
    const { texts, repository } = shown(before, { 'a.yaml': db('new', ['10.0.0.1']) }, ['--service', 'old']);
    assert.deepEqual(texts, ['removed old: -80 -old-1 -10.0.0.1']);
    const { err, code } = repository.run('show', '--since', 'main', '--service', 'nwe');
    assert.match(err, /There is no Service nwe\. Did you mean new\?/);
    assert.equal(code, 2);
  });

  it('says in words and signs what has changed, in text and SVG', () => {
    const { repository } = shown({ 'a.yaml': db('db', ['10.0.0.1']) }, { 'a.yaml': db('db', ['10.0.0.2']) });
    const { out } = repository.run('show', '--since', 'main');
    assert.match(
      out,
      /before: default\/db[^]*− 10\.0\.0\.1:80[^]*after: default\/db[^]*\+ 10\.0\.0\.2:80[^]*\+ is added/,
    );
    const svg = repository.run('show', '--since', 'main', '--format', 'svg').out;
    assert.match(svg, /<title>− 10\.0\.0\.1:80\. removed\./);
    assert.match(svg, />\+ 10\.0\.0\.2:80</);
  });
});
