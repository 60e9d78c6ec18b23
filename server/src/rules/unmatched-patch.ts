/** Reports merge patches whose kind, name and namespace no object of the build has, which kustomize rejects. */
import { rejection } from '../lint/build-words.ts';
import type { BuildEvent, BuildFix } from '../lint/build-events.ts';
import { defineRule } from '../lint/rule.ts';
import { nearest } from '../text/nearest.ts';
import { quote } from '../text/quote.ts';
import type { BuildFailure, NamedObject } from '../tree/built.ts';

export const unmatchedPatch = defineRule({
  code: 'unmatched-patch',
  summary: 'A merge patch must have the kind, name and namespace of an object.',
  enforcedBy: 'kustomize',
  on: 'build',
  check(event, { report }) {
    const { failure } = event;
    if (failure?.cause !== 'unmatched-patch') return;
    const { named, at, message } = failure;
    if (!named) return report(at, rejection(event, message));
    const { wayOut, related, fix } = nearestTo(named, failure, event);
    const object = `${named.kind} ${quote(named.name)}${named.namespace === '' ? '' : ` in namespace ${quote(named.namespace)}`}`;
    const places = related ? [{ at: related.at, message: 'The similar object is here.' }] : [];
    report(at, rejection(event, `it has no ${object} for this patch. ${wayOut}`), { related: places, fix });
  },
});

interface Near {
  readonly wayOut: string;
  readonly related?: NamedObject;
  readonly fix?: BuildFix | undefined;
}

/** The object that differs in one of namespace, name and kind. */
function nearestTo(named: NamedObject, { objects = [] }: BuildFailure, { textOf }: BuildEvent): Near {
  const ofKind = objects.filter(({ kind }) => kind === named.kind);
  const elsewhere = ofKind.filter(({ name }) => name === named.name);
  const [only] = elsewhere;
  if (only && elsewhere.length === 1) return { wayOut: namespaceWords(named, only), related: only };
  if (only) return { wayOut: 'Write the namespace of one of the objects with that name.' };
  const beside = ofKind.filter(({ namespace }) => isSameNamespace(namespace, named.namespace));
  const name = nearest(
    named.name,
    beside.map((object) => object.name),
  );
  const meant = beside.find((object) => object.name === name);
  if (name !== undefined && meant)
    return {
      wayOut: `Did you mean ${quote(name)}?`,
      related: meant,
      fix: renaming(named, name, textOf(named.at.path)),
    };
  const others = objects.filter((object) => object.name === named.name && object.kind !== named.kind);
  const kinds = new Set(others.map((object) => object.kind));
  const kind = nearest(named.kind, kinds) ?? (kinds.size === 1 ? others[0]?.kind : undefined);
  if (kind !== undefined) return { wayOut: `Did you mean the kind ${quote(kind)}?` };
  return { wayOut: 'Correct the patch, or remove it.' };
}

function namespaceWords(named: NamedObject, { apiVersion, namespace }: NamedObject): string {
  if (isSameNamespace(named.namespace, namespace)) return `Did you mean apiVersion ${quote(apiVersion)}?`;
  return namespace === '' ? 'Remove the namespace from the patch.' : `Write namespace: ${namespace} in the patch.`;
}

function isSameNamespace(a: string, b: string): boolean {
  return (a || 'default') === (b || 'default');
}

function renaming({ name, at }: NamedObject, to: string, text: string | undefined): BuildFix | undefined {
  const written = text?.slice(at.span.start, at.span.end);
  const quoted = [name, `"${name}"`, `'${name}'`].find((each) => each === written);
  if (quoted === undefined) return undefined;
  const edits = [{ at, text: quoted.replace(name, () => to) }];
  return { title: `Replace with ${quote(to)}`, safety: 'suggested', edits };
}
