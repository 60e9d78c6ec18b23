/** Checks the defaults of Terraform variables in the fields that have them unless someone sets the variables. */
import type { Resource } from '../tree/document.ts';
import type { Path } from '../tree/path.ts';
import { valueAtPath, type Mapping, type Opaque, type Scalar, type Value } from '../tree/value.ts';
import type { Diagnostic, RelatedPlace } from './rule.ts';
import { enforcerInTerraform } from './rules-in-terraform.ts';
import { isUnset } from './unset-default.ts';

/** The resource as it is if every variable has its default; undefined where that makes no difference. */
export function withDefaults(resource: Resource): Resource | undefined {
  if (!resource.terraform) return undefined;
  const properties = filledMapping(resource.properties);
  return properties === resource.properties ? undefined : { ...resource, properties };
}

/** The same value where nothing has a default. */
function filled(value: Value): Value {
  if (value.kind === 'opaque') return value.hint && !isUnset(value.hint) ? value.hint : value;
  if (value.kind === 'mapping') return filledMapping(value);
  if (value.kind !== 'sequence') return value;
  const items = value.items.map(filled);
  return items.every((item, i) => item === value.items[i]) ? value : { ...value, items };
}

function filledMapping(mapping: Mapping): Mapping {
  const values = mapping.entries.map((entry) => filled(entry.value));
  if (values.every((value, i) => value === mapping.entries[i]?.value)) return mapping;
  const entries = mapping.entries.map((entry, i) => ({ ...entry, value: values[i] ?? entry.value }));
  return { ...mapping, entries };
}

/** Of the findings on the resource with its defaults, those on a default that is refused, each once. */
export function onDefaults(found: readonly Diagnostic[], resource: Resource): readonly Diagnostic[] {
  const all = new Map<string, Diagnostic>();
  for (const each of found) {
    const { rule, path, span } = each;
    const opaque = hintedAt(resource, path);
    const isRefused = /^(?:server|strict|terraform)$/.test(enforcerInTerraform(rule, resource));
    if (!opaque || !isRefused || span.start !== opaque.span.start || span.end !== opaque.span.end) continue;
    const key = `${rule.code} ${opaque.hint.originFile ?? ''} ${(opaque.hint.origin ?? span).start}`;
    if (!all.has(key)) all.set(key, atDefault({ ...each, resource }, opaque));
  }
  return [...all.values()];
}

type Hinted = Opaque & { readonly hint: Scalar };

function hintedAt({ properties }: Resource, path: Path | undefined): Hinted | undefined {
  const value = path && valueAtPath(properties, path);
  return value?.kind === 'opaque' && value.hint ? { ...value, hint: value.hint } : undefined;
}

/** At the default where it is in this file, else at its use. */
function atDefault(finding: Diagnostic, { expression, hint, span }: Hinted): Diagnostic {
  const { origin, originFile } = hint;
  const variable = /^var\.[\w-]+$/.exec(expression ?? '')?.[0];
  const whose = variable === undefined ? 'the defaults of the variables' : `the default of ${variable}`;
  const isHere = origin !== undefined && originFile === undefined;
  return {
    ...finding,
    span: isHere ? origin : span,
    message: `With ${whose}: ${finding.message}`,
    related: placesOf(hint, span),
    fix: undefined,
    mayBeReplaced: true,
  };
}

function placesOf({ origin, originFile }: Scalar, span: Scalar['span']): readonly RelatedPlace[] {
  if (!origin) return [];
  return originFile === undefined
    ? [{ span, message: 'The default is used here.' }]
    : [{ span: origin, uri: originFile, message: 'The default is written here.' }];
}
