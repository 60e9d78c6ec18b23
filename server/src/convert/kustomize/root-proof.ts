/** Proves by building that the roots give the same endpoints after a conversion, and change nothing else. */
import { folderOf } from '../../analysis/workspace/placement.ts';
import { skipLabel } from '../../analysis/slices/mirror-blockers.ts';
import { serviceNameLabel } from '../../contract/endpoint-slice.ts';
import { readFile } from '../../frontends/frontends.ts';
import { Builder } from '../../kustomize/build.ts';
import { printBuild } from '../../kustomize/print.ts';
import { checkFile } from '../../lint/check-file.ts';
import type { CheckSettings } from '../../lint/check-documents.ts';
import { shownMessage } from '../../lint/versions.ts';
import { groupBy } from '../../text/group.ts';
import { quote } from '../../text/quote.ts';
import type { Build, BuildFiles, BuiltObject } from '../../tree/built.ts';
import { isKustomizationPath } from '../../tree/kustomization.ts';
import type { ConversionStep } from '../conversion-step.ts';
import { endpointSet } from '../proof/endpoint-set.ts';
import { metadataFault } from '../proof/metadata-proof.ts';
import type { ObjectReading } from '../reading.ts';
import { labelText, nameText, namespaceText, type DocumentResource } from '../value-text.ts';
import { StepIndex, type BuiltBefore, type RootBuilds } from './roots.ts';

/** Why the objects of a root cannot be converted. */
export interface RootFault {
  readonly readings: readonly ObjectReading[];
  readonly message: string;
  /** True where slices name another Service than the Endpoints did. */
  readonly isRenaming: boolean;
}

export interface ProofInput {
  readonly before: readonly BuiltBefore[];
  readonly builds: RootBuilds;
  readonly steps: readonly ConversionStep[];
  readonly checks: CheckSettings;
  /** The texts of changed files by plain path. */
  readonly texts: ReadonlyMap<string, string>;
}

export function rootFaults({ before, builds, steps, checks, texts }: ProofInput): readonly RootFault[] {
  const { files } = builds.roots;
  const changed: BuildFiles = { ...files, read: (path) => texts.get(path) ?? files.read(path) };
  const builder = new Builder(changed);
  const index = new StepIndex(steps);
  const roots = before.map(({ root: { folder, overrides }, build }) => ({ folder, overrides, build }));
  return [...roots, ...foldersWithin(before, builds)].flatMap(({ folder, overrides, build }) => {
    const name = builds.roots.nameOf(folder);
    const after = builder.build(folder, overrides);
    const faults = faultsIn({ name, before: build, after, index, checks }, builds);
    const mention = faults.length > 0 ? mentionIn(after.reads, changed, builds) : undefined;
    return mention === undefined ? faults : faults.map((fault) => withMention(fault, mention));
  });
}

/** The folders that roots take in and that can be built alone: somebody may apply them, too. */
function foldersWithin(before: readonly BuiltBefore[], builds: RootBuilds) {
  const own = new Set(before.map(({ root }) => root.folder));
  const reached = before.flatMap(({ root }) => [...root.reach].filter(isKustomizationPath).map(folderOf));
  return [...new Set(reached)].flatMap((folder) => {
    const build = own.has(folder) ? undefined : builds.build(folder);
    return build && !build.failure ? [{ folder, overrides: undefined, build }] : [];
  });
}

interface Comparison {
  readonly name: string;
  readonly before: Build;
  readonly after: Build;
  readonly index: StepIndex;
  readonly checks: CheckSettings;
}

/** The first place of a kustomization, or of its configurations, that names the kind. */
function mentionIn(reads: ReadonlySet<string>, files: BuildFiles, builds: RootBuilds): string | undefined {
  for (const path of reads) {
    const text = files.kindOf(path) === 'file' ? files.read(path) : undefined;
    const at = text === undefined || isObject.test(text) ? undefined : namedKind.exec(text)?.index;
    if (at !== undefined) return builds.placeText({ path, span: { start: at, end: at } });
  }
  return undefined;
}

