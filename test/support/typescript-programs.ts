/** TypeScript programs in tests: one expression after some declarations. */
import { readingsOf } from './programs.ts';

/** A program with the expression in its last resource. */
export function program(declarations: string, expression: string): string {
  return `import * as pulumi from "@pulumi/pulumi";
import * as k8s from "@pulumi/kubernetes";
${declarations}
new k8s.core.v1.Endpoints("last", { value: ${expression} });\n`;
}

/** The value of the expression after the declarations; undefined for an entry that is left out. */
export function readValue(declarations: string, expression: string): unknown {
  const reading = readingsOf('a.ts', program(declarations, expression)).at(-1);
  const properties = reading?.properties as { readonly value?: unknown } | undefined;
  return properties?.value;
}
