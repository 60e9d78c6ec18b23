/** The objects that are written in another language, as plain data with the names of the contract. */
import type { NewOption } from '../../edits/code/option-texts.ts';
import type { CodeLanguage } from '../../tree/document.ts';
import type { Span } from '../../text/span.ts';

/** The languages that objects are written in. JavaScript has the form of TypeScript. */
export type TargetLanguage = Exclude<CodeLanguage, 'javascript'> | 'pulumi-yaml' | 'terraform' | 'manifest';

export const targetLanguages = [
  'typescript',
  'python',
  'go',
  'csharp',
  'java',
  'pulumi-yaml',
  'terraform',
  'manifest',
] as const satisfies readonly TargetLanguage[];

/** As people write them, in messages. */
export const targetNames: Readonly<Record<TargetLanguage, string>> = {
  typescript: 'TypeScript',
  python: 'Python',
  go: 'Go',
  csharp: 'C#',
  java: 'Java',
  'pulumi-yaml': 'Pulumi YAML',
  terraform: 'Terraform',
  manifest: 'a manifest',
};

/** True for the languages of programs of Pulumi. */
export function isPulumi(to: TargetLanguage): boolean {
  return to !== 'manifest' && to !== 'terraform';
}

/** True where values have the types of the SDK. */
export function isTyped(to: TargetLanguage): to is Exclude<CodeLanguage, 'javascript'> {
  return isPulumi(to) && to !== 'pulumi-yaml';
}

/** The name that a file in the language usually has. Only by this name are its texts read. */
export const fileNames: Readonly<Record<TargetLanguage, string>> = {
  typescript: 'index.ts',
  python: '__main__.py',
  go: 'main.go',
  csharp: 'Program.cs',
  java: 'App.java',
  'pulumi-yaml': 'Pulumi.yaml',
  terraform: 'main.tf',
  manifest: 'manifest.yaml',
};

export type CarriedValue = CarriedScalar | CarriedList | CarriedMap;

export interface CarriedScalar {
  readonly kind: 'scalar';
  readonly value: string | number | boolean;
  /** The name of the constant that is written in its place; undefined for a literal. */
  readonly constant?: string;
}

export interface CarriedList {
  readonly kind: 'list';
  readonly items: readonly CarriedItem[];
}

export interface CarriedItem {
  readonly value: CarriedValue;
  /** Comments above it, without their signs, one for each line. */
  readonly comments: readonly string[];
}

export interface CarriedMap {
  readonly kind: 'map';
  readonly entries: readonly CarriedEntry[];
}

export interface CarriedEntry extends CarriedItem {
  readonly name: string;
}

export interface ObjectPlace {
  readonly uri: string;
  /** In the text of the file. */
  readonly span: Span;
}

/** One object. Objects are the same only if they are the same JavaScript object. */
export interface CarriedObject {
  /** The kind, with `Patch` for a patch of a Pulumi program: `Endpoints`, `ServicePatch`. */
  readonly type: string;
  readonly place: ObjectPlace;
  /** The logical name that a program gives it; undefined for an object of a manifest. */
  readonly logicalName: string | undefined;
  /** Without `apiVersion` and `kind`. */
  readonly properties: CarriedMap;
  /** The options whose values are booleans, texts or lists of texts. */
  readonly options: readonly NewOption[];
  /** The objects that Pulumi creates first: those of `dependsOn`, and those whose outputs the properties use. */
  readonly dependsOn: readonly CarriedObject[];
  /** Comments above the object, without their signs. */
  readonly comments: readonly string[];
}

/** What a person must know about a translation. */
export interface TranslationRemark extends ObjectPlace {
  /** `refused`: the object is not written. `lost`: it is written without a part. `note`: it is written as it is. */
  readonly what: 'refused' | 'lost' | 'note';
  readonly message: string;
}

/** The value at a path of names; undefined where a part of it is missing. */
export function carriedAt(value: CarriedValue | undefined, names: readonly string[]): CarriedValue | undefined {
  return names.reduce((at, name) => {
    return at?.kind === 'map' ? at.entries.find((entry) => entry.name === name)?.value : undefined;
  }, value);
}

/** The text at a path; undefined where there is none. */
export function carriedText(value: CarriedValue, ...names: readonly string[]): string | undefined {
  const found = carriedAt(value, names);
  return found?.kind === 'scalar' && typeof found.value === 'string' ? found.value : undefined;
}
