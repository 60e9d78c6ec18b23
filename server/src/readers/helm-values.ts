/** Recognizes the values of Helm charts: in files of their own, and in the objects of Flux and Argo CD. */
import { memo } from '../text/memo.ts';
import { valueOf, type Mapping } from '../tree/value.ts';
import type { SearchedText } from './searched-text.ts';

/** True for a file that holds values of a chart, by its name. */
export const inValuesFile = memo(({ name, trees }: SearchedText): boolean => {
  const isNamed = /^values[\w.-]*\.ya?ml$|[\w.-]*values\.ya?ml$/i.test(name);
  return (
    isNamed &&
    trees.every(({ root }) => root.kind !== 'mapping' || !root.entries.some((entry) => entry.name === 'kind'))
  );
});

const components = ['kubeEtcd', 'kubeControllerManager', 'kubeScheduler', 'kubeProxy'];

/** True where values of kube-prometheus-stack have the chart write Endpoints of the control plane. */
export function writesControlPlane(values: Mapping): boolean {
  return components.some((name) => {
    const component = valueOf(values, name);
    if (component?.kind !== 'mapping') return false;
    const isOff = valueOf(component, 'enabled');
    const endpoints = valueOf(component, 'endpoints');
    return (
      endpoints?.kind === 'sequence' &&
      endpoints.items.length > 0 &&
      !(isOff?.kind === 'scalar' && isOff.value === false)
    );
  });
}
