/** Programs with a finding in tests of rules, and what is found in a program. */
import assert from 'node:assert/strict';
import type { Diagnostic } from '../../server/src/lint/rule.ts';
import type { CodeLanguage } from '../../server/src/tree/document.ts';
import { shownFindings } from './checking.ts';
import { writeProgram } from './program-writer.ts';
import { programDocument } from './programs.ts';

/** The start of a program in TypeScript. */
export const script = `import * as k8s from "@pulumi/kubernetes";\n`;

/** The findings in a text of TypeScript, without those on the deprecated kind: `code` of each, with the text of its place. */
export function foundIn(text: string, path = 'index.ts'): readonly string[] {
  return diagnosticsIn(text, path).map(({ rule, span }) => `${rule.code} ${text.slice(span.start, span.end)}`);
}

export function diagnosticsIn(text: string, path = 'index.ts'): readonly Diagnostic[] {
  return shownFindings(text, { path })
    .map(({ diagnostic }) => diagnostic)
    .filter(({ rule }) => rule.code !== 'deprecated-endpoints');
}

export function messageIn(text: string, code: string, path = 'index.ts'): string | undefined {
  return diagnosticsIn(text, path).find(({ rule }) => rule.code === code)?.message;
}

/** A call with these arguments, in TypeScript. */
export function endpointsCall(properties: string, options = '', before = ''): string {
  return `${script}${before}new k8s.core.v1.Endpoints("db", { metadata: { name: "db" }, ${properties} }${options});\n`;
}

/** Subsets with a loopback address. */
export const loopback = `[{ addresses: [{ ip: "127.0.0.1" }], ports: [{ port: 80 }] }]`;

const manifest = `apiVersion: v1
kind: Endpoints
metadata:
  name: db
subsets:
  - notReadyAddresses:
      - ip: 10.0.0.1
      - ip: 10.0.0.1
    ports:
      - port: 80
`;

/** The same object in each language. */
export function programIn(language: CodeLanguage): string {
  const text = writeProgram(language, programDocument('a.yaml', manifest).resources);
  assert.ok(text !== undefined);
  return text;
}
