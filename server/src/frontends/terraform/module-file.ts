/** Reads a file of Terraform in either syntax. */
import { terraformManifests, terraformSchemas, type TerraformParts } from '../../contract/terraform.ts';
import { jsonBody, type BlocksIn } from '../hcl/hcl-json.ts';
import { readHcl } from '../hcl/read-hcl.ts';
import { readJson } from '../json/parse-json.ts';
import type { HclFile } from '../hcl/hcl.ts';
import type { ModuleFile } from './module.ts';

/** True for a file of Terraform or OpenTofu, by its name. */
export function isTerraformPath(path: string): boolean {
  return /\.(?:tf|tofu)(?:\.json)?$/i.test(path);
}

export function isTerraformJson(path: string): boolean {
  return /\.(?:tf|tofu)\.json$/i.test(path);
}

/** Resources of our kinds, in blocks or as manifests. */
const ours = /\bkubernetes_(?:endpoint\w*|service(?:_v1)?)\b/;
const manifests = /\bkube(?:rnetes|ctl)_manifest\b/;
/** In a manifest, or in the name of a file with one; a local may hold a manifest, too. */
const ourKinds = /end-?point|\bService\b|\blocal\./i;

/** False for a text that declares no resource of ours. Nothing is parsed to decide that. */
export function mayDeclareOurs(text: string): boolean {
  return ours.test(text) || (manifests.test(text) && ourKinds.test(text));
}

/** The last texts of each syntax, since each file of a module is read for itself and for the others. */
const parsedHcl = new Map<string, HclFile>();
const parsedJson = new Map<string, HclFile>();

/** In UTF-16 units: a module has a tenth of it. */
const mostKept = 1_000_000;
let kept = 0;

/** The path is a name for messages; its ending decides on the syntax. The text is parsed when its syntax is asked for. */
export function moduleFile(path: string, text: string): ModuleFile {
  return {
    path,
    text,
    get hcl() {
      return parsed(path, text);
    },
  };
}

function parsed(path: string, text: string): HclFile {
  const known = isTerraformJson(path) ? parsedJson : parsedHcl;
  const before = known.get(text);
  if (!before) kept += text.length;
  // The last one that was used is the last one of the map.
  else known.delete(text);
  const read = before ?? readSyntax(path, text);
  known.set(text, read);
  for (const map of [parsedHcl, parsedJson])
    for (const [first] of map) {
      if (kept <= mostKept || first === text) break;
      map.delete(first);
      kept -= first.length;
    }
  return read;
}

/** The JSON syntax is read as a whole or not at all. */
function readSyntax(path: string, text: string): HclFile {
  if (!isTerraformJson(path)) return readHcl(text, 'terraform');
  const { root, issues } = readJson(text);
  const whole = { start: 0, end: text.length };
  const body = root?.kind === 'mapping' ? jsonBody(root, text, blocksOf) : { span: whole, attributes: [], blocks: [] };
  return { body, heredocs: [], comments: [], issues };
}

/** What is a block in resources of a type, as far as anything reads it. */
function blocksOf(type: string): BlocksIn {
  const schema = terraformSchemas.get(type);
  if (schema) return (name) => blocksIn(schema.parts)(name) ?? optionBlocks(name);
  return terraformManifests.has(type) ? optionBlocks : (name) => otherBlocks(name) ?? optionBlocks(name);
}

function blocksIn(parts: TerraformParts): BlocksIn {
  return (name) => {
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
    return part?.kind === 'block' ? blocksIn(part.parts) : undefined;
  };
}

const optionNames =
  /^(?:lifecycle|timeouts|provisioner|connection|precondition|postcondition|field_manager|wait|wait_for|condition|field)$/;

const optionBlocks: BlocksIn = (name) => (optionNames.test(name) ? optionBlocks : undefined);

/** Blocks of other objects that readers of Endpoints are searched in. */
const otherNames =
  /^(?:metadata|spec|template|rule|role_ref|subject|subset|address|not_ready_address|port|container|init_container|env|volume|volume_mount|webhook|client_config|service)$/;

export const otherBlocks: BlocksIn = (name) => (otherNames.test(name) ? otherBlocks : undefined);
