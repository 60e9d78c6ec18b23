/** Finds policies of admission that match Endpoints and not EndpointSlices: webhooks, CEL policies, Kyverno, Gatekeeper. */
import type { TextEdit } from '../../text/edit.ts';
import { quote } from '../../text/quote.ts';
import { nestedValue, stringOf, valueOf, type Mapping, type Sequence, type Value } from '../../tree/value.ts';
import type { Plain } from '../../tree/tree-edit.ts';
import { siteOf, type Estate } from '../estate.ts';
import { mappingsAt, textAt, textsAt } from '../foreign-objects.ts';
import { inValuesFile } from '../helm-values.ts';
import type { FoundReader } from '../reader.ts';
import type { SearchedText } from '../searched-text.ts';
import { addItems } from '../tree-fixes.ts';
import { apiObjects, filterReach, isShared, literalTexts, comparableSource, type ApiObject } from './api-objects.ts';
import { gatekeeperReaders } from './gatekeeper-policies.ts';
import { kyvernoReaders } from './kyverno-policies.ts';
import { celBelowReadsOnlyMetadata } from './object-expressions.ts';

export function policyReaders(text: SearchedText, estate: Estate): readonly FoundReader[] {
  if (!/\bendpoints\b/i.test(text.text)) return [];
  return apiObjects(text).flatMap((object) => {
    const { apiVersion, kind } = object;
    if (apiVersion.startsWith('kyverno.io/')) return kyvernoReaders(object, text, estate);
    if (/^(?:constraints|mutations|config|syncset)\.gatekeeper\.sh\//.test(apiVersion))
      return gatekeeperReaders(object, text, estate);
    if (!/^(?:admissionregistration\.k8s\.io|policies\.kyverno\.io)\//.test(apiVersion)) return [];
    if (/^(?:Validating|Mutating)WebhookConfiguration$/.test(kind)) return webhookReaders(object, text, estate);
    return /Policy(?:Binding)?$/.test(kind) ? celReaders(object, text, estate) : [];
  });
}

/** Rules in a list that name Endpoints, and none that covers slices. */
interface RuleMatch {
  readonly rule: Mapping;
  /** The word. */
  readonly item: Value;
}

function matchesIn(rules: Value | undefined): readonly RuleMatch[] {
  if (rules?.kind !== 'sequence') return [];
  const all = rules.items.filter((rule) => rule.kind === 'mapping');
  if (all.some(coversSliceResource)) return [];
  return all.flatMap((rule) => {
    const groups = textsAt(rule, 'apiGroups');
    const resources = valueOf(rule, 'resources');
    if (!groups?.some((group) => group === '' || group === '*') || resources?.kind !== 'sequence') return [];
    const item = resources.items.find((each) => /^endpoints(?:\/\*)?$/.test(stringOf(each) ?? ''));
    return item ? [{ rule, item }] : [];
  });
}

function coversSliceResource(rule: Mapping): boolean {
  const has = (name: string, wanted: RegExp): boolean => (textsAt(rule, name) ?? []).some((each) => wanted.test(each));
  return has('apiGroups', /^(?:\*|discovery\.k8s\.io)$/) && has('resources', /^(?:\*|\*\/\*|endpointslices(?:\/\*)?)$/);
}

/** Whether a webhook understands slices is not known from its configuration. */
function webhookReaders(
  { kind, mapping, tree }: ApiObject,
  text: SearchedText,
  estate: Estate,
): readonly FoundReader[] {
  const webhooks = mappingsAt(mapping, 'webhooks');
  const clientOf = (webhook: Mapping): string => {
    const client = valueOf(webhook, 'clientConfig');
    return client ? comparableSource(tree, client) : '';
  };
  const rulesOf = (webhook: Mapping): readonly Mapping[] => mappingsAt(webhook, 'rules');
  const covered = new Set(webhooks.filter((each) => rulesOf(each).some(coversSliceResource)).map(clientOf));
  return webhooks.flatMap((webhook) => {
    const reach = filterReach(estate, text.uri, {
      namespaces: selectedNamespaces(valueOf(webhook, 'namespaceSelector')),
    });
    if (!reach || covered.has(clientOf(webhook))) return [];
    const name = textAt(webhook, 'name') ?? textAt(mapping, 'metadata', 'name') ?? '';
    return matchesIn(valueOf(webhook, 'rules')).map(({ item }): FoundReader => ({
      ...reach,
      ...(text.isTemplate && { certainty: 'likely' }),
      span: tree.place(item.span),
      kind: 'policy-match',
      change: 'person',
      message: `Webhook ${quote(name)} of the ${kind} gets endpoints but not endpointslices, so it never sees the slices. Make the program behind it read EndpointSlices, then add a rule for discovery.k8s.io.`,
    }));
  });
}

/** Policies with CEL, of Kubernetes and of Kyverno, and their bindings. */
function celReaders(object: ApiObject, text: SearchedText, estate: Estate): readonly FoundReader[] {
  const { kind, mapping, tree, apiVersion } = object;
  const spec = valueOf(mapping, 'spec');
  const isBinding = kind.endsWith('Binding');
  const match = nestedValue(spec, [isBinding ? 'matchResources' : 'matchConstraints']);
  const rules = nestedValue(match, ['resourceRules']);
  const matches = matchesIn(rules);
  if (matches.length === 0 || rules?.kind !== 'sequence' || !spec) return [];
  const isNamespaced = apiVersion.startsWith('policies.kyverno.io/') && kind.startsWith('Namespaced');
  const own = siteOf(text.uri, mapping, estate.metadata).namespace;
  const namespaces =
    isNamespaced && own !== undefined ? [own] : selectedNamespaces(nestedValue(match, ['namespaceSelector']));
  const isPlain =
    /^(?:Namespaced)?Validating(?:Admission)?Policy$/.test(kind) &&
    !text.isTemplate &&
    !inValuesFile(text) &&
    isForBothKinds(spec) &&
    !isShared(tree, spec) &&
    matches.every(({ rule }) => !valueOf(rule, 'resourceNames'));
  const edits = isPlain ? ruleEdits(object, rules, matches) : undefined;
  const title = `${kind} ${quote(textAt(mapping, 'metadata', 'name') ?? '')}`.replace(/ ""$/, '');
  return matches.flatMap(({ rule, item }): readonly FoundReader[] => {
    const names = literalTexts(valueOf(rule, 'resourceNames'));
    const reach = filterReach(estate, text.uri, { namespaces, names });
    if (!reach) return [];
    return [
      {
        ...reach,
        ...(text.isTemplate && { certainty: 'likely' }),
        span: tree.place(item.span),
        kind: 'policy-match',
        change: edits ? 'rewrite' : 'person',
        message: `${title} matches endpoints but not endpointslices, so it ignores the slices. ${wayOut(isBinding, edits !== undefined)}`,
        fix: edits && { title: 'Match endpointslices too', edits },
      },
    ];
  });
}

function wayOut(isBinding: boolean, isRewritten: boolean): string {
  if (isRewritten) return 'Add a resource rule for endpointslices in discovery.k8s.io.';
  if (isBinding) return 'When its policy is ready for slices, add a resource rule for discovery.k8s.io here too.';
  return 'Write expressions for EndpointSlice (endpoints[].addresses and ports[] instead of subsets[]), then add a resource rule for discovery.k8s.io.';
}

function isForBothKinds(spec: Value): boolean {
  const isOpen = spec.kind !== 'mapping' || spec.isOpen;
  const validations = nestedValue(spec, ['validations']);
  const hasValidations = validations?.kind === 'sequence' && !validations.isOpen && validations.items.length > 0;
  return !isOpen && hasValidations && celBelowReadsOnlyMetadata(spec);
}

function ruleEdits(
  { tree }: ApiObject,
  rules: Sequence,
  matches: readonly RuleMatch[],
): readonly TextEdit[] | undefined {
  const added = matches.map(({ rule }): Plain | undefined => {
    const operations = textsAt(rule, 'operations');
    const scope = textAt(rule, 'scope');
    return (
      operations && {
        apiGroups: ['discovery.k8s.io'],
        apiVersions: ['v1'],
        operations,
        resources: ['endpointslices'],
        ...(scope !== undefined && { scope }),
      }
    );
  });
  const items = added.flatMap((each) => each ?? []);
  return items.length === added.length ? addItems(tree, rules, items, matches.at(-1)?.rule) : undefined;
}

/** The namespaces that a selector names by the label that each namespace has. */
function selectedNamespaces(selector: Value | undefined): readonly string[] | undefined {
  const label = 'kubernetes.io/metadata.name';
  const wanted = stringOf(nestedValue(selector, ['matchLabels', label]));
  if (wanted !== undefined) return [wanted];
  const expressions = selector?.kind === 'mapping' ? mappingsAt(selector, 'matchExpressions') : [];
  const found = expressions.find((each) => textAt(each, 'key') === label && textAt(each, 'operator') === 'In');
  return found && literalTexts(valueOf(found, 'values'));
}
