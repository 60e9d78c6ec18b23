/** Outputs, certain calls and exposed collections in Java programs, and programs that are half typed or nest deeply. */
import assert from 'node:assert/strict';
import { imports, opaque, program, named, listing, labelled, nameIn, labelsIn } from './support/java-programs.ts';
import { loadGrammarsOf, programDocument, readingsOf } from './support/programs.ts';

describe('Java programs: calls', () => {
  before(() => loadGrammarsOf('a.java'));

  describe('outputs', () => {
    const made = 'var db = new Service("db");';
    const cases: readonly (readonly [what: string, written: string, expression: string | undefined])[] = [
      ['a getter', 'db.id()', '${db.id}'],
      ['applyValue', 'db.metadata().applyValue(m -> m.name().orElseThrow())', '${db.metadata.name}'],
      ['orElse', 'db.metadata().applyValue(m -> m.name().orElse("x"))', '${db.metadata.name}'],
      ['get', 'db.metadata().apply(m -> m.name().get())', '${db.metadata.name}'],
      ['Output.format of one', 'Output.format("%s", db.id())', '${db.id}'],
      ['Output.format of more', 'Output.format("%s-x", db.id())', undefined],
      ['another method', 'db.metadata().applyValue(m -> other(m))', undefined],
      ['an unknown getter', 'db.next()', undefined],
    ];
    for (const [what, written, expression] of cases) {
      it(what, () => {
        const { resources } = programDocument('Main.java', program(named(written), { before: made }));
        const metadata = resources[0]?.properties.entries[0]?.value;
        const value = metadata?.kind === 'mapping' ? metadata.entries[0]?.value : undefined;
        assert.equal(value?.kind === 'opaque' ? value.expression : 'known', expression);
      });
    }

    const rootsIn = (text: string): readonly string[] =>
      programDocument('Main.java', text).references.map(({ root }) => root);

    it('follows a field that a constructor assigns once', () => {
      const component = (more: string): string =>
        program('', {
          members: `class C { final Service db; C() { this.db = new Service("db"); } ${more} void m() { ${named('db.id()')} ${named('this.db.id()')} } }`,
        });
      assert.deepEqual(rootsIn(component('')), ['db', 'db']);
      assert.deepEqual(rootsIn(component('C(int x) { this.db = null; }')), []);
      assert.deepEqual(rootsIn(component('void n() { this.db = other(); }')), []);
    });

    it('takes a class with resources for no reference to them', () => {
      const text = program(`${made} ${named('Main.A')}`, { members: 'static final String A = "x";' });
      assert.deepEqual(rootsIn(text), []);
    });
  });

  describe('calls that are certain', () => {
    const call = 'new Endpoints("e");';
    const inMain = (statements: string, more = ''): string =>
      `${imports} class Main { public static void main(String[] args) { ${statements} } ${more} }`;
    const cases: readonly (readonly [what: string, text: string, isCertain: boolean])[] = [
      ['in main', inMain(call), true],
      ['in an instance main', `${imports} void main() { ${call} }`, true],
      ['in the lambda that is run', inMain(`Pulumi.run(ctx -> { ${call} });`), true],
      ['in the method that is run', program(call), true],
      ['in another method', inMain('', `static void stack() { ${call} }`), false],
      ['in another lambda', inMain(`list.forEach(x -> { ${call} });`), false],
      ['in a loop', inMain(`for (var x : args) { ${call} }`), false],
      ['in a condition', inMain(`if (x) ${call}`), false],
      ['in a constructor', inMain('', `Main() { ${call} }`), false],
      ['in a field', inMain('', `static Object a = ${call}`), false],
    ];
    for (const [what, text, isCertain] of cases) {
      it(`${isCertain ? '' : 'not '}${what}`, () => {
        const [resource] = programDocument('Main.java', text).resources;
        assert.equal(resource?.isUncertain !== true, isCertain);
      });
    }
  });

  describe('collections that other code may change', () => {
    const cases: readonly (readonly [what: string, statements: string, isExposed: boolean])[] = [
      ['a method of the program', 'helper(m);', true],
      ['a constructor of the program', 'new Helper(m);', true],
      ['a list that keeps it', 'all.add(m);', true],
      ['another name that is handed on', 'var n = m; helper(n);', true],
      ['another name that is changed', 'var n = m; n.put("b", "y");', true],
      ['a copy', 'var n = Map.copyOf(m);', false],
      ['a new map', 'var n = new HashMap<>(m);', false],
      ['a text', 'System.out.println(m); log(String.valueOf(m));', false],
      ['an output of the stack', 'ctx.export("m", m);', false],
      ['a builder', 'var o = ObjectMetaArgs.builder().labels(m).build();', false],
      ['a call on it', 'm.containsKey("a");', false],
    ];
    for (const [what, statements, isExposed] of cases) {
      it(what, () => {
        const text = program(labelled('m'), { before: `var m = Map.of("a", "x"); ${statements}` });
        const metadata = programDocument('Main.java', text).resources[0]?.properties.entries[0]?.value;
        const labels = metadata?.kind === 'mapping' ? metadata.entries[0]?.value : undefined;
        assert.ok(labels?.kind === 'mapping');
        assert.equal(labels.isExposed === true, isExposed);
        assert.deepEqual(labelsIn(text), { a: 'x' });
      });
    }

    it('arrays of fields that are not private', () => {
      const items = (modifiers: string): boolean => {
        const text = program(listing('A'), { members: `${modifiers} final String[] A = {"x"};` });
        const { neighbours } = programDocument('Main.java', text);
        const spec = neighbours[0]?.properties.entries[0]?.value;
        const ips = spec?.kind === 'mapping' ? spec.entries[0]?.value : undefined;
        assert.ok(ips?.kind === 'sequence' && ips.items.length === 1);
        return ips.isExposed === true;
      };
      assert.equal(items('public static'), true);
      assert.equal(items('private static'), false);
    });
  });

  describe('half-typed programs', () => {
    const after = 'new Endpoints("later", EndpointsArgs.builder().kind("x").build());';
    const texts: readonly string[] = [
      'var a = ',
      'var a = "x',
      'new Endpoints("e", ',
      'new Endpoints("e", EndpointsArgs.builder().',
      'new Endpoints("e", EndpointsArgs.builder().metadata(',
      'new Endpoints("e", EndpointsArgs.builder().metadata(ObjectMetaArgs.builder().name("x")',
      'new Endpoints("e", EndpointsArgs.builder()\n.subsets(EndpointSubsetArgs.builder()\n.ports(EndpointPortArgs.builder().port(',
      `var c = '"'; var a = "x`,
      'new ',
      'new Endpoints',
      'if (',
      'for (var x : ',
      'Pulumi.run(ctx -> ',
      'var m = Map.of("a", ',
      'db.metadata().applyValue(m -> ',
      'hosts[',
      'switch (x) { case ',
      'x instanceof String ',
      'this.',
    ];
    for (const text of texts) {
      it(JSON.stringify(text), () => {
        const names = readingsOf('Main.java', program(`${text}\n;\n${after}`)).map(({ resourceName }) => resourceName);
        assert.ok(names.includes('later'), JSON.stringify(names));
      });
    }
  });

  describe('deep programs', () => {
    const many = 10_000;
    /** Texts with more nested brackets are not read. */
    const inBrackets = 400;
    const cases: readonly (readonly [what: string, written: string, name: unknown])[] = [
      ['brackets', `${'('.repeat(inBrackets)}"x"${')'.repeat(inBrackets)}`, 'x'],
      ['casts', `${'(String) '.repeat(inBrackets)}"x"`, 'x'],
      ['wrappers', `${'Output.of('.repeat(inBrackets)}"x"${')'.repeat(inBrackets)}`, 'x'],
      ['getters', `x${'.name()'.repeat(many)}`, opaque],
      ['members', `x${'.name'.repeat(many)}`, opaque],
      ['a builder', `EndpointsArgs.builder()${'.kind("x")'.repeat(many)}.build()`, opaque],
      ['a sum', `"x"${' + "x"'.repeat(many)}`, opaque],
    ];
    for (const [what, written, name] of cases) it(what, () => assert.deepEqual(nameIn(program(named(written))), name));

    it('reads what follows brackets that are not closed', () => {
      assert.deepEqual(readingsOf('Main.java', program(`f(${'('.repeat(inBrackets)}`)), []);
    });
  });
});
