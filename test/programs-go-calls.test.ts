/** Programs in Go: which calls are resources, which of them run exactly once, and which resources they refer to. */
import assert from 'node:assert/strict';
import type { Resource } from '../server/src/tree/document.ts';
import { valueOf, type Mapping, type Value } from '../server/src/tree/value.ts';
import { goImports, goProgram, labelled, lastReading, named } from './support/go-programs.ts';
import { loadGrammarsOf, programDocument, readingsOf } from './support/programs.ts';

describe('programs: calls in Go', () => {
  before(() => loadGrammarsOf('main.go'));

  const core = 'github.com/pulumi/pulumi-kubernetes/sdk';
  const importing: readonly (readonly [what: string, text: string, tokens: readonly string[]])[] = [
    [
      'an alias',
      `import c "${core}/v4/go/kubernetes/core/v1"\nvar x, _ = c.NewEndpoints(nil, "x", nil)`,
      ['core/v1:Endpoints'],
    ],
    [
      'the name of the package',
      `import "${core}/v4/go/kubernetes/core/v1"\nvar x, _ = v1.NewService(nil, "x", nil)`,
      ['core/v1:Service'],
    ],
    [
      'older versions of the SDK',
      `import c "${core}/v3/go/kubernetes/core/v1"\nvar x, _ = c.NewServicePatch(nil, "x", nil)`,
      ['core/v1:ServicePatch'],
    ],
    [
      'no version of the SDK',
      `import c "${core}/go/kubernetes/core/v1"\nvar x, _ = c.NewEndpoints(nil, "x", nil)`,
      ['core/v1:Endpoints'],
    ],
    [
      'a dot',
      `import . "${core}/v4/go/kubernetes/discovery/v1"\nvar x, _ = NewEndpointSlicePatch(nil, "x", nil)`,
      ['discovery.k8s.io/v1:EndpointSlicePatch'],
    ],
    [
      'two dots',
      `import (\n. "${core}/v4/go/kubernetes/discovery/v1"\n. "${core}/v4/go/kubernetes/core/v1"\n)\nvar x, _ = NewEndpointSlice(nil, "x", nil)\nvar y, _ = NewEndpointsPatch(nil, "x", nil)`,
      ['discovery.k8s.io/v1:EndpointSlice', 'core/v1:EndpointsPatch'],
    ],
    [
      'a dot, but a function of the program',
      `import . "${core}/v4/go/kubernetes/core/v1"\nfunc NewEndpoints(a, b, c any) {}\nfunc f() { NewEndpoints(nil, "x", nil) }`,
      [],
    ],
    ['no package', `import _ "${core}/v4/go/kubernetes/core/v1"\nvar x, _ = v1.NewEndpoints(nil, "x", nil)`, []],
    [
      'another package',
      `import v1 "example.com/pulumi-kubernetes/core/v1"\nvar x, _ = v1.NewEndpoints(nil, "x", nil)`,
      [],
    ],
    [
      'a package that a variable hides',
      `import c "${core}/v4/go/kubernetes/core/v1"\nfunc f(c T) { c.NewEndpoints(nil, "x", nil) }`,
      [],
    ],
    [
      'another name of a function',
      `import c "${core}/v4/go/kubernetes/core/v1"\nvar make = c.NewEndpoints\nvar x, _ = make(nil, "x", nil)`,
      ['core/v1:Endpoints'],
    ],
    [
      'other functions and classes',
      `import c "${core}/v4/go/kubernetes/core/v1"\nvar x, _ = c.GetEndpoints(nil, "x", nil)\nvar y, _ = c.NewNamespace(nil, "Endpoints", nil)\nvar z, _ = c.NewEndpointsList(nil, "x", nil)`,
      [],
    ],
  ];
  for (const [what, text, tokens] of importing)
    it(`resolves ${what}`, () => {
      const read = readingsOf('main.go', `package main\n${text}\n`).map(({ token }) => token);
      assert.deepEqual(
        read,
        tokens.map((token) => `kubernetes:${token}`),
      );
    });

  it('reads wrappers that are imported with a dot', () => {
    const text = goProgram(named('String("db")')).replace('"github.com/pulumi/pulumi/', '. "github.com/pulumi/pulumi/');
    assert.deepEqual(lastReading(text).properties, { metadata: { name: 'db' } });
  });

  it('reads enums of the SDK', () => {
    const spec = `Spec: &corev1.ServiceSpecArgs{Type: corev1.ServiceSpecTypeClusterIP, ClusterIP: pulumi.String("None")}`;
    const text = goProgram(`corev1.NewService(ctx, "x", &corev1.ServiceArgs{${spec}})`);
    assert.deepEqual(lastReading(text).properties, { spec: { type: 'ClusterIP', clusterIP: 'None' } });
  });

  const places: readonly (readonly [what: string, text: string, isCertain: boolean])[] = [
    ['the function of the program', goProgram(named('nil')), true],
    ['an assignment', goProgram(`_, err = ${named('nil')}`), true],
    ['a return', goProgram(`return ${named('nil')}`), true],
    ['the start of an if', goProgram(`if _, err := ${named('nil')}; err != nil {\n}`), true],
    ['the condition of an if', goProgram(`if ok(${named('nil')}) {\n}`), true],
    ['a block', goProgram(`{\n${named('nil')}\n}`), true],
    ['the body of an if', goProgram(`if on {\n${named('nil')}\n}`), false],
    ['an else', goProgram(`if on {\n} else {\n${named('nil')}\n}`), false],
    ['a condition behind another', goProgram(`on && ok(${named('nil')})`), false],
    ['a loop', goProgram(`for range all {\n${named('nil')}\n}`), false],
    ['a case', goProgram(`switch {\ncase on:\n${named('nil')}\n}`), false],
    ['a default', goProgram(`switch {\ndefault:\n${named('nil')}\n}`), false],
    ['a function in the program', goProgram(`f := func() {\n${named('nil')}\n}`), false],
    ['a deferred call', goProgram(`defer ${named('nil')}`), false],
    ['another function', goProgram('', `func f() {\n${named('nil')}\n}`), false],
    ['a method', goProgram('', `func (t T) main() {\n${named('nil')}\n}`), false],
    ['main', `${goImports}func main() {\n${named('nil')}\n}`, true],
    [
      'a function that is handed to Run',
      `${goImports}func main() { pulumi.Run(all) }\nfunc all() {\n${named('nil')}\n}`,
      true,
    ],
    [
      'a variable that is handed to Run',
      `${goImports}func main() {\nall := func() {\n${named('nil')}\n}\npulumi.RunErr(all)\n}`,
      true,
    ],
    [
      'a function that Run may be handed',
      `${goImports}func main() {\nif on {\npulumi.Run(func() {\n${named('nil')}\n})\n}\n}`,
      false,
    ],
  ];
  for (const [what, text, isCertain] of places)
    it(`calls a resource in ${what} ${isCertain ? 'certain' : 'uncertain'}`, () => {
      const { resources } = programDocument('main.go', text);
      assert.deepEqual(
        resources.map(({ isUncertain = false }) => !isUncertain),
        [isCertain],
      );
    });

  const outputs: readonly (readonly [expression: string, steps: readonly (string | number)[] | undefined])[] = [
    ['db.Metadata.Name()', ['metadata', 'name']],
    ['db.Metadata.Name().Elem()', ['metadata', 'name']],
    ['db.Metadata.Name().ToStringPtrOutput()', ['metadata', 'name']],
    ['db.ID()', ['id']],
    [
      'db.Metadata.ApplyT(func(m metav1.ObjectMeta) string { return *m.Name }).(pulumi.StringOutput)',
      ['metadata', 'name'],
    ],
    ['db.Metadata.ApplyT(func(m metav1.ObjectMeta) (string, error) { return *m.Name, nil })', ['metadata', 'name']],
    ['pulumi.Sprintf("%s", db.Metadata.Name())', ['metadata', 'name']],
    ['pulumi.Sprintf("%s-x", db.Metadata.Name())', undefined],
    ['db.Metadata.ApplyT(func(m metav1.ObjectMeta) string { return *m.Name + "-x" })', undefined],
    ['db.Subsets.Index(pulumi.Int(0)).Ports()', ['subsets', 0, 'ports']],
    ['db.Metadata.Labels().MapIndex(pulumi.String("a"))', ['metadata', 'labels', 'a']],
  ];
  for (const [expression, steps] of outputs)
    it(`follows ${expression}`, () => {
      const text = goProgram(
        `db, err := corev1.NewEndpoints(ctx, "db", nil)\nif err != nil {\nreturn err\n}\n_, err = ${named(expression)}`,
      );
      const { references } = programDocument('main.go', text);
      const found = references.map(({ root, steps: each }) => ({ root, steps: each.map(({ step }) => step) }));
      assert.deepEqual(found, [{ root: 'db', steps: steps ?? [] }]);
    });

  const handed: readonly (readonly [statement: string, isOpen: boolean])[] = [
    ['fill(labels)', true],
    ['fill(1, labels)', true],
    ['labels.describe(1)', true],
    ['lib.Fill(labels)', true],
    ['x.y = labels', true],
    ['fill(T{labels: labels})', true],
    ['fill(T{labels: 1})', false],
    ['all := []map[string]string{labels}\nfor _, each := range all {\neach["a"] = "b"\n}', true],
    ['each := T{labels}.all\neach["a"] = "b"', true],
    ['other := labels\nother["a"] = "b"', true],
    ['other := labels\nfill(other)', true],
    ['other := labels\nfmt.Println(other)', false],
    ['len(labels)', false],
    ['fmt.Println(labels)', false],
    ['ctx.Export("x", pulumi.ToStringMap(labels))', false],
    ['_ = strings.ToUpper(labels["a"])', false],
  ];
  for (const [statement, isOpen] of handed)
    it(`${isOpen ? 'opens' : 'does not open'} a map for rules after ${statement.replace('\n', '; ')}`, () => {
      const map = 'labels := map[string]string{"a": "x"}';
      const { properties } = onlyResource(goProgram(`${map}\n${statement}\n${labelled('pulumi.ToStringMap(labels)')}`));
      assert.equal(labelsOf(properties).isOpen, isOpen);
    });

  const exported: readonly (readonly [name: string, packageName: string, isOpen: boolean])[] = [
    ['Labels', 'infra', true],
    ['labels', 'infra', false],
    ['Labels', 'main', false],
  ];
  for (const [name, packageName, isOpen] of exported)
    it(`${isOpen ? 'opens' : 'does not open'} the variable ${name} of the package ${packageName} for rules`, () => {
      const text = goProgram(labelled(`pulumi.ToStringMap(${name})`), `var ${name} = map[string]string{"a": "x"}`);
      const { properties } = onlyResource(text.replace('package main', `package ${packageName}`));
      assert.equal(labelsOf(properties).isOpen, isOpen);
    });
});

function onlyResource(text: string): Resource {
  const [resource] = programDocument('main.go', text).resources;
  assert.ok(resource);
  return resource;
}

function labelsOf(properties: Value | undefined): Mapping {
  return mappingIn(mappingIn(properties, 'metadata'), 'labels');
}

function mappingIn(value: Value | undefined, name: string): Mapping {
  const own = value?.kind === 'mapping' ? valueOf(value, name) : undefined;
  assert.ok(own?.kind === 'mapping');
  return own;
}
