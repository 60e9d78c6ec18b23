/** Evaluates expressions of a program as far as they are known without running it. */
import type { Entry, Mapping, Opaque, Scalar, Sequence, Value } from '../../tree/value.ts';
import type { Adapter, Program } from './adapter.ts';
import type { Expression } from './expression.ts';
import { relocated, shared } from './relocate.ts';
import { addSpread } from './guarded.ts';
import {
  accessed,
  exposed,
  fromStart,
  literalOf,
  mayHaveMore,
  opaque,
  opennessOf,
  sequenceOf,
  soleExpression,
  textOfPart,
} from './known-values.ts';
import type { NameDeclaration } from './survey.ts';
import type { SyntaxNode } from './syntax.ts';

/** The values of the parameters of the functions whose bodies are evaluated. */
type Bindings = ReadonlyMap<NameDeclaration, Value>;

const unbound: Bindings = new Map();

/** No program nests this deeply, or declares this much. */
const deepest = 200;
const mostValues = 200_000;

export class Evaluator {
  readonly #program: Program;
  readonly #adapter: Adapter;
  /** The key of a resource, by its call. */
  readonly #keyOf: (call: SyntaxNode) => string | undefined;
  readonly #known = new Map<NameDeclaration, Value | undefined>();
  readonly #variables = new Map<NameDeclaration, number>();
  #depth = 0;
  #made = 0;

  constructor(program: Program, adapter: Adapter, keyOf: (call: SyntaxNode) => string | undefined) {
    this.#program = program;
    this.#adapter = adapter;
    this.#keyOf = keyOf;
  }

  /** Undefined for a value that is left out. */
  valueOf(node: SyntaxNode): Value | undefined {
    return this.#node(node, unbound);
  }

  evaluate(expression: Expression): Value | undefined {
    return this.#evaluate(expression, unbound);
  }

  #node(node: SyntaxNode, bindings: Bindings): Value | undefined {
    if (this.#depth > deepest || this.#made > mostValues) return opaque(node, 'an expression that is too large');
    this.#depth++;
    this.#made++;
    const value = this.#evaluate(this.#adapter.expression(node, this.#program), bindings);
    this.#depth--;
    return value;
  }

