/** Reads the JSON syntax of Terraform into the blocks that the native syntax has. */
import { jsonBody } from '../frontends/hcl/hcl-json.ts';
import type { HclFile } from '../frontends/hcl/hcl.ts';
import { otherBlocks } from '../frontends/terraform/module-file.ts';
import { treesIn } from '../frontends/trees.ts';

/** A text that is not JSON has no blocks. `onUnread` gets it where it has syntax errors. */
export function readTerraformJson(text: string, onUnread: (part: string) => void): HclFile {
  const [tree] = treesIn('', text, () => true, onUnread);
  const root = tree?.root.kind === 'mapping' && tree.syntax === 'json' ? tree.root : undefined;
  const span = { start: 0, end: text.length };
  const body = root ? jsonBody(root, text, () => otherBlocks) : { span, attributes: [], blocks: [] };
  return { body, heredocs: [], comments: [], issues: [] };
}
