/** How Terraform sends a resource to the API server. Source: provider hashicorp/kubernetes 3.2, read and not run. */
import type { TerraformFacts } from '../../tree/document.ts';
import { stringOf, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import type { KnownSetting } from './apply-settings.ts';

/** The field manager is undefined where an expression decides on it. */
interface HowApplied {
  readonly means: 'apply' | 'update';
  readonly manager: string | undefined;
  readonly force: KnownSetting;
}

/** Resources in blocks are created and patched; manifests are applied server-side, or as `kubectl apply` does. */
export function howTerraformApplies({ type, isManifest, options }: TerraformFacts): HowApplied {
  if (!isManifest) return { means: 'update', manager: 'HashiCorp', force: 'no' };
  const isKubectl = type === 'kubectl_manifest';
  if (isKubectl && settingIn(options, 'server_side_apply') !== 'yes')
    return { means: 'update', manager: 'kubectl-client-side-apply', force: 'no' };
  const block = valueOf(options, 'field_manager');
  if (isKubectl)
    return { means: 'apply', manager: textOf(block, 'kubectl'), force: settingIn(options, 'force_conflicts') };
  if (block?.kind !== 'mapping')
    return { means: 'apply', manager: block ? undefined : 'Terraform', force: block ? 'unknown' : 'no' };
  return {
    means: 'apply',
    manager: textOf(valueOf(block, 'name'), 'Terraform'),
    force: settingIn(block, 'force_conflicts'),
  };
}

function textOf(value: Value | undefined, otherwise: string): string | undefined {
  return value ? stringOf(value) : otherwise;
}

function settingIn(options: Mapping, name: string): KnownSetting {
  const value = valueOf(options, name);
  if (!value) return 'no';
  if (value.kind !== 'scalar') return 'unknown';
  return value.value === true ? 'yes' : 'no';
}