  #evaluate(expression: Expression, bindings: Bindings): Value | undefined {
    const { node } = expression;
    switch (expression.kind) {
      case 'absent':
        return undefined;
      case 'literal':
        return this.#scalar(node, expression.value);
      case 'template':
        return this.#template(expression, bindings);
      case 'sum':
        return this.#sum(expression, bindings);
      case 'name':
        return this.#name(expression, bindings);
      case 'member':
        return this.#member(expression, bindings);
      case 'object':
        return this.#object(expression, bindings);
      case 'list':
        return this.#list(expression, bindings);
      case 'mapped':
        return this.#mapped(expression, bindings);
      case 'applied':
        return this.#applied(expression, bindings);
      case 'resource': {
        const key = this.#keyOf(node);
        return { ...opaque(node, 'a resource'), ...(key !== undefined && { expression: `\${${key}}` }) };
      }
      default:
        return opaque(node, 'an expression');
    }
  }

  #scalar({ start, end }: SyntaxNode, value: Scalar['value'], isComputed = false): Scalar {
    const text = this.#program.text.slice(start, end);
    return {
      kind: 'scalar',
      span: { start, end },
      value,
      text,
      isAlias: isComputed,
      ...(isComputed && { isComputed }),
    };
  }

  /** Only texts and whole numbers are put together: other values are spelled differently in each language. */
  #template(template: Expression & { kind: 'template' }, bindings: Bindings): Value {
    const { node, parts, isOutput, keepsDecimals = false } = template;
    const values = parts.map((part) => (typeof part === 'string' ? part : this.#node(part, bindings)));
    if (isOutput) return { ...opaque(node, 'an output'), ...soleExpression(values) };
    const texts = values.map((value) => (typeof value === 'string' ? value : textOfPart(value, keepsDecimals)));
    const isKnown = texts.every((text) => text !== undefined);
    return isKnown ? this.#scalar(node, texts.join(''), true) : opaque(node, 'an expression');
  }

  #sum({ node, left, right, joinsLists }: Expression & { kind: 'sum' }, bindings: Bindings): Value {
    const [a, b] = [this.#node(left, bindings), this.#node(right, bindings)];
    // What is added to a list is a list.
    if (joinsLists && (a?.kind === 'sequence' || b?.kind === 'sequence')) {
      const lists = [a, b].map((each) => (each?.kind === 'sequence' ? each : undefined));
      return sequenceOf(
        node,
        lists.flatMap((list) => list?.items ?? []),
        lists,
      );
    }
    if (a?.kind === 'scalar' && b?.kind === 'scalar' && typeof a.value === 'string' && typeof b.value === 'string')
      return this.#scalar(node, a.value + b.value, true);
    return opaque(node, 'an expression');
  }

  #name({ node, name, scope }: Expression & { kind: 'name' }, bindings: Bindings): Value | undefined {
    const { survey } = this.#program;
    const declaration = scope ? survey.inScope(scope, name) : survey.find(name, node);
    const bound = declaration && bindings.get(declaration);
    if (bound) return this.#moved(bound, node);
    const enumValue = this.#enum(node);
    if (enumValue) return enumValue;
    if (!declaration || survey.changed.has(name)) return opaque(node, 'a name');
    if (!declaration.value) return this.#variable(declaration, node);
    const value = this.#declared(declaration);
    const isUnknown = value?.kind === 'opaque' && value.expression === undefined;
    return isUnknown ? this.#variable(declaration, node) : value && this.#moved(value, node);
  }

  /** A value that is not known, but the same wherever the variable is used. */
  #variable(declaration: NameDeclaration, node: SyntaxNode): Opaque {
    const number = this.#variables.get(declaration) ?? this.#variables.size;
    this.#variables.set(declaration, number);
    return { ...opaque(node, 'a variable'), expression: `\${@${number}}` };
  }

  #declared(declaration: NameDeclaration): Value | undefined {
    const { value: initial, path } = declaration;
    if (this.#known.has(declaration) || !initial) return this.#known.get(declaration);
    // While it is evaluated, a name that refers to itself is unknown.
    this.#known.set(declaration, opaque(initial, 'a name'));
    let value = this.#node(initial, unbound);
    for (const step of path) value = value && this.#step(value, step, initial, false);
    if (value && this.#program.survey.exposed.has(declaration.name)) value = exposed(value);
    this.#known.set(declaration, value);
    return value;
  }

  /** A value that is written elsewhere, as it is where it is used. */
  #moved(value: Value, { start, end }: SyntaxNode): Value {
    const { value: moved, count } = relocated(value, { start, end }, mostValues - this.#made);
    this.#made += count;
    return moved;
  }

  #enum(node: SyntaxNode): Value | undefined {
    const path = this.#program.pathOf(node);
    const value = path === undefined ? undefined : this.#adapter.enumValue(path);
    return value === undefined ? undefined : this.#scalar(node, value, true);
  }

  #member(expression: Expression & { kind: 'member' }, bindings: Bindings): Value | undefined {
    const { node, of, name, isCall = false, countsFromEnd = false } = expression;
    const enumValue = this.#enum(node);
    if (enumValue) return enumValue;
    const index = typeof name === 'string' ? name : literalOf(this.#node(name, bindings));
    const owner = this.#node(of, bindings);
    if (!owner || index === undefined) return opaque(node, 'an expression');
    const value = this.#step(owner, countsFromEnd ? fromStart(index, owner) : index, node, isCall);
    return value && this.#moved(value, node);
  }

  #step(owner: Value, step: string | number, node: SyntaxNode, isCall: boolean): Value | undefined {
    // Calls of a variable's methods may differ each time; only the getters of resources do not.
    if (isCall && owner.kind === 'opaque' && owner.expression?.startsWith('${@')) return opaque(node, 'a call');
    if (owner.kind === 'opaque') return { ...opaque(node, owner.why), ...accessed(owner, this.#fieldName(step)) };
    if (isCall) return opaque(node, 'a call');
    if (owner.kind === 'sequence' && typeof step === 'number' && !mayHaveMore(owner)) {
      return owner.items[step] ?? opaque(node, 'an expression');
    }
    if (owner.kind !== 'mapping') return opaque(node, 'an expression');
    const entry = owner.entries.find((each) => each.name === String(step));
    if (owner.absent?.includes(String(step))) return undefined;
    return entry?.value ?? opaque(node, 'an expression');
  }

  #fieldName(step: string | number): string | number {
    return typeof step === 'number' ? step : this.#adapter.naming.property(step, true, false);
  }

  #object({ node, parts, isUnion }: Expression & { kind: 'object' }, bindings: Bindings): Value {
    const entries = new Map<string, Entry | undefined>();
    const others: (Mapping | undefined)[] = [];
    let isObject = !isUnion;
    for (const part of parts) {
      if ('spread' in part) {
        const value = this.#node(part.spread, bindings);
        // Spreading nothing adds nothing.
        if (!value) continue;
        const other = value.kind === 'mapping' ? value : undefined;
        isObject ||= other !== undefined;
        addSpread(entries, others, other);
        continue;
      }
      const name = typeof part.name === 'string' ? part.name : literalOf(this.#node(part.name, bindings));
      if (name === undefined) {
        addSpread(entries, others, undefined);
        continue;
      }
      const value = this.#node(part.value, bindings);
      entries.set(String(name), value && this.#entry(String(name), part.key, value, part.isField));
    }
    if (!isObject) return opaque(node, 'an expression');
    const { start, end } = node;
    const absent = [...entries.keys()].filter((name) => !entries.get(name));
    return {
      kind: 'mapping',
      span: { start, end },
      entries: [...entries.values()].filter((each) => each !== undefined),
      style: 'flow',
      isAlias: false,
      ...opennessOf(others),
      ...(absent.length > 0 && { absent }),
    };
  }

  #entry(name: string, { start, end }: SyntaxNode, value: Value, isField: boolean): Entry {
    return {
      name,
      keyText: this.#program.text.slice(start, end),
      key: { start, end },
      value,
      isMerged: false,
      isOpaqueKey: false,
      ...(isField && { isField }),
    };
  }

  #list({ node, items }: Expression & { kind: 'list' }, bindings: Bindings): Value {
    const values: Value[] = [];
    const others: (Sequence | undefined)[] = [];
    for (const item of items) {
      const value = this.#node('spread' in item ? item.spread : item, bindings);
      if (!('spread' in item)) values.push(...(value ? [value] : []));
      else {
        const other = value?.kind === 'sequence' ? value : undefined;
        others.push(other);
        values.push(...(other?.items ?? []));
      }
    }
    return sequenceOf(node, values, others);
  }

  #mapped({ node, over, scope, name, body }: Expression & { kind: 'mapped' }, bindings: Bindings): Value {
    const list = this.#node(over, bindings);
    const parameter = this.#program.survey.inScope(scope, name);
    if (list?.kind !== 'sequence' || mayHaveMore(list) || !parameter) return opaque(node, 'an expression');
    const items = list.items.flatMap((item) => {
      const made = this.#node(body, new Map([...bindings, [parameter, item]]));
      return made ? [shared(made)] : [];
    });
    return sequenceOf(node, items, [list]);
  }

  /** An output is known only when the program runs; which output it is may be known. */
  #applied({ node, over, scope, name, body }: Expression & { kind: 'applied' }, bindings: Bindings): Value {
    const output = this.#node(over, bindings);
    const parameter = this.#program.survey.inScope(scope, name);
    const made = output && parameter ? this.#node(body, new Map([...bindings, [parameter, output]])) : undefined;
    return { ...opaque(node, 'an output'), ...(made?.kind === 'opaque' && soleExpression([made])) };
  }
}
