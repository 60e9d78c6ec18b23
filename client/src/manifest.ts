/** What the client reads in the extension's own package.json, so that settings and rules are listed in one place only. */
import type { Extension } from 'vscode';

interface Property {
  readonly properties?: Readonly<Record<string, { readonly description: string }>>;
}

interface Manifest {
  readonly contributes: {
    readonly configuration: readonly { readonly properties: Readonly<Record<string, Property>> }[];
  };
}

/** The names of the settings that the server understands, without `endpoints.`. */
export function settingNames(extension: Extension<unknown>): readonly string[] {
  const names = [...propertiesOf(extension).keys()].map((key) => key.replace('endpoints.', ''));
  // VS Code's own trace stands among them.
  return names.filter((name) => !name.startsWith('trace.'));
}

/** Every rule's code, and what it asks for. */
export function ruleSummaries(extension: Extension<unknown>): ReadonlyMap<string, string> {
  const rules = propertiesOf(extension).get('endpoints.severity')?.properties ?? {};
  return new Map(Object.entries(rules).map(([code, { description }]) => [code, description]));
}

function propertiesOf(extension: Extension<unknown>): ReadonlyMap<string, Property> {
  const { contributes } = extension.packageJSON as Manifest;
  return new Map(contributes.configuration.flatMap(({ properties }) => Object.entries(properties)));
}
