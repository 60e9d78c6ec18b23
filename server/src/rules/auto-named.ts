/** Without a name Pulumi makes one with a random end, which no Service can have. */
import { isEmpty, member } from '../analysis/binding/bind.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';
import { entryOf, stringOf, valueOf } from '../tree/value.ts';

export const autoNamed = defineRule({
  code: 'auto-named',
  summary: 'An Endpoints without a name gets a random one and can match no Service.',
  enforcedBy: 'advice',
  since: '0.1.0',
  on: 'resource',
  check(resource, { report, binding }) {
    if (resource.form !== 'pulumi' || resource.type !== 'Endpoints' || binding.root.value.isOpen) return;
    if (resource.envelope && entryOf(resource.envelope, 'get')) return;
    const metadata = member(binding.root, 'metadata');
    if (metadata && (metadata.value.kind !== 'mapping' || metadata.value.isOpen)) return;
    const name = metadata && member(metadata, 'name');
    if (!isEmpty(name) || !isEmpty(metadata && member(metadata, 'generateName'))) return;
    const span = name?.entry?.key ?? metadata?.entry?.key ?? resource.head;
    const named = resource.envelope && valueOf(resource.envelope, 'name');
    const prefix = named ? stringOf(named) : resource.name;
    const start = prefix === undefined ? 'after the resource, with a hyphen' : quote(`${prefix}-`);
    const message = `Pulumi will name this object ${start} and eight random hexadecimal digits, so it can match no Service. Add metadata.name: the name of the Service.`;
    report({ span, path: ['metadata', 'name'] }, message);
  },
});
