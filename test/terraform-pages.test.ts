/** The examples of all rule pages, written as Terraform: each has the same finding there, or there is a reason why not. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWorkspace } from '../server/src/api.ts';
import { rules } from '../server/src/rules/rules.ts';
import { documentsOf, type Document, type Resource } from '../server/src/tree/document.ts';
import { findings, offCode } from './support/checking.ts';
import { withoutMarkers } from './support/markers.ts';
import { blocksOf, reports, type Block } from './support/pages.ts';
import { loadGrammarsOf } from './support/programs.ts';
import { root } from './support/root.ts';
import { writeTerraform } from './support/terraform-writer.ts';

/** Why the examples of these rules need not have the same finding in Terraform. */
const reasons: Readonly<Record<string, readonly string[]>> = {
  'about kustomizations and patches, which Terraform does not have': [
    'added-selector',
    'ambiguous-patch',
    'apply-conflict',
    'dropped-ports',
    'forced-takeover',
    'hidden-by-preview',
    'ignored-directive',
    'kept-directive',
    'lost-port-patch',
    'lost-service-port',
    'malformed-json-patch',
    'managed-fields-in-patch',
    'missing-patch-target',
    'namespace-in-patch',
    'needless-force',
    'overwritten-by-labels',
    'patch-without-name',
    'random-field-manager',
    'rejected-kustomization',
    'removed-with-patch',
    'replaced-subsets',
    'shared-field-manager',
    'uncompared-objects',
    'unmatched-patch',
    'unmatched-target',
    'unordered-patch',
    'unrenamed-reference',
    'unwritten-protocol',
    'wrong-kustomization-value',
  ],
  'about Pulumi': [
    'alias-in-program',
    'auto-named',
    'disabled-annotations',
    'dropped-argument',
    'generate-name-in-program',
    'get-with-properties',
    'ignored-cluster-name',
    'ineffective-patch-force',
    'list-resource',
    'malformed-interpolation',
    'malformed-type-token',
    'miscapitalized-key',
    'miscapitalized-type-token',
    'missing-property',
    'non-string-key',
    'output-only-id',
    'repeated-finalizer',
    'repeated-owner',
    'unknown-function',
    'unknown-output',
    'unknown-property',
    'unknown-resource-key',
    'unknown-resource-option',
    'wrong-constant',
    'wrong-resource-value',
  ],
  'compares with the committed version, and Terraform with its state': [
    'changed-address-type',
    'changed-creation-timestamp',
    'changed-identity',
    'changed-resource-version',
    'changed-selector',
    'changed-uid',
    'deletion-by-update',
    'finalizer-during-deletion',
    'lengthened-grace-period',
    'postponed-deletion',
    'withdrawn-deletion',
  ],
  'about the syntax of YAML and JSON': [
    'bare-list',
    'duplicate-key',
    'ignored-text',
    'syntax-error',
    'unread-document',
  ],
  'the example has its point in a comment': ['blanket-ignore', 'unknown-ignore', 'unused-ignore'],
  'the type of a resource names the kind': ['missing-kind', 'wrong-api-version', 'wrong-kind'],
  'the provider converts the value, or leaves it out': ['malformed-target-port', 'null-value', 'wrong-type'],
  'missing-argument says the same of blocks': ['missing-port-number', 'missing-ports'],
  'depends on what the provider sends, not only on what is written': [
    'contradicting-endpoints',
    'unregistered-targets',
    'unwritten-ready',
    'unwritten-serving',
  ],
};

await loadGrammarsOf('a.ts', 'a.js', 'a.py', 'a.go', 'a.cs', 'a.java');

describe('terraform: the examples of rule pages', () => {
  const excepted = new Set(Object.values(reasons).flat());

  it('has reasons for rules only', () => {
    const codes = new Set(rules.map(({ code }) => code));
    assert.deepEqual(
      [...excepted].filter((code) => !codes.has(code)),
      [],
    );
  });

  for (const { code } of rules.filter((rule) => !excepted.has(rule.code))) {
    it(`has the same finding: ${code}`, () => {
      const blocks = blocksOf(readFileSync(join(root, `docs/rules/${code}.md`), 'utf8'));
      assert.ok(blocks.some((block) => !block.isFixed && reports(block, code) && isFoundInTerraform(block, code)));
    });
  }
});

/** True where the block, written as Terraform, has a finding of that code. Objects of other kinds stay in YAML, in a file beside. */
function isFoundInTerraform(block: Block, code: string): boolean {
  const { files, committed, options, long } = block;
  if (files.length > 0 || committed !== undefined) return false;
  const plain = withoutMarkers(block.text);
  const text = long ? plain.replaceAll(long.word, long.text) : plain;
  if (options.path?.endsWith('.tf')) return codesIn({ 'main.tf': text }, block, code).includes(code);
  const documents = documentsOf(findings(text, options).file);
  const own = documents.flatMap(objectsIn);
  const written = own.length > 0 ? writeTerraform(own) : undefined;
  if (written === undefined) return false;
  const others = documents.filter((each) => objectsIn(each).length === 0).map((each) => each.text);
  return codesIn(
    { 'main.tf': written, ...(others.length > 0 && { 'others.yaml': others.join('\n---\n') }) },
    block,
    code,
  ).includes(code);
}

/** Endpoints, slices and Services that are whole. */
function objectsIn({ resources, neighbours }: Document): readonly Resource[] {
  return [
    ...resources,
    ...neighbours.filter(({ type, apiVersion }) => type === 'Service' && apiVersion === 'v1'),
  ].filter(
    ({ isPartial, isJsonPatch, embedding, form }) => !isPartial && !isJsonPatch && !embedding && form === 'kubernetes',
  );
}

function codesIn(files: Readonly<Record<string, string>>, { options }: Block, code: string): readonly string[] {
  const { allow, minor, mirroring } = options;
  const off = offCode(code);
  // The library has no setting of that name.
  if (allow)
    return findings(files['main.tf'] ?? '', { ...options, path: 'main.tf' }).found.map(
      ({ diagnostic }) => diagnostic.rule.code,
    );
  const workspace = createWorkspace({
    ...(minor !== undefined && { kubernetesVersion: `1.${minor}` }),
    ...(mirroring && { mirroring: false }),
    ...(off !== undefined && { severity: { [off]: 'hint' } }),
  });
  for (const [name, text] of Object.entries(files)) workspace.set(name, text);
  return workspace.check().map((each) => each.code);
}
