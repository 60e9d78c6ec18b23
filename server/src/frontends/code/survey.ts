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
}

export class Survey {
  /** Names that are assigned again, incremented, or changed through, anywhere in the file. */
  readonly changed = new Set<string>();
  /** Names of objects and lists that other code may change: exported, or handed to a function that may keep or change them. */
  readonly exposed = new Set<string>();
  /** Names that are only other names of a variable: `const b = a` maps `b` to `a`. What changes `b` exposes `a`. */
  readonly aliases = new Map<string, string>();
  /** The calls, in the order of the text: of these the constructors are found. */
  readonly calls: SyntaxNode[] = [];
  /** Modules of which every name is imported, such as `pulumi_kubernetes.core.v1`. */
  readonly wildcards: string[] = [];
  readonly comments: SyntaxNode[] = [];
  readonly #scopes = new Map<SyntaxNode, Map<string, Declaration>>();
  /** The scopes that declare a name. Looking through all scopes around a node is slow where a program nests deeply. */
  readonly #declaring = new Map<string, Set<SyntaxNode>>();

  /** A name that a scope declares twice has no known value. */
  declare(scope: SyntaxNode, name: string, known: Partial<Omit<Declaration, 'name'>> = {}): void {
    const names = this.#scopes.get(scope) ?? new Map<string, Declaration>();
    this.#scopes.set(scope, names);
    const { value, path = [], module } = names.has(name) ? {} : known;
    names.set(name, { name, value, path, module });
    const declaring = this.#declaring.get(name) ?? new Set();
    this.#declaring.set(name, declaring.add(scope));
  }

  /** The innermost declaration of the name around a node; undefined where the file declares none. */
  find(name: string, at: SyntaxNode): Declaration | undefined {
    const declaring = this.#declaring.get(name);
    if (!declaring) return undefined;
    const [only] = declaring;
    if (only && declaring.size === 1 && !only.parent) return this.inScope(only, name);
    for (let node: SyntaxNode | undefined = at; node; node = node.parent) {
      const found = this.#scopes.get(node)?.get(name);
      if (found) return found;
    }
    return undefined;
  }

  /** The declaration of the name in this scope alone. */
  inScope(scope: SyntaxNode, name: string): Declaration | undefined {
    return this.#scopes.get(scope)?.get(name);
  }
}
