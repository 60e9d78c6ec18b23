/** How a program refers to classes of the SDK: by its own imports where these reach, otherwise by imports that are added. */
import type { ProgramSyntax } from '../../frontends/code/read-code.ts';
import type { SyntaxNode } from '../../frontends/code/syntax.ts';
import type { TextEdit } from '../../text/edit.ts';
import { lineBreakOf, lineStartAt } from '../../text/line.ts';
import type { CodeLanguage } from '../../tree/document.ts';
import { capitalized } from '../../text/quote.ts';

/** The parts of a path: `a.b.C` is `C` in `a.b`. */
function split(path: string): { readonly parent: string; readonly name: string } {
  const at = path.lastIndexOf('.');
  return { parent: path.slice(0, at), name: path.slice(at + 1) };
}

interface Import {
  /** The names behind `import`; empty where the line has none. */
  readonly names: string[];
  readonly line: (names: readonly string[]) => string;
}

/** Paths are those of `sdk-classes.ts`; Go's package of Pulumi is `pulumi`. */
export class ClassReferences {
  readonly #language: CodeLanguage;
  readonly #syntax: ProgramSyntax | undefined;
  readonly #names = new Map<string, string>();
  readonly #wildcards = new Set<string>();
  readonly #added = new Map<string, Import>();

  /** Without a program, for a text that is new. */
  constructor(language: CodeLanguage, syntax: ProgramSyntax | undefined) {
    this.#language = language;
    this.#syntax = syntax;
    if (syntax) this.#readImports(syntax);
  }

  /** The class as an expression or a type of the program. */
  to(path: string): string {
    return this.#reached(path) ?? this.#import(path);
  }

  /** True where something has to be imported for what `to` returned. */
  get isAdding(): boolean {
    return this.#added.size > 0;
  }

  /** The lines of the imports that are added, in the order of need. */
  get lines(): readonly string[] {
    return [...this.#added.values()].map((each) => each.line(each.names));
  }

  /** Adds the imports below those of the SDK; at the start of a program without any. */
  get edits(): readonly TextEdit[] {
    const syntax = this.#syntax;
    if (!syntax || !this.isAdding) return [];
    const { text, root } = syntax.program;
    const last = importsIn(root).findLast((node) => /pulumi/i.test(text.slice(node.start, node.end)));
    const newline = lineBreakOf(text);
    const at = last?.end ?? 0;
    const indent = last ? (/^[ \t]*/.exec(text.slice(lineStartAt(text, last.start), last.start))?.[0] ?? '') : '';
    const isInBlock = last?.type === 'import_spec' && last.parent?.type === 'import_spec_list';
    const lines = this.lines.map((line) => (isInBlock ? line.replace(/^import /, '') : line));
    const added = last
      ? lines.map((line) => newline + indent + line).join('')
      : lines.map((line) => line + newline).join('');
    return [{ span: { start: at, end: at }, text: added }];
  }

  #readImports({ program }: ProgramSyntax): void {
    const { survey, root, text } = program;
    for (const { name, module, value, path } of survey.declaredIn(root)) {
      const owner = module ?? (value && program.pathOf(value));
      if (owner !== undefined) this.#names.set(name.replace(/^type:/, ''), [owner, ...path].join('.'));
    }
    for (const path of survey.wildcards) this.#wildcards.add(path);
    if (this.#language === 'csharp')
      for (const [, path = ''] of text.matchAll(/^[ \t]*(?:global\s+)?using\s+([\w.]+)\s*;/gm))
        this.#wildcards.add(path);
  }

  /** Undefined for a class that no import reaches. */
  #reached(path: string): string | undefined {
    const owners = [...this.#names].filter(([, module]) => path === module || path.startsWith(`${module}.`));
    const [best] = owners.toSorted(([, a], [, b]) => b.length - a.length);
    if (best) return best[0] + path.slice(best[1].length);
    const { parent, name } = split(path);
    if (!this.#wildcards.has(parent)) return undefined;
    // C# and Java take the whole path anywhere.
    return this.#hasTwin(path) ? path : name;
  }

  /** True where imports of everything reach a class of the same name in the other group, such as EndpointPortArgs. */
  #hasTwin(path: string): boolean {
    const { name } = split(path);
    return name.startsWith('EndpointPort') && this.#wildcards.has(split(twinOf(path)).parent);
  }

  #import(path: string): string {
    switch (this.#language) {
      case 'typescript':
      case 'javascript':
        return this.#importScript(path);
      case 'python':
        return this.#importPython(path);
      case 'go':
        return this.#importGo(path);
      case 'csharp':
        return this.#importCsharp(path);
      case 'java':
        return this.#importJava(path);
    }
  }

