/** Builds small kustomizations that are written in tests, and reads single values of the result. */
import { equal } from 'node:assert/strict';
import type { Build, BuiltScalar, BuiltValue, Origin } from '../../server/src/tree/built.ts';
import { buildTexts, plainValue, type TextFiles } from './kustomize-files.ts';

export const serviceText = (name: string, more = '') =>
  `apiVersion: v1\nkind: Service\nmetadata: {name: ${name}}\n${more}`;
export const endpointsText = (name: string, more = '') =>
  `apiVersion: v1\nkind: Endpoints\nmetadata: {name: ${name}}\n${more}`;
export const sliceText = (name: string, of: string) =>
  `apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata: {name: ${name}, labels: {kubernetes.io/service-name: ${of}}}\n`;
export const ingressText = (of: string) =>
  `apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: front}\nspec: {defaultBackend: {service: {name: ${of}}}}\n`;
export const routeText = (refs: string) =>
  `apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: {name: r}\nspec: {rules: [{backendRefs: [${refs}]}]}\n`;
export const documents = (...texts: readonly string[]) => texts.join('---\n');

/** A build of `objects.yaml` by one kustomization; other files by path. */
export function buildOf(kustomization: string, objects: string, more: TextFiles = {}): BuiltTree {
  const files: TextFiles = {
    'kustomization.yaml': `resources: [objects.yaml]\n${kustomization}`,
    'objects.yaml': objects,
    ...more,
  };
  return new BuiltTree(buildTexts(files), files);
}

export class BuiltTree {
  readonly #build: Build;
  readonly #files: TextFiles;

  constructor(result: Build, files: TextFiles) {
    this.#build = result;
    this.#files = files;
  }

  /** The value at a path with spaces, in the object of that kind, or of that kind and name. */
  at(object: string, path: string): unknown {
    const value = this.#at(object, path);
    return value && plainValue(value);
  }

  /** The texts that a value comes from. */
  from(object: string, path: string): readonly string[] {
    return (this.#at(object, path) as BuiltScalar).origins.map((origin) => this.#text(origin));
  }

  get names(): readonly string[] {
    equal(this.#build.failure?.message, undefined);
    return this.#build.objects.map(({ kind, name, namespace }) => `${kind} ${namespace}/${name}`);
  }

  get remarks(): readonly string[] {
    equal(this.#build.failure?.message, undefined);
    return this.#build.remarks.map((remark) =>
      remark.what === 'unrenamed-reference'
        ? `${remark.field}: ${remark.from} is ${remark.to} by ${this.#text(remark.by)}`
        : remark.what === 'added-selector'
          ? `${remark.field} ${this.#text(remark.at)}: ${remark.name}`
          : `${remark.what} ${this.#text(remark.at)}`,
    );
  }

  /** The cause and the text that is to blame. */
  get failure(): string {
    const { failure } = this.#build;
    return failure ? `${failure.cause}: ${this.#text(failure.at)}` : 'none';
  }

  #at(object: string, path: string): BuiltValue | undefined {
    equal(this.#build.failure?.message, undefined);
    const found = this.#build.objects.find(({ kind, name }) => kind === object || `${kind} ${name}` === object);
    return path.split(' ').reduce<BuiltValue | undefined>((value, part) => {
      if (value?.kind === 'sequence') return value.items[Number(part)];
      return value?.kind === 'mapping' ? value.entries.find(({ name }) => name === part)?.value : undefined;
    }, found?.root);
  }

  #text({ path, span }: Origin): string {
    return this.#files[path]?.slice(span.start, span.end) ?? '';
  }
}
