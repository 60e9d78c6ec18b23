/** What one walk over a program collects: declarations by scope, names that are changed, and the calls. */
import type { SyntaxNode } from './syntax.ts';

export interface NameDeclaration {
  readonly name: string;
  /** The expression of its value; undefined for a parameter, a loop variable and whatever else is not known. */
  readonly value: SyntaxNode | undefined;
  /** The names and indexes that a destructuring takes from the value. */
  readonly path: readonly (string | number)[];
  /** The module or class that an import names, with dots: `@pulumi/kubernetes.core.v1`. */
  readonly module: string | undefined;
  /** Where a name begins to be visible, for languages in which an outer name counts until then; 0 in all others. */
  readonly from: number;
}

/** In nodes. */
const longWay = 50;

export class Survey {
  /** Names that are assigned again, incremented, or changed through, anywhere in the file. */
  readonly changed = new Set<string>();
  /** Names of objects and lists that other code may change: exported, or handed to a function that may keep or change them. */
  readonly exposed = new Set<string>();
  /** Names that are handed to functions, which may keep or change what they stand for, unless the SDK has them. */
  readonly handed: { readonly name: string; readonly callee: SyntaxNode }[] = [];
  /** The calls, in the order of the text: of these the constructors are found. */
  readonly calls: SyntaxNode[] = [];
  /** Modules of which every name is imported, such as `pulumi_kubernetes.core.v1`. */
  readonly wildcards: string[] = [];
  readonly comments: SyntaxNode[] = [];
  /** The nodes that are broken or hold one that is. */
  readonly broken = new Set<SyntaxNode>();
  /** Names of the functions that Pulumi runs as the program, as in `Pulumi.run(App::stack)`. */
  readonly entryPoints = new Set<string>();
  readonly #nearest = new Map<SyntaxNode, SyntaxNode | undefined>();
  readonly #aliases = new Map<string, Set<string>>();
  readonly #scopes = new Map<SyntaxNode, Map<string, NameDeclaration>>();

  noteBroken(node: SyntaxNode): void {
    for (let at: SyntaxNode | undefined = node; at && !this.broken.has(at); at = at.parent) this.broken.add(at);
  }

  /** `const b = a` gives `a` another name: what changes `b` exposes `a`. */
  alias(name: string, of: string): void {
    const names = this.#aliases.get(name) ?? new Set();
    this.#aliases.set(name, names.add(of));
  }

  /** Exposes every name of which another name is exposed or changed. Called once, after the walk. */
  exposeAliased(): void {
    for (const name of new Set([...this.exposed, ...this.changed])) this.#exposeAliasedBy(name);
  }

  #exposeAliasedBy(name: string): void {
    const waiting = [name];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const names = this.#aliases.get(at) ?? [];
      this.#aliases.delete(at);
      for (const of of names) this.exposed.add(of);
      waiting.push(...names);
    }
  }

  /** A name that a scope declares twice has no known value. */
  declare(scope: SyntaxNode, name: string, known: Partial<Omit<NameDeclaration, 'name'>> = {}): void {
    const names = this.#scopes.get(scope) ?? new Map<string, NameDeclaration>();
    if (names.size === 0) this.#nearest.clear();
    this.#scopes.set(scope, names);
    const first = names.get(name);
    const { value, path = [], module, from = 0 } = first ? { from: first.from } : known;
    names.set(name, { name, value, path, module, from });
  }

  /** The innermost declaration of the name around a node; undefined where the file declares none. */
  find(name: string, at: SyntaxNode): NameDeclaration | undefined {
    for (let scope = this.#scopeAround(at); scope; scope = scope.parent && this.#scopeAround(scope.parent)) {
      const found = this.#scopes.get(scope)?.get(name);
      if (found && found.from <= at.start) return found;
    }
    return undefined;
  }

  /** The nearest scope at or around a node. On long ways all nodes remember it: nodes may nest far deeper than scopes. */
  #scopeAround(node: SyntaxNode): SyntaxNode | undefined {
    let at: SyntaxNode | undefined = node;
    let way = 0;
    for (; at && !this.#scopes.has(at) && !this.#nearest.has(at); at = at.parent) way++;
    const scope = at && (this.#scopes.has(at) ? at : this.#nearest.get(at));
    if (way <= longWay) return scope;
    for (let each: SyntaxNode | undefined = node; each && each !== at; each = each.parent)
      this.#nearest.set(each, scope);
    return scope;
  }

  /** All declarations whose value is known. */
  *declarations(): Iterable<NameDeclaration & { readonly value: SyntaxNode }> {
    for (const names of this.#scopes.values())
      for (const each of names.values()) if (each.value) yield each as NameDeclaration & { readonly value: SyntaxNode };
  }

  /** What a scope declares itself, in the order of the text. */
  declaredIn(scope: SyntaxNode): Iterable<NameDeclaration> {
    return this.#scopes.get(scope)?.values() ?? [];
  }

  /** The declaration of the name in this scope alone. */
  inScope(scope: SyntaxNode, name: string): NameDeclaration | undefined {
    return this.#scopes.get(scope)?.get(name);
  }
}