  #add(key: string, line: (names: readonly string[]) => string, name?: string): void {
    const known = this.#added.get(key) ?? { names: [], line };
    this.#added.set(key, known);
    if (name !== undefined && !known.names.includes(name)) known.names.push(name);
  }

  #importScript(path: string): string {
    const sdk = '@pulumi/kubernetes';
    const { quote, end, isRequire } = this.#scriptStyle();
    const modules = [...this.#names.values()].filter((module) => module.startsWith(sdk));
    if (modules.length === 0) {
      const from = `${quote}${sdk}${quote}`;
      this.#add(sdk, () => (isRequire ? `const k8s = require(${from})${end}` : `import * as k8s from ${from}${end}`));
      this.#names.set('k8s', sdk);
      return `k8s${path.slice(sdk.length)}`;
    }
    const steps = path.slice(sdk.length + 1).split('.');
    const isOfClass = modules.some((module) => /\.v\d\w*\.[A-Z]\w*$/.test(module));
    const name = isOfClass ? (steps.at(-1) ?? '') : (steps[0] ?? '');
    const module = isOfClass ? [sdk, ...steps.slice(0, -1)].join('/') : sdk;
    const from = `${quote}${module}${quote}`;
    const line = (names: readonly string[]): string =>
      isRequire
        ? `const { ${names.join(', ')} } = require(${from})${end}`
        : `import { ${names.join(', ')} } from ${from}${end}`;
    const own = this.#free(name);
    this.#add(module, line, own === name ? name : `${name}${isRequire ? ':' : ' as'} ${own}`);
    this.#names.set(own, isOfClass ? path : `${sdk}.${name}`);
    return isOfClass ? own : [own, ...steps.slice(1)].join('.');
  }

  /** As in the first import of the program. */
  #scriptStyle(): { readonly quote: string; readonly end: string; readonly isRequire: boolean } {
    const { text = '' } = this.#syntax?.program ?? {};
    const [, word, quote = '"', end = ';'] = /\b(from|require\()\s*(["'])@?[\w./-]+["']\)?(;?)/.exec(text) ?? [];
    return { quote, end, isRequire: word === 'require(' };
  }

  #importPython(path: string): string {
    const { parent, name } = split(path);
    const modules = [...this.#names.values()].filter((module) => module.startsWith('pulumi_kubernetes'));
    if (modules.length === 0 && this.#wildcards.size === 0) {
      this.#add('pulumi_kubernetes', () => 'import pulumi_kubernetes as k8s');
      this.#names.set('k8s', 'pulumi_kubernetes');
      return path.replace('pulumi_kubernetes', 'k8s');
    }
    const isOfClass = modules.length === 0 || modules.some((module) => /\.v\d\w*\.[A-Z]\w*$/.test(module));
    const [, group = '', ...rest] = path.split('.');
    const [module, word] = isOfClass ? [parent, name] : ['pulumi_kubernetes', group];
    const own = this.#free(word);
    this.#add(
      module,
      (names) => `from ${module} import ${names.join(', ')}`,
      own === word ? word : `${word} as ${own}`,
    );
    this.#names.set(own, `${module}.${word}`);
    return isOfClass ? own : [own, ...rest].join('.');
  }

  #importGo(path: string): string {
    const { parent, name } = split(path);
    const { text = '' } = this.#syntax?.program ?? {};
    if (parent === 'pulumi' || parent === '') {
      this.#add('pulumi', () => 'import "github.com/pulumi/pulumi/sdk/v3/go/pulumi"');
      return path;
    }
    const [sdk = 'github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes'] =
      /github\.com\/pulumi\/pulumi-kubernetes\/sdk(?:\/v\d+)?\/go\/kubernetes/.exec(text) ?? [];
    const alias = this.#free(parent.split('/').slice(1).join(''));
    this.#add(parent, () => `import ${alias} "${parent.replace('kubernetes', sdk)}"`);
    this.#names.set(alias, parent);
    return `${alias}.${name}`;
  }

  #importCsharp(path: string): string {
    const { parent, name } = split(path);
    const twin = split(twinOf(path)).parent;
    // With both namespaces, a name that both have would be ambiguous, also where the program uses it already.
    if (twin !== parent && this.#wildcards.has(twin) && parent.includes('.Inputs.')) {
      const alias = this.#free(`${capitalized(parent.split('.').at(-2) ?? '')}Inputs`);
      this.#add(parent, () => `using ${alias} = ${parent};`);
      this.#names.set(alias, parent);
      return `${alias}.${name}`;
    }
    this.#add(parent, () => `using ${parent};`);
    this.#wildcards.add(parent);
    return name;
  }

  #importJava(path: string): string {
    const { name } = split(path);
    const isTaken = this.#names.has(name) || this.#wildcards.has(split(twinOf(path)).parent);
    if (isTaken && name.startsWith('EndpointPort')) return path;
    this.#add(path, () => `import ${path};`);
    this.#names.set(name, path);
    return name;
  }

  /** The name, or a similar one that the program does not use. */
  #free(name: string): string {
    const isTaken = (each: string): boolean => {
      const { survey, root } = this.#syntax?.program ?? {};
      return this.#names.has(each) || (root !== undefined && survey?.inScope(root, each) !== undefined);
    };
    const known = [name, `k8s${capitalized(name)}`, `kubernetes${capitalized(name)}`];
    return known.find((each) => !isTaken(each)) ?? `k8s${capitalized(name)}${this.#names.size}`;
  }
}

/** The same class in the other group: both have ports. */
function twinOf(path: string): string {
  const [from, to] = /[./]core[./]v1|\.Core\.V1/.test(path) ? ['core', 'discovery'] : ['discovery', 'core'];
  return path.replace(from, to).replace(capitalized(from), capitalized(to));
}

/** The statements or parts of statements that import. */
function importsIn(root: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (const node of root.children) {
    if (node.type === 'import_declaration' && node.children.some(({ type }) => type === 'import_spec_list'))
      found.push(...node.children.flatMap(({ children }) => children.filter(({ type }) => type === 'import_spec')));
    else if (/^(?:import_(?:from_)?statement|import_declaration|using_directive)$/.test(node.type)) found.push(node);
    else if (/^(?:lexical|variable)_declaration$/.test(node.type) && holdsRequire(node)) found.push(node);
  }
  return found;
}

function holdsRequire(declaration: SyntaxNode): boolean {
  return declaration.children.some(({ children }) =>
    children.some(({ field, type, children: parts }) => {
      const callee = parts[0];
      return (
        field === 'value' &&
        type === 'call_expression' &&
        callee?.type === 'identifier' &&
        callee.end - callee.start === 7
      );
    }),
  );
}
