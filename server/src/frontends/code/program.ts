/** Surveys a program, and resolves the names of modules and classes by its imports. */
import type { Adapter, Program } from './adapter.ts';
import { Survey, type NameDeclaration } from './survey.ts';
import type { SyntaxNode } from './syntax.ts';

/** No class or module is nested so deeply. */
const mostSteps = 32;
/** No program gives a module so many names. */
const deepest = 100;

export function programOf(text: string, root: SyntaxNode, adapter: Adapter): Program {
  const survey = new Survey();
  const paths = new Map<NameDeclaration, string | undefined>();
  let depth = 0;
  const pathOfDeclaration = (declaration: NameDeclaration): string | undefined => {
    const { name, module, value, path } = declaration;
    if (module !== undefined) return module;
    if (paths.has(declaration) || !value || survey.changed.has(name)) return paths.get(declaration);
    // A name that refers to itself names nothing.
    paths.set(declaration, undefined);
    depth++;
    const owner = depth > deepest ? undefined : program.pathOf(value);
    depth--;
    const found = owner === undefined ? undefined : [owner, ...path].join('.');
    paths.set(declaration, found);
    return found;
  };
  const program: Program = {
    text,
    root,
    survey,
    constructed: new Map(),
    pathOf(node) {
      const steps: string[] = [];
      let expression = adapter.expression(node, program);
      while (
        steps.length < mostSteps &&
        expression.kind === 'member' &&
        typeof expression.name === 'string' &&
        !expression.isCall
      ) {
        steps.push(expression.name);
        expression = adapter.expression(expression.of, program);
      }
      steps.reverse();
      const start = expression.kind === 'module' ? expression.module : undefined;
      if (start !== undefined) return [start, ...steps].join('.');
      if (expression.kind !== 'name') return undefined;
      const { name, scope } = expression;
      const declaration = scope ? survey.inScope(scope, name) : survey.find(name, node);
      const path = declaration ? pathOfDeclaration(declaration) : adapter.unresolved(name, survey);
      return path === undefined ? undefined : [path, ...steps].join('.');
    },
  };
  walk(root, (node) => {
    if (node.isBroken) survey.noteBroken(node);
    adapter.visit(node, program);
  });
  for (const { name, callee } of survey.handed) if (!isOfSdk(program.pathOf(callee))) survey.exposed.add(name);
  survey.exposeAliased();
  return program;
}

/** Pulumi's packages: `@pulumi/`, `pulumi_`, `github.com/pulumi/`, `Pulumi.`, `com.pulumi.`; not `@acme/pulumi-tools`. */
function isOfSdk(path = ''): boolean {
  return /(?:^@?|[./])pulumi[._/]/i.test(path);
}

/** Every node, parents first. */
function walk(root: SyntaxNode, visit: (node: SyntaxNode) => void): void {
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    visit(node);
    for (let i = node.children.length - 1; i >= 0; i--) {
      const child = node.children[i];
      if (child) waiting.push(child);
    }
  }
}
