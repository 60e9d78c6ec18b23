/** Texts of Terraform for tests: the samples, edits of their trees, and HashiCorp's parser, which says what is valid. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@cdktf/hcl2json';
import { applyEdits } from '../../server/src/edits/apply-edits.ts';
import { fixEdits } from '../../server/src/edits/apply-fix.ts';
import { readFile } from '../../server/src/frontends/frontends.ts';
import { moduleFile } from '../../server/src/frontends/terraform/module-file.ts';
import type { Document, Resource, SourceFile } from '../../server/src/tree/document.ts';
import type { Path } from '../../server/src/tree/path.ts';
import type { TreeEdit } from '../../server/src/tree/tree-edit.ts';
import { valueAtPath, type Mapping, type Value } from '../../server/src/tree/value.ts';
import { root } from './root.ts';

export interface TerraformText {
  readonly path: string;
  readonly text: string;
}

/** The samples of one file. */
export function terraformSamples(): readonly TerraformText[] {
  const folder = join(root, 'test/data/terraform');
  return readdirSync(folder)
    .filter((name) => /\.tf(?:\.json)?$/.test(name))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
}

export function readModule({ path, text }: TerraformText, others: readonly TerraformText[] = []): SourceFile {
  const siblings = others.map((each) => moduleFile(each.path, each.text));
  return readFile(path, text, { isPartial: false, siblings: () => siblings });
}

export function onlyDocument({ parts }: SourceFile): Document {
  const [part] = parts;
  assert.ok(part && parts.length === 1);
  return part.document;
}

export function terraformResource({ resources, neighbours }: Document, name: string): Resource {
  const found = [...resources, ...neighbours].find(({ key }) => key?.endsWith(`.${name}`));
  assert.ok(found, name);
  return found;
}

export function partAt({ properties }: Resource, path: Path): Value {
  const value = valueAtPath(properties, path);
  assert.ok(value, path.join('.'));
  return value;
}

export function mappingAt(resource: Resource, path: Path): Mapping {
  const value = partAt(resource, path);
  assert.ok(value.kind === 'mapping', path.join('.'));
  return value;
}

/** The text after the edits; undefined where they cannot be written or proven. */
export function editedTerraform(file: SourceFile, path: string, edits: readonly TreeEdit[]): string | undefined {
  const document = onlyDocument(file);
  const fix = { title: '', safety: 'safe', edits } as const;
  const written = fixEdits(path, file, { fix, document, start: 0 }, { isPartial: false });
  return written && applyEdits(file.text, written);
}

/** Fails for a text that HashiCorp's parser rejects. */
export async function assertValidHcl(text: string): Promise<void> {
  try {
    await parse('main.tf', text);
  } catch (error) {
    assert.fail(`${String(error)}\n${text}`);
  }
}