const namedKind = /(?<=\bkind: *["']?)Endpoints\b/;
const isObject = /^kind: *["']?Endpoints\b/m;

function withMention(fault: RootFault, mention: string): RootFault {
  const message = fault.message.replace(/\.(?: Convert it by hand\.)?$/, '');
  return { ...fault, message: `${message}. ${mention} still names Endpoints. Convert both by hand.` };
}

function faultsIn({ name, before, after, index, checks }: Comparison, builds: RootBuilds): readonly RootFault[] {
  const old = groupBy(before.objects, (object) => index.ofEndpoints(object));
  const fresh = groupBy(after.objects, (object) => index.ofSlice(object));
  const steps = [...old.keys()].flatMap((step) => step ?? []);
  const readings = steps.map(({ reading }) => reading);
  if (readings.length === 0) return [];
  const all = (message: string): readonly RootFault[] => [{ readings, message, isRenaming: false }];
  if (after.failure)
    return all(`${name} could no longer be built: ${builds.placeText(after.failure.at)}: ${after.failure.message}`);
  const rest = ({ objects }: Build): readonly BuiltObject[] =>
    objects.filter((object) => !index.ofEndpoints(object) && !index.ofSlice(object));
  const other = differenceBetween(rest(before), rest(after));
  if (other !== undefined) return all(`${name} would build another ${other}. Convert it by hand.`);
  return steps.flatMap((step) => {
    const { document, resource } = step.reading;
    const isMirrored = labelText(document, resource, skipLabel) !== 'true';
    const objects = [old, fresh].map((each) => printedObjects(each.get(step) ?? []));
    const [was, is] = objects;
    const fault = was && is && faultBetween(was, is, { name, checks, isMirrored });
    return fault ? [{ readings: [step.reading], ...fault }] : [];
  });
}

/** The first object that is built differently, or that is missing on one side. */
function differenceBetween(before: readonly BuiltObject[], after: readonly BuiltObject[]): string | undefined {
  const [old, fresh] = [before, after].map((objects) => objects.map((object) => printBuild([object]).text));
  const at = before.findIndex((_, i) => old?.[i] !== fresh?.[i]);
  const first = at < 0 ? after[before.length] : (before[at] ?? after[at]);
  return first && `${first.kind} ${quote(first.name)}`;
}

interface PrintedObjects {
  readonly file: ReturnType<typeof readFile>;
  readonly objects: readonly DocumentResource[];
}

function printedObjects(built: readonly BuiltObject[]): PrintedObjects {
  const file = readFile('build.yaml', printBuild(built).text, { isPartial: false });
  const objects = file.parts.flatMap(({ document }) => document.resources.map((resource) => ({ document, resource })));
  return { file, objects };
}

function faultBetween(
  before: PrintedObjects,
  after: PrintedObjects,
  { name, checks, isMirrored }: Pick<Comparison, 'name' | 'checks'> & { readonly isMirrored: boolean },
): { readonly message: string; readonly isRenaming: boolean } | undefined {
  const [old, fresh] = [before, after].map(({ objects }) => groupBy(objects, serviceKey));
  for (const [key, objects] of old ?? []) {
    const slices = fresh?.get(key) ?? [];
    const [first] = objects;
    const service = quote(first ? nameText(first.document, first.resource) : '');
    const [was, is] = [objects, slices].map((each) => endpointsOf(each, isMirrored));
    if (!was || !is) continue;
    if (was.size > 0 && slices.length === 0 && after.objects.length > 0)
      return {
        message: `${name} would build slices without the name of the Service ${service}. Convert it by hand.`,
        isRenaming: true,
      };
    const lost = [...was].find((each) => !is.has(each));
    const added = [...is].find((each) => !was.has(each));
    const message = lost === undefined ? added && `have a new endpoint` : `lose an endpoint`;
    if (message !== undefined)
      return {
        message: `In ${name}, the Service ${service} would ${message}: ${endpointWords(lost ?? added ?? '')}. Convert it by hand.`,
        isRenaming: false,
      };
    const fault = metadataFault(objects, slices);
    if (fault !== undefined) return { message: `In ${name}, ${fault}. Convert it by hand.`, isRenaming: false };
  }
  const more = [...(fresh?.keys() ?? [])].find((key) => !old?.has(key));
  if (more !== undefined)
    return { message: `${name} would build slices of another Service. Convert it by hand.`, isRenaming: true };
  const had = errorIn(before, checks);
  if (had !== undefined) return { message: `In ${name}, it has an error: ${had}`, isRenaming: false };
  const error = errorIn(after, checks);
  return error === undefined
    ? undefined
    : { message: `In ${name}, its slices would have an error: ${error}`, isRenaming: false };
}

function serviceKey({ document, resource }: DocumentResource): string {
  const isSlice = resource.type === 'EndpointSlice';
  const service = isSlice ? labelText(document, resource, serviceNameLabel) : nameText(document, resource);
  return JSON.stringify([namespaceText(document, resource), service]);
}

/** The endpoints that get traffic. A kustomization may turn the mirroring of an Endpoints off. */
function endpointsOf(objects: readonly DocumentResource[], isMirrored: boolean): ReadonlySet<string> {
  return new Set(
    objects.flatMap(({ document, resource }) => {
      const isSkipped = resource.type === 'Endpoints' && labelText(document, resource, skipLabel) === 'true';
      return isMirrored && isSkipped ? [] : [...endpointSet(document, resource)];
    }),
  );
}

/** `10.0.0.1, port 5432`. */
function endpointWords(endpoint: string): string {
  const [, , ip = '', port = ''] = JSON.parse(endpoint) as readonly string[];
  const [, number = ''] = port === '' ? [] : (JSON.parse(port) as readonly string[]);
  return number === '' ? ip : `${ip}, port ${number}`;
}

function errorIn({ file }: PrintedObjects, checks: CheckSettings): string | undefined {
  const findings = checkFile(file, checks);
  const error = findings.find(({ severity }) => severity === 'error');
  return error && shownMessage(error.diagnostic);
}
