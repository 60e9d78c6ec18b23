/** Which rules say nothing in programs of some languages, because the compiler or the SDK leaves nothing to say. */
import type { CodeLanguage, Document, Resource } from '../tree/document.ts';
import { enforcerInTerraform } from './rules-in-terraform.ts';
import type { Diagnostic, EnforcedBy, Rule } from './rule.ts';

const compiled: readonly CodeLanguage[] = ['go', 'csharp', 'java'];
const all: readonly CodeLanguage[] = ['typescript', 'javascript', 'python', ...compiled];

const silent: ReadonlyMap<string, readonly CodeLanguage[]> = new Map([
  // Every SDK sends its own apiVersion and kind.
  ['wrong-constant', all],
  // No SDK accepts an option by another capitalization: unknown-resource-option reports it.
  ['miscapitalized-key', all],
  // The compiler refuses other options. Its SDK may have some that Pulumi YAML does not have.
  ['unknown-resource-option', compiled],
  ['wrong-resource-value', compiled],
]);

export function isSilentIn(language: CodeLanguage, code: string): boolean {
  return silent.get(code)?.includes(language) ?? false;
}

/**
 * Who enforces the rule in a text: the SDK of a dropping language ignores an unknown option, Pulumi YAML rejects it. `resource` is
 * the object with the finding.
 */
export function enforcerOf(rule: Rule, language: CodeLanguage | undefined, resource?: Resource): EnforcedBy {
  if (rule.code === 'unknown-resource-option' && isDropping(language)) return 'advice';
  return resource ? enforcerInTerraform(rule, resource) : rule.enforcedBy;
}

/** Who enforces what is found; nobody where another value may replace the one that is reported. */
export function enforcerOfFinding(
  { rule, resource, mayBeReplaced }: Diagnostic,
  { language, form }: Pick<Document, 'language' | 'form'>,
): EnforcedBy {
  if (mayBeReplaced) return 'advice';
  return form === 'terraform' && rule.code === 'syntax-error' ? 'terraform' : enforcerOf(rule, language, resource);
}

/** True where the constructor takes known properties from its arguments and drops all others without a word. */
export function isDropping(language: CodeLanguage | undefined): boolean {
  return language === 'typescript' || language === 'javascript';
}
