/** Runs rules on subjects and turns their reports into diagnostics. A rule that throws does not stop the others. */
import type { Binding } from '../analysis/binding/bind.ts';
import type { AllowedRange } from '../contract/allowed-range.ts';
import type { Document, Resource } from '../tree/document.ts';
import { resourceAround } from '../tree/resource-around.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { addInProgram } from './program-findings.ts';
import { isSilentIn } from './rules-in-programs.ts';
import { isSilentInTerraform } from './rules-in-terraform.ts';
import type { Diagnostic, ReportPlace, RelationContext, ReportOptions, Rule } from './rule.ts';

export interface About {
  readonly document: Document;
  readonly minor: number;
  readonly allow?: AllowedRange | undefined;
  readonly resource?: Resource;
  readonly binding?: Binding;
  readonly around?: RelatedObjects;
  readonly relaxedServiceNames?: RelationContext['relaxedServiceNames'];
}

/** Runs one rule on one subject and adds its reports to `diagnostics`. */
export type RunRule = (rule: Rule, subject: unknown) => void;

/** Creates a runner for all rules on a resource, so that the context is created only once. */
export function runner(
  about: About,
  diagnostics: Diagnostic[],
  onBug: (code: string, error: unknown) => void,
): RunRule {
  const { document, minor, allow, resource, binding, around, relaxedServiceNames } = about;
  let running: Rule;
  const report = (place: ReportPlace, message: string, more: ReportOptions = {}): void => {
    const { span, path } = locate(place);
    const owner = resource ?? resourceAround(document.resources, span);
    const diagnostic = {
      rule: running,
      span,
      path,
      resource: owner,
      message,
      related: more.related ?? [],
      // A plan is what Terraform printed.
      fix: document.plan ? undefined : more.fix,
    };
    if (document.syntax === 'code') addInProgram(diagnostic, document, diagnostics);
    else diagnostics.push(diagnostic);
  };
  const shared = { document, minor, allow, resource, binding, around, relaxedServiceNames };
  const context = { ...shared, report };
  const { language } = document;
  return (rule, subject) => {
    if (language && isSilentIn(language, rule.code)) return;
    if (resource && isSilentInTerraform(rule, resource)) return;
    running = rule;
    try {
      rule.check(subject as never, context as never);
    } catch (error) {
      onBug(rule.code, error);
    }
  };
}

/** An empty value has no width, so its key is reported instead. */
function locate(place: ReportPlace): Pick<Diagnostic, 'span' | 'path'> {
  if (!('value' in place)) return { span: place.span, path: place.path };
  const { span } = place.value;
  return { span: span.start === span.end && place.entry ? place.entry.key : span, path: place.path };
}
