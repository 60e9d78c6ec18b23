/** Reports patches of a Service port that have no effect, because only the patch or only the port writes `protocol`. */
import { insertAfter, removeEntryAt } from '../lint/build-edits.ts';
import type { BuildEvent, BuildFix } from '../lint/build-events.ts';
import { rootNames } from '../lint/build-words.ts';
import { defineRule } from '../lint/rule.ts';
import { fieldBeside } from '../lint/written-fields.ts';
import type { BuildRemark } from '../tree/built.ts';

type LostPortPatch = Extract<BuildRemark, { readonly what: 'lost-port-patch' }>;

export const lostPortPatch = defineRule({
  code: 'lost-port-patch',
  summary: 'A patch of a Service port must write protocol if the port has it, and must not if the port has none.',
  enforcedBy: 'advice',
  severity: 'error',
  on: 'build',
  check(event, { report }) {
    const { remark } = event;
    if (remark?.what !== 'lost-port-patch') return;
    const { wayOut, fix } = remark.side === 'base' ? additionTo(remark, event) : removalFrom(remark, event);
    const writer = remark.side === 'base' ? 'its base' : 'this patch';
    const message = `In ${rootNames(event.roots)}, kustomize drops this change of port ${remark.port}: only ${writer} writes protocol, so the two do not match. ${wayOut}`;
    report(remark.at, message, { related: [{ at: remark.base, message: 'The patched port is here.' }], fix });
  },
});

interface WayOut {
  readonly wayOut: string;
  readonly fix?: BuildFix | undefined;
}

/** The patch has no protocol. Of a port that is not TCP, it may mean another port. */
function additionTo({ at, base }: LostPortPatch, { textOf }: BuildEvent): WayOut {
  const [ours, theirs] = [textOf(at.path), textOf(base.path)];
  const protocol = theirs === undefined ? undefined : fieldBeside(theirs, base, 'protocol')?.text;
  if (protocol === undefined) return { wayOut: 'Write the same protocol here.' };
  if (protocol !== 'TCP') return { wayOut: `Write protocol: ${protocol} here to change that port, or TCP to add one.` };
  const port = ours === undefined ? undefined : fieldBeside(ours, at, 'port');
  const edit = ours !== undefined && port && insertAfter(ours, port.at, 'protocol', protocol);
  const title = `Write protocol: ${protocol}`;
  return { wayOut: `${title} here.`, fix: edit ? { title, safety: 'suggested', edits: [edit] } : undefined };
}

/** The base has no protocol, which means TCP. */
function removalFrom({ at }: LostPortPatch, { textOf }: BuildEvent): WayOut {
  const text = textOf(at.path);
  const protocol = text === undefined ? undefined : fieldBeside(text, at, 'protocol');
  if (protocol && protocol.text !== 'TCP')
    return { wayOut: 'Write protocol: TCP in the base, too, and kustomize adds this port.' };
  const edit = text !== undefined && protocol && removeEntryAt(text, protocol.at);
  const title = 'Remove protocol';
  return { wayOut: `${title} here.`, fix: edit ? { title, safety: 'suggested', edits: [edit] } : undefined };
}
