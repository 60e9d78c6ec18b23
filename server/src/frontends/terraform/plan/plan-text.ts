/** Decides with a text search whether a text may be a plan or a state that `terraform show -json` printed. */
import { mayDeclareOurs } from '../module-file.ts';

/** False for nearly every other text. Nothing is parsed. */
export function mayBePlan(text: string): boolean {
  return (
    /^\s*\{/.test(text) &&
    text.includes('"format_version"') &&
    text.includes('"root_module"') &&
    /"(?:planned_)?values"/.test(text)
  );
}

/** True where it also has a resource that may be one of ours. */
export function mayBeOurPlan(text: string): boolean {
  return mayBePlan(text) && mayDeclareOurs(text);
}
