/** The programs of a cluster whose versions decide how they read endpoints, and their versions. */

/** The programs that the setting `platform` names, with what its documentation calls them. */
export const platformPrograms = {
  alloy: 'Grafana Alloy',
  contour: 'Contour',
  coreDns: 'CoreDNS',
  datadogAgent: 'the Datadog agent',
  externalDns: 'external-dns',
  ingressNginx: 'ingress-nginx',
  kong: 'Kong Ingress Controller',
  kubeProxy: 'kube-proxy',
  kubernetes: 'the API server',
  kubeStateMetrics: 'kube-state-metrics',
  metalLb: 'MetalLB',
  openTelemetryCollector: 'the OpenTelemetry collector',
  prometheus: 'Prometheus',
  prometheusOperator: 'the Prometheus Operator',
  traefik: 'Traefik',
  victoriaMetricsOperator: 'the VictoriaMetrics operator',
} as const;

export type PlatformProgram = keyof typeof platformPrograms;

export const platformProgramNames = Object.keys(platformPrograms) as readonly PlatformProgram[];

/** Versions such as `0.90` or `v1.36.2`, by program. */
export type Platform = { readonly [program in PlatformProgram]?: string };

/** Major, minor and patch; a part that is not written is 0. */
export type ProgramVersion = readonly [number, number, number];

/** Undefined for a text without a version, such as a digest or `latest`. */
export function parseProgramVersion(text: string): ProgramVersion | undefined {
  const [, major, minor, patch] =
    /^v?(\d{1,5})\.(\d{1,5})(?:\.(\d{1,5}))?(?:[-+.@][\w.+@:-]*)?$/.exec(text.trim()) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch ?? 0)];
}
