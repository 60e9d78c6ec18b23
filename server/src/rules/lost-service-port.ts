/** Reports ports of a Service that any patch drops, because a port with the same number follows that writes no `protocol`. */
import { insertAfter } from '../lint/build-edits.ts';
import type { BuildEvent } from '../lint/build-events.ts';
import { rootNames } from '../lint/build-words.ts';
import { builtValueAt } from '../lint/built-objects.ts';
import { defineRule } from '../lint/rule.ts';
import type { BuildRemark, BuiltValue, Origin } from '../tree/built.ts';

type LostServicePort = Extract<BuildRemark, { readonly what: 'lost-service-port' }>;

export const lostServicePort = defineRule({
  code: 'lost-service-port',
  summary: 'Ports of a patched Service that have the same number must all write protocol.',
  enforcedBy: 'advice',
  severity: 'error',
  on: 'build',
  check(event, { report }) {
    const { remark, textOf } = event;
    if (remark?.what !== 'lost-service-port') return;
    const { at, by, port } = remark;
    const other = otherPort(remark, event);
    const text = textOf(at.path);
    const edit = other && text !== undefined ? insertAfter(text, other, 'protocol', 'TCP') : undefined;
    const message = `In ${rootNames(event.roots)}, a patch drops this port ${port}, because the next port with its number writes no protocol. Write protocol: TCP there.`;
    report(at, message, {
      related: [
        ...(other ? [{ at: other, message: 'The other port is here.' }] : []),
        { at: by, message: 'The patch is here.' },
      ],
      fix: edit ? { title: 'Write protocol: TCP', safety: 'safe', edits: [edit] } : undefined,
    });
  },
});

/** The number of the port that is left. */
function otherPort({ at, port }: LostServicePort, { build: { objects } }: BuildEvent): Origin | undefined {
  const services = objects.filter(({ kind, path }) => kind === 'Service' && path === at.path);
  const ports = services.flatMap(({ root }) => {
    const list = builtValueAt(root, ['spec', 'ports']);
    return list?.kind === 'sequence' ? list.items : [];
  });
  const numbers = ports.flatMap((item): readonly (BuiltValue | undefined)[] =>
    builtValueAt(item, ['protocol']) ? [] : [builtValueAt(item, ['port'])],
  );
  const [found, ...others] = numbers.flatMap((value) =>
    value?.kind === 'scalar' && String(value.value) === port ? value.origins.slice(0, 1) : [],
  );
  return found?.path === at.path && others.length === 0 ? found : undefined;
}
