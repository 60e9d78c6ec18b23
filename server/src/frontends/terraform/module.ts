/** What the files of a Terraform module declare for each other: locals, variables and resources. A module is a folder. */
import { memo } from '../../text/memo.ts';
import { attributeIn, hclBlocks, type HclBlock, type HclExpression, type HclFile } from '../hcl/hcl.ts';

/** A file of a module. */
export interface ModuleFile {
  readonly path: string;
  readonly text: string;
  readonly hcl: HclFile;
}

/**
 * The other files of a module; undefined for a file that is not read, because OpenTofu has another one in its place. It is
 * called only for a file that declares something of ours.
 */
export type Siblings = () => readonly ModuleFile[] | undefined;

/** A part of a module, and where it is written. */
export interface Declared<T> {
  readonly part: T;
  readonly file: ModuleFile;
}

export interface TerraformModule {
  readonly files: readonly ModuleFile[];
  /** Undefined for a name that is declared twice. */
  readonly locals: ReadonlyMap<string, Declared<HclExpression> | undefined>;
  /** The defaults of variables that have one. */
  readonly defaults: ReadonlyMap<string, Declared<HclExpression>>;
  /** By their addresses, such as `kubernetes_service_v1.db`; undefined for two of one name. */
  readonly resources: ReadonlyMap<string, Declared<HclBlock> | undefined>;
}

/** The files in the order of their names. */
export function moduleOf(files: readonly ModuleFile[]): TerraformModule {
  const locals = new Map<string, Declared<HclExpression> | undefined>();
  const defaults = new Map<string, Declared<HclExpression>>();
  const resources = new Map<string, Declared<HclBlock> | undefined>();
  for (const file of files) {
    for (const [name, part] of declaredIn(file.hcl).locals) add(locals, name, { part, file });
    for (const [name, part] of declaredIn(file.hcl).defaults) defaults.set(name, { part, file });
    for (const [name, part] of declaredIn(file.hcl).resources) add(resources, name, { part, file });
  }
  return { files, locals, defaults, resources };
}

/** The order of the files of a module. Paths are compared by their names. */
export function compareFileNames(a: string, b: string): number {
  const [first, second] = [a, b].map((path) => path.slice(path.lastIndexOf('/') + 1));
  return (first ?? '') < (second ?? '') ? -1 : 1;
}

function add<T>(known: Map<string, T | undefined>, name: string, value: T): void {
  known.set(name, known.has(name) ? undefined : value);
}

/** In the order of the text, with repetitions. */
const declaredIn = memo(({ body }: HclFile) => ({
  locals: hclBlocks(body, 'locals').flatMap((block) =>
    block.body.attributes.map(({ name, expression }) => [name, expression] as const),
  ),
  defaults: hclBlocks(body, 'variable').flatMap(({ labels: [label], body: variable }) => {
    const value = attributeIn(variable, 'default');
    return label && value ? [[label.text, value.expression] as const] : [];
  }),
  resources: hclBlocks(body, 'resource').flatMap((block) => {
    const address = resourceAddress(block);
    return address === undefined ? [] : [[address, block] as const];
  }),
}));

/** The address of a resource without an instance key; undefined for a block without two labels. */
export function resourceAddress({ labels }: HclBlock): string | undefined {
  const [type, name] = labels;
  return type && name && labels.length === 2 ? `${type.text}.${name.text}` : undefined;
}
