/** Rewrites replacements that copy values from or into converted Endpoints, so that they name the slices. */
import { fileNameOf, folderOf } from '../../analysis/workspace/placement.ts';
import { readYaml } from '../../frontends/yaml/read-yaml.ts';
import { columnAt } from '../../text/line.ts';
import { quote } from '../../text/quote.ts';
import type { TextEdit } from '../../text/edit.ts';
import type { BuiltMapping } from '../../tree/built.ts';
import { kustomizationNames } from '../../tree/kustomization.ts';
import { stringOf, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import type { ConversionStep } from '../conversion-step.ts';
import type { ObjectReading } from '../reading.ts';
import { itemsAt, mappingsAt } from '../../readers/foreign-objects.ts';
import { assignGroups, builtGroups, type BuiltEndpoint } from './built-groups.ts';
import { requoted } from './plain-text.ts';
import { StepIndex, type BuiltBefore, type RootBuilds } from './roots.ts';
import { nameOfSlice, PatchFault } from './targets.ts';

export interface ReferenceEdits {
  /** By plain path. */
  readonly edits: ReadonlyMap<string, readonly TextEdit[]>;
  readonly faults: ReadonlyMap<ObjectReading, string>;
}

export function referenceEdits(
  steps: readonly ConversionStep[],
  before: readonly BuiltBefore[],
  builds: RootBuilds,
): ReferenceEdits {
  const edits = new Map<string, readonly TextEdit[]>();
  const faults = new Map<ObjectReading, string>();
  const index = new StepIndex(steps);
  for (const path of new Set(before.flatMap(({ build }) => [...build.reads]))) {
    const text = kustomizationNames.includes(fileNameOf(path)) ? builds.roots.files.read(path) : undefined;
    if (text === undefined || !/\breplacements:/.test(text) || !/\bEndpoints\b/.test(text)) continue;
    const own = new Kustomization(path, text, index, builds);
    for (const { at, step, fault } of own.faults) {
      const place = builds.placeText({ path, span: at });
      faults.set(step.reading, `Its replacement at ${place} ${fault}. Convert both by hand.`);
    }
    if (own.edits.length === 0) continue;
    if (builds.roots.changeableUri(path) !== undefined) edits.set(path, own.edits);
    else
      for (const step of own.changed)
        faults.set(
          step.reading,
          `It has a replacement in ${builds.roots.nameOf(path)}, which this conversion does not change. Convert both by hand.`,
        );
  }
  return { edits, faults };
}

interface SelectedSlices {
  readonly step: ConversionStep;
  readonly root: BuiltMapping;
}

class Kustomization {
  readonly edits: TextEdit[] = [];
  readonly changed = new Set<ConversionStep>();
  readonly faults: { readonly at: Value['span']; readonly step: ConversionStep; readonly fault: string }[] = [];
  readonly #text: string;
  readonly #objects: readonly SelectedSlices[];

  constructor(path: string, text: string, index: StepIndex, builds: RootBuilds) {
    this.#text = text;
    const { objects } = builds.build(folderOf(path));
    this.#objects = objects.flatMap((object) => {
      const step = index.ofEndpoints(object);
      return step ? [{ step, root: object.root }] : [];
    });
    const { root } = readYaml(text, 'kubernetes', []);
    for (const replacement of root?.kind === 'mapping' ? mappingsAt(root, 'replacements') : []) {
      const source = valueOf(replacement, 'source');
      if (source?.kind === 'mapping') this.#rewrite(source, source);
      for (const target of mappingsAt(replacement, 'targets')) {
        const select = valueOf(target, 'select');
        if (select?.kind === 'mapping') this.#rewrite(select, target);
      }
    }
  }

  /** `owner` has the field paths. */
  #rewrite(select: Mapping, owner: Mapping): void {
    const kind = valueOf(select, 'kind');
    const name = valueOf(select, 'name');
    if (!kind || stringOf(kind) !== 'Endpoints') return;
    const found = this.#objects.flatMap((object) => {
      const own = name ? ownName(stringOf(name) ?? '', object.step) : object.step.reading.name;
      return own === undefined ? [] : [{ ...object, own }];
    });
    const [object] = found;
    if (!object) return;
    const { step } = object;
    try {
      if (found.length > 1) throw new PatchFault('means several Endpoints');
      const isSource = select === owner;
      const paths = isSource ? [valueOf(owner, 'fieldPath')] : (itemsAt(owner, 'fieldPaths') ?? []);
      const fields = paths.map((path) => fieldOf(path ? (stringOf(path) ?? '') : 'metadata.name', object, isSource));
      const slices = fields[0]?.slices ?? [];
      if (fields.some((field) => field.slices.join() !== slices.join()))
        throw new PatchFault('changes fields of several EndpointSlices');
      const names = slices.map((i) =>
        nameOfSlice(object.own, { endpoints: step.reading.name, slice: step.slices[i]?.name ?? '' }),
      );
      const edits = [this.#replace(kind, 'EndpointSlice')];
      if (name) edits.push(this.#replace(name, names.join('|')));
      for (const [i, path] of paths.entries())
        edits.push(
          path ? this.#replace(path, fields[i]?.path ?? '') : this.#insert(kind, `fieldPath: ${serviceLabel}`),
        );
      this.edits.push(...edits);
      this.changed.add(step);
    } catch (error) {
      if (!(error instanceof PatchFault)) throw error;
      this.faults.push({ at: kind.span, step, fault: error.message });
    }
  }

  #replace({ span }: Value, by: string): TextEdit {
    return { span, text: requoted(this.#text.slice(span.start, span.end), by) };
  }

  #insert({ span }: Value, line: string): TextEdit {
    const start = this.#text.lastIndexOf('kind', span.start);
    const row = this.#text.slice(span.end, span.end + 1);
    if (row !== '\n') throw new PatchFault('has its source on one line');
    return { span: { start: span.end, end: span.end }, text: `\n${' '.repeat(columnAt(this.#text, start))}${line}` };
  }
}

