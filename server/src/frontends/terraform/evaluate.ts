/** Evaluates the expressions of a Terraform module, as far as they are known without its variables and providers. */
import type { Span } from '../../text/span.ts';
import { valueOf, type Entry, type Mapping, type Opaque, type Value } from '../../tree/value.ts';
import { shared } from '../code/relocate.ts';
import {
  type HclBlock,
  type HclExpression,
  type HclFor,
  type HclObject,
  type HclReference,
  type HclStep,
  type HclTemplate,
} from '../hcl/hcl.ts';
import { argumentAt, instancesText } from './block-paths.ts';
import { applied } from './functions.ts';
import { resourceAddress, type Declared, type ModuleFile, type TerraformModule } from './module.ts';
import { symbolOf } from './symbols.ts';
import {
  computed,
  iteratedItems,
  joinedTexts,
  mapping,
  opaqueAt,
  printedScalar,
  movedValue,
  sequence,
} from './values.ts';

/** What an expression can see. */
export interface ModuleScope {
  readonly file: ModuleFile;
  /** The names of `for` expressions and dynamic blocks around. */
  readonly names: ReadonlyMap<string, Value>;
  /** What `count` or `for_each` is; undefined outside of a resource with one of them. */
  readonly instances: string | undefined;
}

export function fileScope(file: ModuleFile): ModuleScope {
  return { file, names: new Map(), instances: undefined };
}

/** How often expressions may lead to others, as locals that use locals do. */
const deepest = 60;

export class ModuleEvaluator {
  readonly #module: TerraformModule;
  readonly #hasDefaults: boolean;
  readonly #locals = new Map<string, Value | undefined>();
  readonly #budget = { left: 200_000 };
  #depth = 0;

  /** With `hasDefaults`, every variable has its default. */
  constructor(module: TerraformModule, hasDefaults = false) {
    this.#module = module;
    this.#hasDefaults = hasDefaults;
  }

  evaluate(expression: HclExpression, scope: ModuleScope): Value {
    if (this.#depth >= deepest) return opaqueAt(expression.span, 'an expression that is nested too deeply');
    this.#depth++;
    const value = this.#evaluate(expression, scope);
    this.#depth--;
    return value;
  }

  #evaluate(expression: HclExpression, scope: ModuleScope): Value {
    const { span } = expression;
    switch (expression.kind) {
      case 'literal': {
        const text = scope.file.text.slice(span.start, span.end);
        return { kind: 'scalar', span, value: expression.value, text, isAlias: false };
      }
      case 'template':
        return this.#template(expression, scope);
      case 'list': {
        const items = expression.items.map((item) => this.evaluate(item, scope));
        return sequence(span, items, !expression.isClosed);
      }
      case 'object':
        return this.#object(expression, scope);
      case 'for':
        return this.#for(expression, scope);
      case 'call': {
        const { isSpread, isClosed, name } = expression;
        const args = expression.args.map((each) => this.evaluate(each, scope));
        const value = isSpread || !isClosed ? undefined : applied(name, args, span);
        return value ?? this.#unknown(expression, scope, `a call of ${name}`);
      }
      case 'reference':
        return this.#reference(expression, scope);
      case 'parentheses':
        return this.evaluate(expression.inner, scope);
      case 'other':
        return this.#unknown(expression, scope, 'an expression');
    }
  }

