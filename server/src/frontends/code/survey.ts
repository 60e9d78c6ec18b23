/** What one walk over a program collects: declarations by scope, names that are changed, and the calls. */
import type { SyntaxNode } from './syntax.ts';

export interface Declaration {
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
  /** Names of the functions that Pulumi runs as the program, as in `Pulumi.run(App::stack)`. */
  readonly entryPoints = new Set<string>();
  readonly #aliases = new Map<string, Set<string>>();
  /** By name, and by the scope that declares it. */
  readonly #declared = new Map<string, Map<SyntaxNode, Declaration>>();

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
  declare(scope: SyntaxNode, name: string, known: Partial<Omit<Declaration, 'name'>> = {}): void {
    const scopes = this.#declared.get(name) ?? new Map<SyntaxNode, Declaration>();
    this.#declared.set(name, scopes);
    const first = scopes.get(scope);
    const { value, path = [], module, from = 0 } = first ? { from: first.from } : known;
    scopes.set(scope, { name, value, path, module, from });
  }

  /** The innermost declaration of the name around a node; undefined where the file declares none. */
  find(name: string, at: SyntaxNode): Declaration | undefined {
    const scopes = this.#declared.get(name);
    if (!scopes) return undefined;
    const [[only, declaration] = []] = scopes.size === 1 ? scopes : [];
    // The whole file is around every node: nothing has to be searched.
    if (only && declaration && !only.parent) return declaration.from <= at.start ? declaration : undefined;
    for (let node: SyntaxNode | undefined = at; node; node = node.parent) {
      const found = scopes.get(node);
      if (found && found.from <= at.start) return found;
    }
    return undefined;
  }

  /** The declaration of the name in this scope alone. */
  inScope(scope: SyntaxNode, name: string): Declaration | undefined {
    return this.#declared.get(name)?.get(scope);
  }
}