/** The name with which the replacement calls the object; undefined for another object. */
function ownName(written: string, { reading }: ConversionStep): string | undefined {
  return written.split(reading.name).length === 2 ? written : undefined;
}

const serviceLabel = String.raw`metadata.labels.kubernetes\.io/service-name`;

/** The field of slices for a field of the Endpoints. */
function fieldOf(
  path: string,
  { step, root }: SelectedSlices,
  isSource: boolean,
): { readonly slices: readonly number[]; readonly path: string } {
  const all = step.slices.map((_, i) => i);
  const some = (slices: readonly number[]): readonly number[] => (isSource ? slices.slice(0, 1) : slices);
  if (path === 'metadata.name' && isSource) return { slices: some(all), path: serviceLabel };
  if (/^metadata\.(?:labels|annotations)\./.test(path)) return { slices: some(all), path };
  const [, subset = '', below = ''] = /^subsets\.(\d+)\.(.+)$/.exec(path) ?? [];
  const assigned = assignGroups(builtGroups(root) ?? [], step.slices) ?? [];
  const holding = (isHeld: (endpoint: BuiltEndpoint) => boolean): readonly number[] =>
    all.filter((i) => assigned[i]?.endpoints.some(isHeld) === true);
  if (below.startsWith('ports.')) {
    const slices = holding((endpoint) => endpoint.subset === Number(subset));
    if (slices.length > 0) return { slices: some(slices), path: below };
  }
  const field = /^(addresses|notReadyAddresses)\.(\d+)\.(ip|hostname|nodeName|targetRef\..+)$/.exec(below);
  const isHeld = ({ subset: of, list, index }: BuiltEndpoint): boolean =>
    of === Number(subset) && list === field?.[1] && index === Number(field[2]);
  const [slice] = field ? holding(isHeld) : [];
  if (!field || slice === undefined)
    throw new PatchFault(`uses ${quote(path)}, which has no counterpart in EndpointSlices`);
  const at = assigned[slice]?.endpoints.findIndex(isHeld) ?? 0;
  const name = field[3] === 'ip' ? 'addresses.0' : field[3];
  return { slices: [slice], path: `endpoints.${at}.${name}` };
}
