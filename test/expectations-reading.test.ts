/** Reading endpoints.test.yaml: what is expected, and every mistake with its place and way out. */
import assert from 'node:assert/strict';
import { isExpectationFile, type TrafficExpectation } from '../server/src/project/expectations/expectation.ts';
import { readExpectations } from '../server/src/project/expectations/read-expectations.ts';

const read = (text: string) => readExpectations('endpoints.test.yaml', text);

function traffic(text: string): TrafficExpectation {
  const { expectations, problems } = read(text);
  assert.deepEqual(problems, []);
  const [first] = expectations;
  if (first?.kind !== 'traffic') assert.fail('no expectation on traffic');
  return first;
}

/** The mistakes as `TEXT: MESSAGE`. */
function mistakes(text: string): readonly string[] {
  return read(text).problems.map(({ span, message }) => `${text.slice(span.start, span.end)}: ${message}`);
}

/** The mistakes in one expectation. */
const mistakesIn = (item: string): readonly string[] => mistakes(`tests:\n  - ${item}\n`);

describe('endpoints.test.yaml', () => {
  it('is known by its name', () => {
    const names = [
      'endpoints.test.yaml',
      'a/endpoints.test.yml',
      'prod.endpoints.test.yaml',
      String.raw`a\endpoints.test.yaml`,
    ];
    for (const name of names) assert.ok(isExpectationFile(name), name);
    for (const name of ['myendpoints.test.yaml', 'endpoints.test.json', 'endpoints.yaml', 'endpoints.test.yaml.bak'])
      assert.ok(!isExpectationFile(name), name);
  });

  it('has defaults', () => {
    const { span, ...rest } = traffic('tests: [{service: db, reaches: 10.0.0.1}]');
    assert.deepEqual(rest, {
      kind: 'traffic',
      title: 'db',
      isMirroring: undefined,
      namespace: 'default',
      service: 'db',
      port: '',
      node: '',
      zone: undefined,
      family: undefined,
      isOutside: false,
      consumer: 'kube-proxy',
      reaches: [{ value: '10.0.0.1', span: { start: 31, end: 39 } }],
      not: [],
      only: undefined,
    });
    assert.deepEqual(span, { start: 18, end: 20 });
  });

  it('says from where and through what, also in the title', () => {
    const found = traffic(
      'mirroring: off\ntests: [{service: "shop/db:web/UDP", from: {node: n1, zone: a, family: ipv6, outside: true}, through: Cilium, only: []}]',
    );
    const { title, namespace, service, port, node, zone, family, isOutside, consumer, isMirroring, only } = found;
    assert.deepEqual(
      { namespace, service, port, node, zone, family, isOutside, consumer, isMirroring, only: only?.value },
      {
        namespace: 'shop',
        service: 'db',
        port: 'web/UDP',
        node: 'n1',
        zone: 'a',
        family: 'IPv6',
        isOutside: true,
        consumer: 'cilium',
        isMirroring: false,
        only: [],
      },
    );
    assert.equal(title, 'shop/db:web/UDP, zone a, node n1, IPv6, outside, through cilium, mirroring off');
  });

  it('has numbers as names, and an own setting in place of that of the file', () => {
    const found = traffic(
      'mirroring: off\ntests: [{name: 7, service: db:80, from: {zone: 1}, mirroring: true, not: [10.0.0.1]}]',
    );
    assert.deepEqual([found.title, found.port, found.zone, found.isMirroring], ['7', '80', '1', true]);
  });

  it('spells addresses as the simulation does', () => {
    const { reaches } = traffic(
      'tests: [{service: db, reaches: ["2001:DB8:0::1", "[2001:db8::0:1]:80", 10.0.0.1:80, db.example.com:80, "::ffff:1:2"]}]',
    );
    assert.deepEqual(
      reaches.map(({ value }) => value),
      ['[2001:db8::1]', '[2001:db8::1]:80', '10.0.0.1:80', 'db.example.com:80', '0.1.0.2'],
    );
  });

  it('asks DNS for a name', () => {
    const { expectations } = read(
      'tests: [{resolve: db.shop, type: srv, answers: []}, {resolve: db, answers: 10.0.0.1}]',
    );
    assert.deepEqual(
      expectations.map((each) => each.kind === 'dns' && [each.title, each.name, each.type, each.answers.value.length]),
      [
        ['db.shop, SRV', 'db.shop', 'SRV', 0],
        ['db', 'db', undefined, 1],
      ],
    );
  });

  it('has paths', () => {
    const { paths, problems } = read('paths: [k8s, "!k8s/old"]\ntests: [{service: db, only: []}]');
    assert.deepEqual([paths.map(({ value }) => value), problems], [['k8s', '!k8s/old'], []]);
  });

  it('keeps the expectations around a mistake', () => {
    const { expectations, problems } = read('tests:\n  - {service: a, only: []}\n  - 7\n  - {service: b, only: []}\n');
    assert.equal(problems.length, 1);
    assert.deepEqual(
      expectations.map(({ title }) => title),
      ['a', 'b'],
    );
  });

  const files: readonly (readonly [text: string, mistakes: readonly string[]])[] = [
    ['', [': The file has no tests. Write "tests:" and a list of expectations below.']],
    ['7', ['7: The file has no tests. Write "tests:" and a list of expectations below.']],
    ['tests: []', ['[]: "tests" must be a list of expectations, with at least one.']],
    ['tests: 7', ['7: "tests" must be a list of expectations, with at least one.']],
    ['paths: [k8s]', ['paths: [k8s]: "tests" must be a list of expectations, with at least one.']],
    ['test: []\ntests: [{service: db, only: []}]', ['test: There is no key "test" here. Did you mean "tests"?']],
    [
      'unlike: []\ntests: [{service: db, only: []}]',
      ['unlike: There is no key "unlike" here. Use paths, mirroring or tests.'],
    ],
    ['paths: [{}]\ntests: [{service: db, only: []}]', ['{}: "paths" must be a list of texts.']],
    ['paths: ["-"]\ntests: [{service: db, only: []}]', ['"-": A path must name a file, a directory or a glob.']],
    ['mirroring: maybe\ntests: [{service: db, only: []}]', ['maybe: "mirroring" must be on or off.']],
  ];
  for (const [text, expected] of files)
    it(`reports a mistake in ${JSON.stringify(text)}`, () => assert.deepEqual(mistakes(text), expected));

  const either = 'An expectation needs either "service", such as shop/db:postgres, or "resolve", a DNS name.';
  const items: readonly (readonly [item: string, mistakes: readonly string[]])[] = [
    ['7', ['7: An expectation must be a mapping with "service" or "resolve".']],
    ['{}', [`{}: ${either}`]],
    ['{service: db, resolve: db}', [`{service: db, resolve: db}: ${either}`]],
    ['{service: [], only: []}', ['[]: "service" must be a text.', `{service: [], only: []}: ${either}`]],
    [
      '{service: a/b/c, only: []}',
      ['a/b/c: "a/b/c" names no Service. Write NAMESPACE/NAME:PORT, such as shop/db:postgres.'],
    ],
    [
      '{service: db}',
      ['db: Nothing is expected. Add "reaches", "not" or "only" with addresses; "only: []" expects none.'],
    ],
    ['{service: db, only: [], form: {}}', ['form: There is no key "form" here. Did you mean "from"?']],
    ['{service: db, only: [], from: a}', ['a: "from" must be a mapping such as {zone: a, node: worker-1}.']],
    ['{service: db, only: [], from: {zones: a}}', ['zones: There is no key "zones" here. Did you mean "zone"?']],
    ['{service: db, only: [], from: {zone: [a]}}', ['[a]: "zone" must be a text.']],
    ['{service: db, only: [], from: {family: IPv5}}', ['IPv5: "family" cannot be "IPv5". Did you mean "IPv4"?']],
    ['{service: db, only: [], from: {outside: 1}}', ['1: "outside" must be true or false.']],
    ['{service: db, only: [], through: trafik}', ['trafik: "through" cannot be "trafik". Did you mean "traefik"?']],
    ['{service: db, only: [], mirroring: 1}', ['1: "mirroring" must be on or off.']],
    ['{service: db, only: {}}', ['{}: "only" must be a list of texts.']],
    ['{service: db, not: [10.0.0.300]}', ['10.0.0.300: "10.0.0.300" is not a valid IP address.']],
    ['{service: db, not: [10.0.0.1:99999]}', ['10.0.0.1:99999: 99999 is not a valid port. Use 1 to 65535.']],
    ['{service: db, not: [db]}', ['db: "db" is neither an IP address nor a host name.']],
    [
      '{service: db, not: ["10.0.0.1:http"]}',
      ['"10.0.0.1:http": "10.0.0.1:http" is neither an IP address nor a host name.'],
    ],
    ['{resolve: db}', ['db: Nothing is expected. Add "answers"; "answers: []" expects none.']],
    [
      '{resolve: db, answers: [], only: []}',
      ['only: There is no key "only" here. Use name, resolve, type, answers or mirroring.'],
    ],
    ['{resolve: db, answers: [], type: B}', ['B: "type" cannot be "B". Did you mean "A"?']],
  ];
  for (const [item, expected] of items)
    it(`reports a mistake in ${item}`, () => assert.deepEqual(mistakesIn(item), expected));

  it('reports the syntax errors of YAML and a second document', () => {
    assert.equal(mistakes('tests: [').length > 0, true);
    const [second] = mistakes('tests: [{service: db, only: []}]\n---\ntests: []\n');
    assert.match(second ?? '', /A second document starts here/);
  });
});
