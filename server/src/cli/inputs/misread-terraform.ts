/** Recognizes texts of Terraform in a form that is not read, and says which form is. */
import { codeOf } from '../../frontends/code/languages.ts';
import { isTerraformPath, mayDeclareOurs } from '../../frontends/terraform/module-file.ts';
import type { Input } from './inputs.ts';

/** True for a file that `terraform plan -out` writes: a zip archive with an entry of this name. */
export function isSavedPlan(bytes: Buffer): boolean {
  return bytes.subarray(0, 2).toString('latin1') === 'PK' && bytes.includes('tfplan');
}

export function savedPlanText({ name, path }: Input): string {
  const file = path === undefined ? 'FILE' : name;
  return `${name} is a saved plan of Terraform, which is not text. Run: terraform show -json ${file} | endpoints check -`;
}

/** Undefined for any other text. */
export function misreadTerraform({ name, path }: Input, text: string): string | undefined {
  if (isPlanLog(text))
    return `${name} is the log of "terraform plan -json", not the plan. Save the plan with -out=plan.out and run: terraform show -json plan.out | endpoints check -`;
  if (isStoredState(text))
    return `${name} is a state in the form in which Terraform stores it. Run: terraform show -json | endpoints check -`;
  if (path !== undefined && (isTerraformPath(path) || codeOf(path))) return undefined;
  return startsAsHcl.test(text.slice(0, longestHead)) && mayDeclareOurs(text)
    ? `${name} is Terraform, which is read under the endings .tf and .tofu. Give its name: --stdin-filename main.tf, with the text on standard input.`
    : undefined;
}

/** The lines of `terraform plan -json`. */
function isPlanLog(text: string): boolean {
  return text.startsWith('{"@level"') && text.slice(0, 1000).includes('"terraform.ui"');
}

/** What `terraform state pull` prints, and a file with the ending `.tfstate`. */
function isStoredState(text: string): boolean {
  return /^\s*\{\s*"version"\s*:\s*\d+\s*,\s*"terraform_version"/.test(text) && text.includes('"lineage"');
}

/** In UTF-16 units: empty lines and comments at the start may be as long. */
const longestHead = 10_000;

/** A block after empty lines and comments. */
const startsAsHcl =
  /^(?:[ \t]*(?:(?:#|\/\/).*)?\r?\n)*(?:resource|data|locals|variable|module|terraform|provider|output|import|moved|removed)(?:[ \t]+"[^"\n]*")*[ \t]*\{/;
