/** Reports `import` blocks of Terraform for a resource that cannot be imported. */
import { defineRule } from '../lint/rule.ts';

export const refusedImport = defineRule({
  code: 'refused-import',
  summary: 'A kubernetes_endpoint_slice_v1 must not be imported, because the provider cannot.',
  enforcedBy: 'terraform',
  on: 'resource',
  check({ terraform, head, type }, { report }) {
    if (terraform?.isManifest !== false || type !== 'EndpointSlice') return;
    for (const { span, file } of terraform.imports) {
      const message = `The provider cannot import ${terraform.type}, so this import fails. Remove it, and let Terraform create the slice. (Read in provider 3.2.)`;
      if (file === undefined) report({ span }, message);
      else
        report(
          { span: head },
          message.replace('this import', 'the import of this resource').replace('Remove it', 'Remove the import block'),
          {
            related: [{ span, uri: file, message: 'The import block is here.' }],
          },
        );
    }
  },
});
