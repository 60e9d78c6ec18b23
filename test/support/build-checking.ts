/** Runs the rules on builds over events that a test writes by hand, and applies their fixes. */
import assert from 'node:assert/strict';
import { readYaml } from '../../server/src/frontends/yaml/read-yaml.ts';
import { diagnoseBuilds, type BuildDiagnostic } from '../../server/src/lint/diagnose-build.ts';
import type { BuiltRoot } from '../../server/src/lint/build-events.ts';
import { rules } from '../../server/src/rules/rules.ts';
import type { Build, BuiltObject, BuiltValue, Origin } from '../../server/src/tree/built.ts';
import type { Value } from '../../server/src/tree/value.ts';

/** Texts by path. */
export type BuildTexts = Readonly<Record<string, string>>;

const nothing: Build = { objects: [], failure: undefined, remarks: [], outside: [], reads: new Set() };

export function builtRoot(name: string, build: Partial<Build>): BuiltRoot {
  return { name, build: { ...nothing, ...build } };
}

/** The place of a text in a file. */
export function originOf(files: BuildTexts, path: string, needle: string): Origin {
  const start = (files[path] ?? '').indexOf(needle);
  assert.ok(start >= 0, `${path} has no ${needle}`);
  return { path, span: { start, end: start + needle.length } };
}

/** The object in a file as a build would return it unchanged. */
export function builtObject(files: BuildTexts, path: string): BuiltObject {
  const root = builtValue(path, readYaml(files[path] ?? '', 'kubernetes', []).root);
  assert.ok(root.kind === 'mapping');
  const text = (...names: readonly string[]): string => {
    const found = names.reduce<BuiltValue | undefined>(
      (at, name) => (at?.kind === 'mapping' ? at.entries.find((entry) => entry.name === name)?.value : undefined),
      root,
    );
    return found?.kind === 'scalar' ? String(found.value) : '';
  };
  const written = { name: text('metadata', 'name'), namespace: text('metadata', 'namespace') };
  return { root, apiVersion: text('apiVersion'), kind: text('kind'), ...written, path, written };
}

function builtValue(path: string, value: Value | undefined): BuiltValue {
  const origin = { path, span: value?.span ?? { start: 0, end: 0 } };
  switch (value?.kind) {
    case 'mapping': {
      const entries = value.entries.map(({ name, key, value: member }) => ({
        name,
        key: { path, span: key },
        value: builtValue(path, member),
      }));
      return { kind: 'mapping', origin, entries };
    }
    case 'sequence':
      return { kind: 'sequence', origin, items: value.items.map((item) => builtValue(path, item)) };
    default:
      return { kind: 'scalar', value: value?.kind === 'scalar' ? value.value : null, origins: [origin] };
  }
}

/** All findings on the builds, at the default severities. */
export function buildFindings(roots: readonly BuiltRoot[], files: BuildTexts): readonly BuildDiagnostic[] {
  const onBug = (code: string, error: unknown): never => {
    throw new Error(code, { cause: error });
  };
  return diagnoseBuilds(roots, (path) => files[path], { rules, severities: new Map(), onBug });
}

/** The files after the fix; equal edits of several findings count once. */
export function withBuildFixes(files: BuildTexts, findings: readonly BuildDiagnostic[]): BuildTexts {
  const edits = new Map(findings.flatMap(({ fix }) => fix?.edits ?? []).map((edit) => [JSON.stringify(edit), edit]));
  const fixed: Record<string, string> = { ...files };
  const last = [...edits.values()].sort((a, b) => b.at.span.start - a.at.span.start);
  for (const { at, ...change } of last) {
    assert.ok('text' in change);
    const before = fixed[at.path] ?? '';
    fixed[at.path] = before.slice(0, at.span.start) + change.text + before.slice(at.span.end);
  }
  return fixed;
}
