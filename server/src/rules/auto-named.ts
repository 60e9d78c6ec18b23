/** Reports an Endpoints without a name in a Pulumi program: Pulumi generates a name with a random suffix, which no Service has. */
import { isEmpty, member } from '../analysis/binding/bind.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';
import { entryOf, stringOf, valueOf } from '../tree/value.ts';

export const autoNamed = defineRule({
  code: 'auto-named',
  summary: 'An Endpoints in a Pulumi program should have a name, because a generated name matches no Service.',
  enforcedBy: 'advice',
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
    const start = prefix === undefined ? 'the resource name, a hyphen' : quote(`${prefix}-`);
    const message = `Without metadata.name, Pulumi generates a name from ${start} and eight random hexadecimal digits, which matches no Service. Add metadata.name with the name of the Service.`;
    report({ span, path: ['metadata', 'name'] }, message);
  },
});
