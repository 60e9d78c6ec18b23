/** The versions of the programs of a cluster: as the settings say, otherwise as the images in the texts show. */
import { nestedValue, stringOf, type Mapping } from '../tree/value.ts';
import { parseProgramVersion, type Platform, type PlatformProgram, type ProgramVersion } from '../contract/platform.ts';
import { textAt } from './foreign-objects.ts';
import { entriesIn, type SearchedText } from './searched-text.ts';

/** The names of the images that run the programs. */
const images = {
  prometheusOperator: /(?:^|\/)prometheus-operator$/,
  prometheus: /(?:^|\/)prometheus$/,
  victoriaMetricsOperator: /(?:^|\/)(?:victoriametrics\/operator|vm-operator|victoria-metrics-operator)$/,
  alloy: /(?:^|\/)alloy$/,
  kubeStateMetrics: /(?:^|\/)kube-state-metrics$/,
  openTelemetryCollector: /(?:^|\/)(?:opentelemetry-collector|otelcol)(?:-[a-z0-9]+)*$/,
  datadogAgent: /(?:^|\/)datadog(?:hq)?\/agent$/,
  traefik: /(?:^|\/)traefik$/,
  ingressNginx: /(?:^|\/)ingress-nginx\/controller$|(?:^|\/)nginx-ingress-controller$/,
  kong: /(?:^|\/)kubernetes-ingress-controller$/,
  externalDns: /(?:^|\/)external-dns$/,
  contour: /(?:^|\/)contour$/,
  coreDns: /(?:^|\/)coredns$/,
  kubeProxy: /(?:^|\/)kube-proxy(?:-[a-z0-9]+)?$/,
  metalLb: /(?:^|\/)metallb\/(?:controller|speaker)$/,
} as const satisfies { readonly [program in Exclude<PlatformProgram, 'kubernetes'>]: RegExp };

/** True where the version is at least `major.minor.patch`. */
export function isAtLeast(
  version: ProgramVersion,
  [major, minor, patch = 0]: readonly [number, number, number?],
): boolean {
  return version[0] !== major ? version[0] > major : version[1] !== minor ? version[1] > minor : version[2] >= patch;
}

/** An image that runs one of the programs. */
export interface ProgramImage {
  readonly program: keyof typeof images;
  readonly version: ProgramVersion;
}

/** Undefined for the image of another program, or without a version. */
export function programOfImage(image: string): ProgramImage | undefined {
  const [, name = '', tag = ''] = /^([\w./:-]*?[\w.-]):([\w.-]+)(?:@[\w:]+)?$/.exec(image.trim()) ?? [];
  const version = parseProgramVersion(tag);
  const [program] = Object.entries(images).find(([, pattern]) => pattern.test(name.toLowerCase())) ?? [];
  return program && version ? { program: program as keyof typeof images, version } : undefined;
}

export interface PlatformVersions {
  /** The version in the settings, which overrides those in sight. */
  readonly written: (program: PlatformProgram) => ProgramVersion | undefined;
  /** The versions in sight, without repetition; empty if none is. */
  readonly of: (program: PlatformProgram) => readonly ProgramVersion[];
  /** Whether all versions in sight are at least this one; undefined if none is in sight, or only some are. */
  readonly isSince: (program: PlatformProgram, since: readonly [number, number, number?]) => boolean | undefined;
}

export function platformVersions(texts: readonly SearchedText[], platform: Platform): PlatformVersions {
  let found: readonly ProgramImage[] | undefined;
  const written = (program: PlatformProgram): ProgramVersion | undefined => {
    const text = platform[program];
    return text === undefined ? undefined : parseProgramVersion(text);
  };
  const of = (program: PlatformProgram): readonly ProgramVersion[] => {
    const set = written(program);
    if (set) return [set];
    found ??= texts.flatMap(imagesIn);
    return found.flatMap((each) => (each.program === program ? [each.version] : []));
  };
  return {
    written,
    of,
    isSince: (program, since) => {
      const answers = new Set(of(program).map((version) => isAtLeast(version, since)));
      const [answer] = answers;
      return answers.size === 1 ? answer : undefined;
    },
  };
}

/** Words of every text with an image of a program. */
const programWords =
  /prometheus|victoria|vm-operator|alloy|kube-state-metrics|opentelemetry|otelcol|datadog|traefik|ingress|external-dns|contour|coredns|kube-proxy|metallb/i;

function imagesIn(searched: SearchedText): readonly ProgramImage[] {
  const { language, text } = searched;
  if (!programWords.test(text)) return [];
  if (language === 'docker')
    return [...text.matchAll(/^FROM\s+(?:--\S+\s+)*(\S+)/gim)].flatMap(([, image = '']) => programOfImage(image) ?? []);
  return searched.trees.flatMap(({ root }) => [
    ...entriesIn(root).flatMap(({ entry }) =>
      entry.name === 'image' ? (programOfImage(imageText(entry.value)) ?? []) : [],
    ),
    ...(root.kind === 'mapping' ? versionOfPrometheus(root) : []),
  ]);
}

/** The image of a container, or of the values of a chart. */
export function imageText(value: Mapping['entries'][number]['value']): string {
  if (value.kind !== 'mapping') return stringOf(value) ?? '';
  const [registry, repository, tag] = ['registry', 'repository', 'tag'].map((name) => textAt(value, name));
  const version = tag ?? numberText(nestedValue(value, ['tag']));
  const path = registry === undefined ? repository : `${registry}/${repository}`;
  return repository === undefined || version === undefined ? '' : `${path}:${version}`;
}

function numberText(value: Mapping['entries'][number]['value'] | undefined): string | undefined {
  return value?.kind === 'scalar' && value.value !== null ? value.text : undefined;
}

/** A Prometheus object of the operator names the version that it runs. */
function versionOfPrometheus(root: Mapping): readonly ProgramImage[] {
  const kind = textAt(root, 'kind');
  if (kind !== 'Prometheus' && kind !== 'PrometheusAgent') return [];
  const version = parseProgramVersion(textAt(root, 'spec', 'version') ?? '');
  return version ? [{ program: 'prometheus', version }] : [];
}
