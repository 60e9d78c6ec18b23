/** How a program refers to classes of the SDK: by its own imports where these reach, otherwise by imports that are added. */
import type { ProgramSyntax } from '../../frontends/code/read-code.ts';
import type { TextEdit } from '../../text/edit.ts';
import { lineStartAt } from '../../text/line.ts';
import { contains } from '../../text/span.ts';
import { fromImport, importEdits, importsIn } from './import-places.ts';
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
  readonly #removed: TextEdit[] = [];
  readonly #forgotten = new Set<string>();

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
    if (!syntax || !this.isAdding) return this.#removed;
    const { text, root } = syntax.program;
    const all = importsIn(root).filter((node) => !this.#removed.some(({ span }) => contains(span, node)));
    return [...this.#removed, ...importEdits(this.lines, all, text, this.#language)];
  }

  /** Gives up the import of a class: another one of the same name may take its place. */
  forget(name: string): void {
    if (this.#names.delete(name)) this.#forgotten.add(name);
  }

  /** Gives up a namespace of C#, and removes its import. */
  forgetNamespace(path: string): void {
    const { root, text = '' } = this.#syntax?.program ?? {};
    const node = root && importsIn(root).find(({ start, end }) => text.slice(start, end) === `using ${path};`);
    if (!node || !this.#wildcards.delete(path)) return;
    const end = text.indexOf('\n', node.end);
    const span = { start: lineStartAt(text, node.start), end: end < 0 ? text.length : end + 1 };
    this.#removed.push({ span, text: '' });
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
    if (path.startsWith('@pulumi/pulumi.') || path.startsWith('pulumi.')) return this.#importPulumi(path);
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

  /** The package of Pulumi itself. */
  #importPulumi(path: string): string {
    if (this.#language === 'go') return this.#importGo(path);
    const { quote, end, isRequire } = this.#scriptStyle();
    const { parent, name } = split(path);
    const own = this.#free('pulumi');
    const from = `${quote}${parent}${quote}`;
    this.#add(parent, () => {
      if (this.#language === 'python') return own === 'pulumi' ? 'import pulumi' : `import pulumi as ${own}`;
      return isRequire ? `const ${own} = require(${from})${end}` : `import * as ${own} from ${from}${end}`;
    });
    this.#names.set(own, parent);
    return `${own}.${name}`;
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
    this.#add(module, (names) => fromImport(module, names.toSorted()), own === word ? word : `${word} as ${own}`);
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
      const isDeclared = root !== undefined && survey?.inScope(root, each) !== undefined;
      return this.#names.has(each) || (isDeclared && !this.#forgotten.has(each));
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
