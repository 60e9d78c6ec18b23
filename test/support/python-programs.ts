/** Python programs in tests: one resource or one value of a program of a few lines. */
import { childrenOf, type Value } from '../../server/src/tree/value.ts';
import { programDocument, readingsOf, type Reading } from './programs.ts';

export const opaque = { $opaque: true };
export const open = { $open: true };

export function read(text: string): readonly Reading[] {
  return readingsOf('a.py', text);
}

export function tokens(text: string): readonly string[] {
  return read(text).map(({ token }) => token?.replace(/^kubernetes:/, '') ?? '');
}

/** An expression as `metadata.v` of the last resource, below the lines `before`. */
function programWith(expression: string, before: string): string {
  return `import pulumi\nimport pulumi_kubernetes as k8s\nfrom pulumi import Output\n${before}\nk8s.core.v1.Endpoints("z", metadata={"v": ${expression}})\n`;
}

/** The plain value of the expression; undefined where the entry is left out. */
export function valueOf(expression: string, before = ''): unknown {
  const properties = read(programWith(expression, before)).at(-1)?.properties;
  return (properties as { metadata?: { v?: unknown } } | undefined)?.metadata?.v;
}

/** True where rules treat the expression as a collection that other code may change. */
export function isExposed(expression: string, before: string): boolean {
  const [resource] = programDocument('a.py', programWith(expression, before)).resources.slice(-1);
  const exposed = (value: Value): boolean =>
    ('isExposed' in value && value.isExposed) || childrenOf(value).some(exposed);
  return resource !== undefined && exposed(resource.properties);
}

/** The outputs of resources that the program reads, such as `db.metadata.name`. */
export function outputsOf(expression: string, before: string): readonly string[] {
  return programDocument('a.py', programWith(expression, before)).references.map(
    ({ root, steps }) => root + steps.map(({ step }) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join(''),
  );
}
