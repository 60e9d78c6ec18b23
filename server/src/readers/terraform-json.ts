/** Reads the JSON syntax of Terraform into the blocks that the native syntax has. */
import { jsonBody, type BlocksIn } from '../frontends/hcl/hcl-json.ts';
import type { HclFile } from '../frontends/hcl/hcl.ts';
import { treesIn } from '../frontends/trees.ts';

/** A text that is not JSON has no blocks. `onUnread` gets it where it has syntax errors. */
export function readTerraformJson(text: string, onUnread: (part: string) => void): HclFile {
  const [tree] = treesIn('', text, () => true, onUnread);
  const root = tree?.root.kind === 'mapping' && tree.syntax === 'json' ? tree.root : undefined;
  const span = { start: 0, end: text.length };
  const body = root ? jsonBody(root, text, () => blocksIn) : { span, attributes: [], blocks: [] };
  return { body, heredocs: [], comments: [], issues: [] };
}

/** Entries that are blocks in the native syntax. */
const blockNames =
  /^(?:metadata|spec|template|rule|role_ref|subject|subset|address|not_ready_address|port|container|init_container|env|volume|volume_mount|webhook|client_config|service)$/;

const blocksIn: BlocksIn = (name) => (blockNames.test(name) ? blocksIn : undefined);
