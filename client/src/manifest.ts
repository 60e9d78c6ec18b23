/** Reads the settings and rules from the extension's own package.json, which is their only list in the client. */
import type { Extension } from 'vscode';

interface Property {
  readonly properties?: Readonly<Record<string, { readonly description: string }>>;
}

export function settingNames(extension: Extension<unknown>): readonly string[] {
  const names = [...propertiesOf(extension).keys()].map((key) => key.replace('endpoints.', ''));
  // The list also contains the trace setting of VS Code.
  return names.filter((name) => !name.startsWith('trace.'));
}

export function ruleSummaries(extension: Extension<unknown>): ReadonlyMap<string, string> {
  const rules = propertiesOf(extension).get('endpoints.severity')?.properties ?? {};
  return new Map(Object.entries(rules).map(([code, { description }]) => [code, description]));
}

function propertiesOf(extension: Extension<unknown>): ReadonlyMap<string, Property> {
  const { contributes } = extension.packageJSON as {
    contributes: { configuration: readonly { properties: Readonly<Record<string, Property>> }[] };
  };
  return new Map(contributes.configuration.flatMap(({ properties }) => Object.entries(properties)));
}
