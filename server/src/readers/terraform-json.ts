/** Reads the JSON syntax of Terraform into the blocks that the native syntax has. */
import type { HclAttribute, HclBlock, HclBody, HclFile } from '../frontends/hcl/hcl.ts';
import { treesIn } from '../frontends/trees.ts';
import type { Entry, Mapping, Value } from '../tree/value.ts';

/** A text that is not JSON has no blocks. `onUnread` gets it where it has syntax errors. */
export function readTerraformJson(text: string, onUnread: (part: string) => void): HclFile {
  const [tree] = treesIn('', text, () => true, onUnread);
  const root = tree?.root.kind === 'mapping' && tree.syntax === 'json' ? tree.root : undefined;
  const blocks = (root?.entries ?? []).flatMap((entry) => topBlocks(entry));
  const span = { start: 0, end: text.length };
  return { body: { span, attributes: [], blocks }, heredocs: [], encoded: [] };
}

/** `{"resource": {"kubernetes_role": {"name": {…}}}}` */
function topBlocks({ name, key, value }: Entry): readonly HclBlock[] {
  if (name !== 'resource' && name !== 'data') return [];
  return mappingsOf(value).flatMap((types) =>
    types.entries.flatMap((type) =>
      mappingsOf(type.value).flatMap((labels) =>
        labels.entries.flatMap((label) =>
          mappingsOf(label.value).map((body): HclBlock => {
            const written = [type, label].map((each) => ({ text: each.name, span: each.key }));
            return { type: name, key, labels: written, body: bodyOf(body), span: body.span, isClosed: true };
          }),
        ),
      ),
    ),
  );
}

/** Entries that are blocks in the native syntax. */
const blockNames =
  /^(?:metadata|spec|template|rule|role_ref|subject|subset|address|not_ready_address|port|container|init_container|env|volume|volume_mount|webhook|client_config|service|dynamic)$/;

function bodyOf({ entries, span }: Mapping): HclBody {
  const isBlock = ({ name, value }: Entry): boolean => blockNames.test(name) && mappingsOf(value).length > 0;
  const attributes = entries
    .filter((entry) => !isBlock(entry))
    .map(({ name, key, value }): HclAttribute => ({ name, key, value: withTemplates(value) }));
  const blocks = entries.filter(isBlock).flatMap(({ name, key, value }) =>
    mappingsOf(value).map((each): HclBlock => {
      return { type: name, key, labels: [], body: bodyOf(each), span: each.span, isClosed: true };
    }),
  );
  return { span, attributes, blocks };
}

function mappingsOf(value: Value): readonly Mapping[] {
  if (value.kind === 'mapping') return [value];
  const items = value.kind === 'sequence' ? value.items : [];
  return items.flatMap((item) => (item.kind === 'mapping' ? [item] : []));
}

/** Strings of JSON are templates. */
function withTemplates(value: Value): Value {
  if (value.kind === 'scalar' && typeof value.value === 'string' && /[$%]\{/.test(value.value))
    return { kind: 'opaque', span: value.span, why: 'a template' };
  if (value.kind === 'sequence') return { ...value, items: value.items.map(withTemplates) };
  if (value.kind !== 'mapping') return value;
  return { ...value, entries: value.entries.map((entry) => ({ ...entry, value: withTemplates(entry.value) })) };
}