  #unknown(expression: HclExpression, { file, names, instances }: ModuleScope, why: string): Opaque {
    const isBound = (name: string): boolean => names.has(name);
    return opaqueAt(expression.span, why, symbolOf(expression, { text: file.text, instances, isBound }));
  }

  #moved(value: Value, span: Span, from: ModuleFile, { file: to }: ModuleScope): Value {
    return movedValue(value, { span, from: from.path, to: to.path, budget: this.#budget });
  }

  #template(template: HclTemplate, scope: ModuleScope): Value {
    const { span, parts, hasDirectives, isJson } = template;
    const unknown = (): Value => this.#unknown(template, scope, 'a template');
    if (hasDirectives) return unknown();
    const [only] = parts;
    if (only?.kind === 'interpolation' && parts.length === 1) {
      const inner = this.evaluate(only.expression, scope);
      const value = isJson ? withoutLiterals(inner) : inner;
      return this.#moved(value, span, scope.file, scope);
    }
    if (parts.every((part) => part.kind === 'text')) {
      const text = scope.file.text.slice(span.start, span.end);
      return { kind: 'scalar', span, value: parts.map((part) => part.text).join(''), text, isAlias: false };
    }
    const values = parts.map((part) => (part.kind === 'text' ? part.text : this.evaluate(part.expression, scope)));
    const texts = values.map((value) =>
      typeof value === 'string' ? value : value.kind === 'scalar' ? printedScalar(value.value) : undefined,
    );
    const text = texts.every((each) => each !== undefined) ? joinedTexts(texts) : undefined;
    if (text !== undefined) return computed(span, text);
    const symbols = values.map((value, i) =>
      texts[i] === undefined && typeof value !== 'string'
        ? value.kind === 'opaque' && value.expression !== undefined && `\${${value.expression}}`
        : texts[i],
    );
    return opaqueAt(
      span,
      'a template',
      symbols.every((each) => typeof each === 'string') ? joinedTexts(symbols) : undefined,
    );
  }

  #object({ span, entries, isClosed }: HclObject, scope: ModuleScope): Value {
    let isOpen = !isClosed;
    const read = entries.flatMap(({ key, value }): Entry[] => {
      const name = this.#text(key, scope);
      isOpen ||= name === undefined;
      if (name === undefined) return [];
      const keyText = scope.file.text.slice(key.span.start, key.span.end);
      const entry = { name, keyText, key: key.span, isMerged: false, isOpaqueKey: false };
      return [{ ...entry, value: this.evaluate(value, scope) }];
    });
    return mapping(span, read, isOpen);
  }

  #text(expression: HclExpression, scope: ModuleScope): string | undefined {
    const value = this.evaluate(expression, scope);
    return value.kind === 'scalar' ? printedScalar(value.value) : undefined;
  }

  #for(expression: HclFor, scope: ModuleScope): Value {
    const { span, names, collection, key, result, condition, isGrouped } = expression;
    const items = condition || isGrouped ? undefined : iteratedItems(this.evaluate(collection, scope));
    if (!items) return this.#unknown(expression, scope, 'a for expression');
    const scopes = items.map((item) => {
      const bound = names.length > 1 ? [item.key, item.value] : [item.value];
      const own = names.flatMap((name, i) => (bound[i] ? [[name, bound[i]] as const] : []));
      return { ...scope, names: new Map([...scope.names, ...own]) };
    });
    const valueIn = (each: ModuleScope): Value => {
      this.#budget.left--;
      return this.#budget.left < 0
        ? opaqueAt(result.span, 'an expression that is too large')
        : shared(this.evaluate(result, each));
    };
    if (!key) return sequence(span, scopes.map(valueIn));
    let isOpen = false;
    const entries = scopes.flatMap((each): Entry[] => {
      const name = this.#text(key, each);
      isOpen ||= name === undefined;
      if (name === undefined) return [];
      return [{ name, keyText: '', key: key.span, value: valueIn(each), isMerged: true, isOpaqueKey: false }];
    });
    return mapping(span, entries, isOpen);
  }

  #reference(expression: HclReference, scope: ModuleScope): Value {
    const { root, span, steps } = expression;
    const found = this.#found(root, steps, scope);
    const value = found && this.#stepped(found, scope);
    if (value && (value.kind !== 'opaque' || value.expression !== undefined))
      return this.#moved(value, span, found.file, scope);
    return this.#unknown(expression, scope, 'a reference');
  }

  /** Where a reference leads, and the steps that are left; undefined where that is not known. */
  #found(root: HclReference['root'], steps: readonly HclStep[], scope: ModuleScope): Found | undefined {
    if (typeof root !== 'string') return { value: this.evaluate(root, scope), file: scope.file, steps };
    const bound = scope.names.get(root);
    if (bound) return { value: bound, file: scope.file, steps };
    const [first] = steps;
    const name = first?.kind === 'name' ? first.name : '';
    if (root === 'local') return this.#local(name, steps.slice(1));
    if (root === 'var') {
      const declared = this.#hasDefaults ? this.#module.defaults.get(name) : undefined;
      if (!declared) return undefined;
      const value = this.evaluate(declared.part, fileScope(declared.file));
      return { value, file: declared.file, steps: steps.slice(1) };
    }
    const sibling = root.startsWith('kubernetes_') ? this.#module.resources.get(`${root}.${name}`) : undefined;
    return sibling && this.#sibling(sibling, steps.slice(1), scope);
  }

  #local(name: string, steps: readonly HclStep[]): Found | undefined {
    const declared = this.#module.locals.get(name);
    if (!declared) return undefined;
    const { part, file } = declared;
    // While a local is evaluated, it is known as undefined: a circle.
    if (!this.#locals.has(name)) {
      this.#locals.set(name, undefined);
      this.#locals.set(name, this.evaluate(part, fileScope(file)));
    }
    const value = this.#locals.get(name);
    return value && { value, file, steps };
  }

  /** An argument that is written in another resource, by its path through blocks. */
  #sibling({ part: block, file }: Declared<HclBlock>, steps: readonly HclStep[], from: ModuleScope): Found | undefined {
    const instances = instancesText(block, file);
    const [first] = steps;
    let left = steps;
    if (instances !== undefined) {
      if (first?.kind !== 'index') return undefined;
      left = steps.slice(1);
    }
    const scope: ModuleScope = { ...fileScope(file), instances };
    const address = resourceAddress(block) ?? '';
    const guard = `resource ${address}`;
    const at = argumentAt(block.body, left);
    if (!at || this.#locals.has(guard)) return undefined;
    // A circle of resources has no value.
    this.#locals.set(guard, undefined);
    const value = this.evaluate(at.expression, scope);
    this.#locals.delete(guard);
    const isSame =
      instances === undefined ||
      value.kind !== 'opaque' ||
      !value.expression?.includes(' of ') ||
      (first?.kind === 'index' && this.#isOwnKey(first.index, from) && from.instances === instances);
    return { value: isSame ? value : opaqueAt(value.span, 'a reference'), file, steps: at.steps };
  }

  #isOwnKey({ span }: HclExpression, { file: { text } }: ModuleScope): boolean {
    return /^(?:each\.key|count\.index)$/.test(text.slice(span.start, span.end).trim());
  }

  /** Follows the steps through known objects and lists. */
  #stepped({ value: start, steps, file }: Found, scope: ModuleScope): Value | undefined {
    let value = start;
    for (const [i, step] of steps.entries()) {
      if (step.kind === 'splat') {
        if (value.kind !== 'sequence' || value.isOpen) return undefined;
        const rest = steps.slice(i + 1);
        const items = value.items.map((item) => this.#stepped({ value: item, steps: rest, file }, scope));
        return items.every((item) => item !== undefined) ? { ...value, items } : undefined;
      }
      const next = this.#stepInto(value, step, scope);
      if (!next) return undefined;
      value = next;
    }
    return value;
  }

  #stepInto(value: Value, step: Exclude<HclStep, { kind: 'splat' }>, scope: ModuleScope): Value | undefined {
    if (value.kind !== 'mapping' && value.kind !== 'sequence') return undefined;
    if (value.isOpen) return undefined;
    const index = step.kind === 'index' ? this.evaluate(step.index, scope) : undefined;
    const name = step.kind === 'name' ? step.name : index?.kind === 'scalar' ? printedScalar(index.value) : undefined;
    if (name === undefined) return undefined;
    if (value.kind === 'mapping') return valueOf(value, name);
    return /^\d{1,9}$/.test(name) && !value.isSet ? value.items[Number(name)] : undefined;
  }
}

interface Found {
  readonly value: Value;
  /** The file in which the places of the value are. */
  readonly file: ModuleFile;
  readonly steps: readonly HclStep[];
}

/** In the JSON syntax, literals inside of a template are no literals of their own. */
function withoutLiterals(value: Value): Value {
  if (value.kind === 'scalar') return value.origin ? value : computed(value.span, value.value);
  if (value.kind === 'sequence') return { ...value, items: value.items.map(withoutLiterals) };
  if (value.kind !== 'mapping') return value;
  return withEntries(value, (entry) => ({ ...entry, value: withoutLiterals(entry.value) }));
}

function withEntries(value: Mapping, change: (entry: Entry) => Entry): Mapping {
  return { ...value, entries: value.entries.map(change) };
}
