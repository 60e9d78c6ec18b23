/** Conditions of an endpoint that the provider of Terraform fills in. */
import type { Bound } from '../analysis/binding/bind.ts';
import type { Resource } from '../tree/document.ts';
import type { Mapping } from '../tree/value.ts';
import type { ReportPlace } from './rule.ts';
import { keyPlace } from './subject.ts';

/** The place of a block of conditions, whose absent ones the provider sends as false; undefined where it sends only what is written. */
export function filledConditionsPlace(conditions: Bound<Mapping>, { terraform }: Resource): ReportPlace | undefined {
  const { entries, isOpen, blockKey } = conditions.value;
  if (terraform?.isManifest !== false || isOpen || entries.length === 0) return undefined;
  return blockKey ? { span: blockKey, path: conditions.path } : (keyPlace(conditions) ?? conditions);
}

export function isWrittenFalse({ value }: Bound): boolean {
  return value.kind === 'scalar' && value.value === false;
}
