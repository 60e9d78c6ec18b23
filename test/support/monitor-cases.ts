/** Texts with monitors, which read converted objects or only seem to, and the expected report. */
import type { Case, Files } from './reference-cases.ts';

const service = (labels: string, more = ''): string =>
  `apiVersion: v1\nkind: Service\nmetadata:\n  name: db\n  namespace: shop\n  labels: { ${labels} }\nspec:\n  clusterIP: None\n  ports: [{ name: http, port: 80 }]\n${more}`;
const endpoints = `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\n  namespace: shop\n`;
const db = `${service('app: db, tier: data')}---\n${endpoints}`;

interface MonitorText {
  readonly namespace?: string;
  readonly selector?: string;
  readonly spec?: string;
  readonly labels?: string;
}

const monitor = ({
  namespace = '  namespace: shop\n',
  selector = '{ matchLabels: { app: db } }',
  spec = '',
  labels = '',
}: MonitorText = {}): string =>
  `apiVersion: monitoring.coreos.com/v1\nkind: ServiceMonitor\nmetadata:\n  name: m\n${namespace}${labels}spec:\n${spec}  selector: ${selector}\n  endpoints: [{ port: http }]\n`;
const prometheus = (spec = '  serviceMonitorSelector: {}\n  serviceMonitorNamespaceSelector: {}\n'): string =>
  `apiVersion: monitoring.coreos.com/v1\nkind: Prometheus\nmetadata:\n  name: main\n  namespace: monitoring\nspec:\n${spec}`;

const unselected = 'no Prometheus in sight certainly selects it';
const untold = 'its selector or namespace is not known';
const inherits = 'ServiceMonitor "m" has no serviceDiscoveryRole and discovers targets by Endpoints';
const sure = (reader = 'Prometheus "main"'): string =>
  `m.yaml:2:7 monitor-inherits certain: ${inherits}, the role of ${reader}, so it loses shop/db`;
const perhaps = (doubt = unselected): string =>
  `m.yaml:2:7 monitor-inherits likely: ${inherits}, the operator's default, so it may lose shop/db: ${doubt}`;
const ofPrometheus = (title = 'Prometheus "main"', place = 'p.yaml:2:7'): string =>
  `${place} prom-operator-default certain: ${title} has no serviceDiscoveryRole, which means Endpoints, so it loses shop/db`;

