/** What an edit of a Terraform file must keep beside the values of its tree. */
import { terraformManifests, terraformSchemas } from '../../contract/terraform.ts';
import { allBlocks, allExpressions, type HclBlock } from '../../frontends/hcl/hcl.ts';
import type { ModuleFile } from '../../frontends/terraform/module.ts';
import { headOf, statementsIn } from '../../frontends/terraform/read-body.ts';
import { terraformSyntax } from '../../frontends/terraform/read-document.ts';
import type { Document, RefusedName } from '../../tree/document.ts';

/** True if no more of the file is broken, and what is no resource of ours is the same. */
export function isSameTerraform(before: Document, after: Document): boolean {
  const [old, fresh] = [terraformSyntax(before), terraformSyntax(after)];
  if (!old || !fresh) return old === fresh;
  return (
    brokenParts(fresh) <= brokenParts(old) && others(old) === others(fresh) && optionsOf(before) === optionsOf(after)
  );
}

/** True if these names are accepted, and no other name is refused that was read before. */
export function areCorrected(before: Document, after: Document, corrected: readonly RefusedName[]): boolean {
  const left = refusedIn(after).map(keyOf);
  const isKept = refusedIn(before)
    .filter((each) => !corrected.includes(each))
    .every((each) => {
      const index = left.indexOf(keyOf(each));
      return index >= 0 && left.splice(index, 1).length > 0;
    });
  const isFree = corrected.every((each) => !left.includes(keyOf(each)));
  return isKept && isFree;
}

function refusedIn({ resources, neighbours }: Document): readonly RefusedName[] {
  return [...resources, ...neighbours].flatMap(({ terraform }) => terraform?.refused ?? []);
}

function keyOf({ name, form }: RefusedName): string {
  return `${form} ${name}`;
}

/** True if the file has the same comments, in any order and with any indentation. */
export function keepsHclComments(before: Document, after: Document): boolean {
  return commentsIn(before) === commentsIn(after);
}

function commentsIn(document: Document): string {
  const file = terraformSyntax(document);
  const texts = file?.hcl.comments.map(({ start, end }) => file.text.slice(start, end).replace(/\s+/g, ' ').trim());
  return (texts ?? []).sort().join('\n');
}

function brokenParts({ hcl: { body } }: ModuleFile): number {
  let count = 0;
  for (const block of allBlocks(body)) if (!block.isClosed) count++;
  for (const each of allExpressions(body)) {
    if ('isClosed' in each && !each.isClosed) count++;
    if (each.kind === 'other' && each.span.start === each.span.end) count++;
  }
  return count;
}

function isOurs({ type, labels: [label] }: HclBlock): boolean {
  const name = label?.text ?? '';
  return type === 'resource' && (terraformSchemas.has(name) || terraformManifests.has(name));
}

/** The other blocks, without blanks; of locals only the names, since fixes replace their values. */
function others({ text, hcl: { body } }: ModuleFile): string {
  const texts = statementsIn(body).map((each) => {
    if (!('body' in each)) return headOf(each).name;
    const { type, span, labels } = each;
    if (isOurs(each)) return labels.map((label) => label.text).join('.');
    if (type === 'locals')
      return statementsIn(each.body)
        .map((local) => headOf(local).name)
        .join();
    return text.slice(span.start, span.end).replace(/\s+/g, ' ');
  });
  return texts.join('\n');
}

/** Names, instances and options of the resources, without blanks. */
function optionsOf({ text, resources, neighbours }: Document): string {
  const texts = [...resources, ...neighbours].map(({ terraform }) => {
    const options = terraform?.options.entries.map(({ name, value }) => {
      const written = text.slice(value.span.start, value.span.end).replace(/\s+/g, ' ');
      return `${name} ${written}`;
    });
    return [terraform?.address, JSON.stringify(terraform?.instances), ...(options ?? [])].join('\n');
  });
  return texts.sort().join('\n');
}
