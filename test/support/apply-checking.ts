/** Checks an object as a program's resource or patch, and as a manifest. */
import { checkText, type Reported } from './checking.ts';

/** The resource types that Pulumi applies. */
export const appliedTypes = ['Endpoints', 'EndpointsPatch'] as const;

/** The minor versions with different behavior. */
export const appliedVersions = [20, 21, 33, 36] as const;

/** The errors in a resource of the type, with paths relative to it. */
export function errorsIn(properties: unknown, type: string, minor: number): readonly Reported[] {
  const program = { resources: { a: { type: `kubernetes:core/v1:${type}`, properties } } };
  return errors(JSON.stringify(program), 'Main.json', minor);
}

/** The errors in the same object as a manifest. */
export function errorsInManifest(object: object, minor: number): readonly Reported[] {
  return errors(JSON.stringify({ apiVersion: 'v1', kind: 'Endpoints', ...object }), 'a.json', minor);
}

function errors(text: string, path: string, minor: number): readonly Reported[] {
  return checkText(text, { path, minor }).filter(({ severity }) => severity === 'error');
}