export function monitorCases(): readonly Case[] {
  const having = (name: string, files: Files, finds: readonly string[]): Case => ({
    name: `monitors: ${name}`,
    files: { 'db.yaml': db, ...files },
    finds,
  });
  const alone = (name: string, text: string, finds: readonly string[]): Case => having(name, { 'm.yaml': text }, finds);
  const selecting = (selector: string, finds: readonly string[] = []): Case =>
    alone(`selector ${selector}`, monitor({ selector }), finds);
  const scrape = (role: string): string =>
    `apiVersion: operator.victoriametrics.com/v1beta1\nkind: VMServiceScrape\nmetadata: { name: m, namespace: shop }\nspec:\n${role}  selector: { matchLabels: { app: db } }\n`;
  return [
    alone('finds the default role', monitor(), [perhaps()]),
    alone('finds a written role', monitor({ spec: '  serviceDiscoveryRole: Endpoints\n' }), [
      'm.yaml:7:25 prom-operator-role certain: ServiceMonitor "m" discovers targets by Endpoints, so it loses shop/db',
    ]),
    alone('leaves a monitor of slices alone', monitor({ spec: '  serviceDiscoveryRole: EndpointSlice\n' }), []),
    alone(
      'asks for other labels',
      monitor({ spec: '  relabelings: [{ sourceLabels: [__meta_kubernetes_endpoint_port_name] }]\n' }),
      [
        perhaps(),
        'm.yaml:7:34 prom-meta-label likely: __meta_kubernetes_endpoint_port_name is empty once the discovery reads slices, so "keep" drops every target and "drop" keeps every target',
      ],
    ),
    having('is certain with its Prometheus', { 'm.yaml': monitor(), 'p.yaml': prometheus() }, [sure(), ofPrometheus()]),
    having(
      'is not certain if the Prometheus selects other monitors',
      {
        'm.yaml': monitor(),
        'p.yaml': prometheus(
          '  serviceMonitorSelector: { matchLabels: { a: b } }\n  serviceMonitorNamespaceSelector: {}\n',
        ),
      },
      [perhaps()],
    ),
    having(
      'knows a Prometheus of other namespaces only',
      { 'm.yaml': monitor(), 'p.yaml': prometheus('  serviceMonitorSelector: {}\n') },
      [perhaps()],
    ),
    having(
      'leaves monitors alone if the Prometheus reads slices',
      {
        'm.yaml': monitor(),
        'p.yaml': prometheus('  serviceDiscoveryRole: EndpointSlice\n  serviceMonitorSelector: {}\n'),
      },
      [],
    ),
    having(
      'reads the values of a chart',
      {
        'm.yaml': monitor(),
        'values.yaml': 'prometheus:\n  prometheusSpec:\n    serviceDiscoveryRole: EndpointSlice\n',
      },
      [],
    ),
    having(
      'finds a chart without the role',
      { 'm.yaml': monitor(), 'values.yaml': 'prometheus:\n  prometheusSpec:\n    retention: 10d\n' },
      [sure('this Prometheus'), ofPrometheus('This Prometheus', 'values.yaml:2:3')],
    ),
    having(
      'is certain with a chart that selects the monitor',
      {
        'm.yaml': monitor({ labels: '  labels: { release: observe }\n' }),
        'values.yaml': 'prometheus:\n  prometheusSpec:\n    retention: 10d\n',
      },
      [sure('this Prometheus'), ofPrometheus('This Prometheus', 'values.yaml:2:3')],
    ),
    having(
      'knows the release of a chart, whose label monitors need',
      {
        'm.yaml': monitor({ labels: '  labels: { release: observe }\n' }),
        'p.yaml': `kind: HelmRelease\nmetadata: { name: other }\nspec:\n  values:\n    prometheus:\n      prometheusSpec: {}\n`,
      },
      [perhaps()],
    ),
    having(
      'is certain with the release of a chart',
      {
        'm.yaml': monitor({ labels: '  labels: { release: observe }\n' }),
        'p.yaml': `kind: HelmRelease\nmetadata: { name: other }\nspec:\n  releaseName: observe\n  values:\n    prometheus:\n      prometheusSpec: {}\n`,
      },
      [sure('this Prometheus'), ofPrometheus('This Prometheus', 'p.yaml:7:7')],
    ),
    having(
      'reads a chart that selects namespaces',
      {
        'm.yaml': monitor({ labels: '  labels: { release: observe }\n' }),
        'p.yaml': 'prometheusSpec:\n  serviceMonitorNamespaceSelector: { matchLabels: { monitored: "true" } }\n',
      },
      [sure('this Prometheus'), ofPrometheus('This Prometheus', 'p.yaml:1:1')],
    ),
    having(
      'reads a Prometheus that ignores the namespaces of monitors',
      {
        'm.yaml': monitor(),
        'p.yaml': prometheus(
          '  serviceMonitorSelector: {}\n  serviceMonitorNamespaceSelector: {}\n  ignoreNamespaceSelectors: true\n',
        ),
      },
      [sure(), ofPrometheus()],
    ),
    alone(
      'finds one in the values of a chart',
      'prometheus:\n  additionalServiceMonitors:\n    - name: m\n      selector: { matchLabels: { app: db } }\n      namespaceSelector: { matchNames: [shop] }\n      endpoints: [{ port: http }]\n',
      [perhaps().replace('2:7', '3:13')],
    ),
    alone(
      'leaves other monitors in values alone',
      'prometheus:\n  additionalServiceMonitors:\n    - name: m\n      selector: { matchLabels: { app: web } }\n',
      [],
    ),
    having('leaves a Prometheus without monitors alone', { 'p.yaml': prometheus() }, []),
    having(
      'leaves a Prometheus of other monitors alone',
      { 'm.yaml': monitor({ selector: '{ matchLabels: { app: web } }' }), 'p.yaml': prometheus() },
      [],
    ),
    selecting('{}', [perhaps()]),
    selecting('{ matchLabels: { app: db, tier: data } }', [perhaps()]),
    selecting('{ matchLabels: { app: db, tier: web } }'),
    selecting('{ matchLabels: { other: db } }'),
    selecting('{ matchExpressions: [{ key: app, operator: In, values: [web, db] }] }', [perhaps()]),
    selecting('{ matchExpressions: [{ key: app, operator: In, values: [web] }] }'),
    selecting('{ matchExpressions: [{ key: app, operator: NotIn, values: [web] }] }', [perhaps()]),
    selecting('{ matchExpressions: [{ key: app, operator: NotIn, values: [db] }] }'),
    selecting('{ matchExpressions: [{ key: zone, operator: NotIn, values: [db] }] }', [perhaps()]),
    selecting('{ matchExpressions: [{ key: app, operator: Exists }] }', [perhaps()]),
    selecting('{ matchExpressions: [{ key: zone, operator: Exists }] }'),
    selecting('{ matchExpressions: [{ key: zone, operator: DoesNotExist }] }', [perhaps()]),
    selecting('{ matchExpressions: [{ key: app, operator: DoesNotExist }] }'),
    selecting('{ matchLabels: { app: db }, matchExpressions: [{ key: tier, operator: In, values: [web] }] }'),
    selecting('{ matchLabels: { app: "{{ .Values.app }}" } }', [perhaps(untold)]),
    selecting('{ matchLabels: { other: "{{ .Values.app }}" } }'),
    alone('leaves other namespaces alone', monitor({ namespace: '  namespace: web\n' }), []),
    alone(
      'selects in any namespace',
      monitor({ namespace: '  namespace: web\n', spec: '  namespaceSelector: { any: true }\n' }),
      [perhaps()],
    ),
    alone(
      'selects in a named namespace',
      monitor({ namespace: '  namespace: web\n', spec: '  namespaceSelector: { matchNames: [web, shop] }\n' }),
      [perhaps()],
    ),
    alone(
      'leaves its own namespace alone if others are named',
      monitor({ spec: '  namespaceSelector: { matchNames: [web] }\n' }),
      [],
    ),
    alone('is not certain without a namespace', monitor({ namespace: '' }), [perhaps(untold)]),
    having(
      'leaves other clusters alone',
      { 'db.yaml': '', 'clusters/a/db.yaml': db, 'clusters/b/m.yaml': monitor() },
      [],
    ),
    having('needs labels', { 'db.yaml': endpoints, 'm.yaml': monitor() }, []),
    having(
      'takes the labels of Endpoints without a Service',
      { 'db.yaml': endpoints.replace('  namespace', '  labels: { app: db }\n  namespace'), 'm.yaml': monitor() },
      [perhaps('its Service is not in sight')],
    ),
    having(
      'prefers the labels of the Service',
      { 'db.yaml': db.replace('---', '---\n# app: web').replace('app: db', 'app: web'), 'm.yaml': monitor() },
      [],
    ),
    alone('needs a port of the Service', monitor().replace('port: http', 'port: metrics'), []),
    alone('does not judge ports by number', monitor().replace('port: http', 'targetPort: 80'), [perhaps()]),
    having(
      'knows the labels of kustomizations',
      {
        'db.yaml': '',
        'base/db.yaml': db,
        'base/kustomization.yaml': 'resources: [db.yaml]\ncommonLabels: { app: kept }\n',
        'm.yaml': monitor({ selector: '{ matchLabels: { app: kept } }' }),
      },
      [perhaps()],
    ),
    having(
      'is not certain where kustomizations differ',
      {
        'db.yaml': '',
        'base/db.yaml': db,
        'one/kustomization.yaml': 'resources: [../base/db.yaml]\nlabels: [{ pairs: { app: one } }]\n',
        'two/kustomization.yaml': 'resources: [../base/db.yaml]\nlabels: [{ pairs: { app: two } }]\n',
        'm.yaml': monitor({ selector: '{ matchLabels: { app: one } }' }),
      },
      [perhaps(untold)],
    ),
    having(
      'leaves labels of other kustomizations alone',
      {
        'k/kustomization.yaml': 'resources: [other.yaml]\ncommonLabels: { app: web }\n',
        'm.yaml': monitor({ selector: '{ matchLabels: { app: web } }' }),
      },
      [],
    ),
    having(
      'may match in a chart',
      {
        'db.yaml': '',
        'c/templates/db.yaml': db.replace(
          'labels: { app: db, tier: data }',
          'labels:\n    {{- include "c.labels" . | nindent 4 }}',
        ),
        'c/templates/m.yaml': monitor({ namespace: '' }).replace(
          '{ matchLabels: { app: db } }',
          '\n    matchLabels:\n      {{- include "c.labels" . | nindent 6 }}',
        ),
      },
      [perhaps(untold).replace('m.yaml', 'c/templates/m.yaml')],
    ),
    having(
      'leaves charts of other folders alone',
      {
        'c/templates/m.yaml': monitor({ namespace: '' }).replace(
          '{ matchLabels: { app: db } }',
          '\n    matchLabels:\n      {{- include "c.labels" . | nindent 6 }}',
        ),
      },
      [],
    ),
    alone('leaves a PodMonitor alone', monitor().replace('ServiceMonitor', 'PodMonitor'), []),
    alone('leaves comments alone', monitor().replaceAll(/^/gm, '# '), []),
    alone('finds a VMServiceScrape', scrape('  discoveryRole: endpoints\n'), [
      'm.yaml:5:18 vm-role certain: VMServiceScrape "m" discovers targets by Endpoints, so it loses shop/db',
    ]),
    alone('finds the default of a VMServiceScrape', scrape(''), [
      'm.yaml:2:7 vm-default likely: VMServiceScrape "m" has no discoveryRole and discovers targets by Endpoints, the operator\'s default, so it may lose shop/db: the operator is not in sight',
    ]),
    alone('leaves a VMServiceScrape of slices alone', scrape('  discoveryRole: endpointslices\n'), []),
    alone('leaves a VMServiceScrape of Services alone', scrape('  discoveryRole: service\n'), []),
    having(
      'knows an operator that prefers slices',
      {
        'm.yaml': scrape(''),
        'op.yaml': 'env:\n  - name: VM_VMSERVICESCRAPEDEFAULT_ENFORCEENDPOINTSLICES\n    value: "true"\n',
      },
      [],
    ),
  ];
}
