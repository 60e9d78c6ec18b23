/** What replacements and vars of kustomizations write, in directed builds that no recorded build covers. */
import { deepEqual, equal } from 'node:assert/strict';
import { buildOf, documents, endpointsText, serviceText } from './support/built-tree.ts';

const settings = (data: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {${data}}\n`;
const subsets = 'subsets: [{addresses: [{ip: 10.0.0.1}, {ip: 10.0.0.10}, {ip: 10.0.0.2}], ports: [{port: 1}]}]\n';

/** One replacement in flow style. */
function replacement(source: string, ...targets: readonly string[]): string {
  return `replacements: [{${source}, targets: [${targets.map((target) => `{${target}}`).join(', ')}]}]\n`;
}

describe('replacements', () => {
  const from = (field: string, options = '') => `source: {kind: ConfigMap, fieldPath: data.${field}${options}}`;
  const objects = documents(settings('port: "7000", host: "10.0.0.9:7001", name: web'), endpointsText('db', subsets));

  it('keep the type of the target', () => {
    const built = buildOf(
      replacement(from('port'), 'select: {kind: Endpoints}, fieldPaths: [subsets.0.ports.0.port]'),
      objects,
    );
    equal(built.at('Endpoints', 'subsets 0 ports 0 port'), 7000);
    deepEqual(built.from('Endpoints', 'subsets 0 ports 0 port'), ['"7000"']);
  });

  it('fail where the target cannot hold the text', () => {
    const built = buildOf(
      replacement(from('name'), 'select: {kind: Endpoints}, fieldPaths: [subsets.0.ports.0.port]'),
      objects,
    );
    equal(built.failure, 'replacement: subsets.0.ports.0.port');
  });

  it('read a text again that a created field takes', () => {
    const built = buildOf(
      replacement(
        from('port'),
        'select: {kind: Endpoints}, fieldPaths: [metadata.labels.port], options: {create: true}',
      ),
      objects,
    );
    equal(built.at('Endpoints', 'metadata labels port'), 7000);
  });

  it('search the text of a condition in the items', () => {
    const paths = "select: {kind: Endpoints}, fieldPaths: ['subsets.0.addresses.[ip=10.0.0.1].ip']";
    const built = buildOf(replacement('sourceValue: 10.0.0.7', paths), objects);
    deepEqual(built.at('Endpoints', 'subsets 0 addresses'), [
      { ip: '10.0.0.7' },
      { ip: '10.0.0.7' },
      { ip: '10.0.0.2' },
    ]);
  });

  it('add the item of a condition', () => {
    const paths = "select: {kind: Endpoints}, fieldPaths: ['subsets.0.ports.[name=web].port'], options: {create: true}";
    const built = buildOf(replacement(from('port'), paths), objects);
    deepEqual(built.at('Endpoints', 'subsets 0 ports'), [{ port: 1 }, { name: 'web', port: 7000 }]);
  });

  it('cut the source and join the target', () => {
    const paths =
      'select: {kind: Endpoints}, fieldPaths: [subsets.0.addresses.*.ip], options: {delimiter: ., index: 0}';
    const built = buildOf(replacement(from('host', ", options: {delimiter: '.', index: 3}"), paths), objects);
    equal(built.at('Endpoints', 'subsets 0 addresses 2 ip'), '9:7001.0.0.2');
    deepEqual(built.from('Endpoints', 'subsets 0 addresses 2 ip'), ['10.0.0.2', '"10.0.0.9:7001"']);
  });

  it('find objects by each of their names, by patterns and by labels, and reject some', () => {
    const labeled = 'apiVersion: v1\nkind: Service\nmetadata: {name: c, labels: {tier: x}}\nspec: {type: a}\n';
    const services = documents(...['a', 'b', 'ab'].map((name) => serviceText(name, 'spec: {type: a}\n')), labeled);
    const types = (target: string) => {
      const built = buildOf(
        `namePrefix: p-\n${replacement('sourceValue: z', `${target}, fieldPaths: [spec.type]`)}`,
        services,
      );
      return ['a', 'b', 'ab', 'c'].filter((name) => built.at(`Service p-${name}`, 'spec type') === 'z');
    };
    deepEqual(types('select: {kind: Service, name: a}'), ['a']);
    deepEqual(types('select: {kind: Service, name: p-a}'), ['a']);
    deepEqual(types('select: {kind: Serv.*, name: "a.*"}'), ['a', 'ab']);
    deepEqual(types('select: {kind: Service}, reject: [{name: a|b}]'), ['ab', 'c']);
    deepEqual(types('select: {kind: Service, labelSelector: tier=x}'), ['c']);
    deepEqual(types('select: {kind: Service}, reject: [{labelSelector: tier}]'), ['a', 'b', 'ab']);
    deepEqual(types('select: {kind: Service, namespace: default, name: a}'), ['a']);
  });

  it('leave a text that holds YAML', () => {
    const file = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: file}\ndata: {a.yaml: "host: x"}\n';
    const paths = 'select: {kind: ConfigMap, name: file}, fieldPaths: [data.a\\.yaml.host]';
    equal(buildOf(replacement('sourceValue: new', paths), file).failure, 'none');
  });

  for (const [title, source, target, blamed] of [
    ['several sources', 'source: {kind: Endpoints}', 'select: {kind: Service}', '{kind: Endpoints}'],
    ['no field in the source', 'source: {kind: ConfigMap, fieldPath: data.x}', 'select: {kind: Endpoints}', 'data.x'],
    [
      'a part that the source has not',
      from('port', ", options: {delimiter: '.', index: 1}"),
      'select: {kind: Endpoints}',
      "{delimiter: '.', index: 1}",
    ],
    ['two kinds of source', `${from('port')}, sourceValue: x`, 'select: {kind: Endpoints}', 'x'],
    [
      'an index behind the end',
      'sourceValue: x',
      'select: {kind: Endpoints}, fieldPaths: [subsets.1.ports]',
      'subsets.1.ports',
    ],
    ['a pattern that is none', 'sourceValue: x', 'select: {kind: "("}', '"("'],
  ] as const) {
    it(`fail for ${title}`, () => {
      const built = buildOf(replacement(source, target), documents(objects, endpointsText('other')));
      equal(built.failure, `replacement: ${blamed}`);
    });
  }

  it('remark a target that no object meets', () => {
    const built = buildOf(replacement('sourceValue: x', 'select: {kind: Service, name: gone}'), objects);
    deepEqual(built.remarks, ['unmatched-target {kind: Service, name: gone}']);
  });

  it('miss nothing where something comes from outside', () => {
    const remote = {
      'kustomization.yaml': `resources: [objects.yaml, "https://example.com/x/y//z?ref=v1"]\n${replacement('source: {kind: Service, name: gone}', 'select: {kind: Job}')}`,
    };
    const built = buildOf('', objects, remote);
    deepEqual([built.failure, built.remarks], ['none', []]);
  });
});

describe('vars', () => {
  const vars =
    "vars: [{name: PORT, objref: {apiVersion: v1, kind: Service, name: db}, fieldref: {fieldpath: 'spec.ports[0].port'}}, {name: NAME, objref: {apiVersion: v1, kind: Service, name: db}}]\n";
  const spec = 'spec: {ports: [{port: 5432, targetPort: $(PORT)}], externalName: $(NAME)}\n';

  it('take the type of the value where they are alone, and stay outside of the table', () => {
    const built = buildOf(`namePrefix: p-\n${vars}`, serviceText('db', spec));
    equal(built.at('Service', 'spec ports 0 targetPort'), 5432);
    equal(built.at('Service', 'spec externalName'), '$(NAME)');
  });

  it('are replaced within a text, but for $$ and unknown names', () => {
    const annotated =
      'apiVersion: v1\nkind: Endpoints\nmetadata: {name: e, annotations: {a: "$(NAME):$(PORT) $$(X) $(Y)"}}\n';
    const built = buildOf(`nameSuffix: -x\n${vars}`, documents(serviceText('db', spec), annotated));
    equal(built.at('Endpoints', 'metadata annotations a'), 'db-x:5432 $(X) $(Y)');
    deepEqual(built.from('Endpoints', 'metadata annotations a').slice(1), ['db', '-x', '5432']);
  });

  it('fail where a name repeats, or the field is missing', () => {
    const variable = (name: string, path: string) =>
      `{name: ${name}, objref: {apiVersion: v1, kind: Service, name: db}, fieldref: {fieldpath: ${path}}}`;
    const two = variable('A', 'metadata.name');
    equal(buildOf(`vars: [${two}, ${two}]\n`, serviceText('db')).failure, `other: ${two}`);
    equal(
      buildOf(`vars: [${variable('A', 'spec.x')}]\n`, serviceText('db')).failure,
      'other: {apiVersion: v1, kind: Service, name: db}',
    );
  });
});
