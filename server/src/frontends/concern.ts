/** Decides with a text search, before parsing, whether a text can contain a relevant object. */
import { askedKinds, isAskedKind, senderKinds } from '../contract/asked-kinds.ts';
import { isCarrier } from './embedded/carriers.ts';
import { topKeys } from './json/top-keys.ts';
import { mayBeOurPlan } from './terraform/plan/plan-text.ts';

/**
 * Every text with a checked object names its kind, or at least the field that no other kind has. An escaped letter may
 * spell either; tools escape no letters.
 */
const ours = /end-?point|subsets|\\(?:u0{2,6}|x)[4-7]/i;

/** Every Kubernetes object has this field. Other texts are dismissed without parsing. */
const object = /\bapiVersion\b/;

export const programToken = /\b(?:kubernetes|provider):[a-z0-9.]+\/v\w+:\w/;

/** Kinds of which more than the head is read, and kinds that may contain other objects. */
const wholeKind = new RegExp(
  String.raw`\bkind["']?[ \t]*:[ \t]*["']?(?:Service|EndpointSlice|ConfigMap|Application|ApplicationSet|Kustomization|HelmRelease|${senderKinds.join('|')}|\w*List)\b`,
);

const askedKind = new RegExp(String.raw`\b(?:${askedKinds.join('|')})(?:Patch)?\b`);
/** Lists may hold anything, the ConfigMap of Argo CD matters, and `!!binary` may spell any kind. */
const other = /List\b|argocd-cm|!!binary/;

/** False for a text that cannot contain a checked object. */
export function mayHoldOurs(text: string): boolean {
  return ours.test(text);
}

/** True for a text that plainly contains a checked object. */
export function holdsChecked(text: string): boolean {
  return /\bkind["']?\s*:\s*["']?Endpoint(?:s|Slice)\b/.test(text);
}

/** True for a text that is read only when something refers to an object that it may contain. */
export function isForeign(text: string): boolean {
  // A single search for everything takes twice as long. An escape may spell any kind.
  const hasWord = ours.test(text) || askedKind.test(text) || other.test(text) || text.includes('\\');
  return !hasWord && !mayBeOurPlan(text);
}

/** Texts in which a name may be spelled in another way, by an escape, a template or base64; and programs. */
const hiding = /\\|\{\{|\$\{|!!binary|kubernetes:/;

/** A selector with a label: `selector: {app: web}`, or a deeper line below `selector:`. */
const filledSelector = /selector["']?\s*:\s*\{\s*[^\s}#]|^([ \t]*)selector:[ \t]*\r?\n\1[ \t]+[^\s#]/m;
const serviceKind = /\bService\b/;

/** False for a text without Services, or whose Services all have selectors. Most are dismissed without parsing. */
export function mayOmitSelector(text: string): boolean {
  if (/\\|!!binary/.test(text)) return true;
  const mayOmit = (document: string): boolean =>
    serviceKind.test(document) && (/\bkind\b[^]*\bkind\b/.test(document) || !filledSelector.test(document));
  return serviceKind.test(text) && text.split(/^---/m).some(mayOmit);
}

/** The API groups of Argo CD and Flux, which give names and namespaces to other files. */
const deliverer = /argoproj\.io|toolkit\.fluxcd\.io/;

/** True for a text that spells the names of its objects as they are, and changes no other file. */
export function isPlainManifest(text: string): boolean {
  return !hiding.test(text) && !deliverer.test(text);
}

/** True for a text that may add a prefix or a suffix to the names of other files. */
export function mayRename(text: string): boolean {
  return deliverer.test(text) && /name(?:Prefix|Suffix)/.test(text);
}

/** False for a text that cannot contain a relevant object. */
export function mayConcern(text: string): boolean {
  return mayHoldObject(text) || mayPatch(text) || programToken.test(text) || mayBeOurPlan(text);
}

function mayHoldObject(text: string): boolean {
  const isOurs = ours.test(text);
  if (object.test(text)) return (isOurs || text.includes('kind')) && !isOtherJson(text);
  return isOurs && withoutVersion.test(text);
}

/** A kind of ours, or one that is spelled in another way. */
const ourKind = String.raw`\bkind["']?\s*:\s*(?:[&*!|>#{]|["']?\s*end-?point)`;
const escapes = String.raw`\\(?:u0{2,6}|x)[4-7]|\\\r?\n|!!binary|<<`;

/** What makes a text without any apiVersion ours: a kind, a merge that may have one, a type of a program, or a JSON patch. */
const withoutVersion = new RegExp(
  String.raw`${ourKind}|${escapes}|\b(?:kubernetes|provider|k8s)(?::|[./]\S*end-?point)|\bpatches|(?:^|[\s"'])/(?:subsets|endpoints|addressType)\b`,
  'i',
);

/** What may spell a key in another way, or make a part of a JSON text unknown: escaped letters and templates. */
const hidingInJson = /\\u0{2}[4-7]|\{[{%]|\(\(/;
/** The keys of charts that take manifests, at any level. */
const chartExtras = /"extra(?:Deploy|Objects|Manifests|Resources)"/;
/** At the top, they make a JSON text an object or a kustomization. */
const objectKeys = ['apiVersion', 'kind', 'patches', 'patchesStrategicMerge', 'patchesJson6902'];
/** Resources of a program are below these keys. Pulumi ignores their case. */
const programKeys = /^(?:resources|components)$/i;

/**
 * True for a text that is one JSON value and no object of Kubernetes, though it may describe some: an API description, a
 * dashboard, a lock file. Without a kind and a version at the top, nothing below them is an object.
 */
function isOtherJson(text: string): boolean {
  if (!/^\s*\{/.test(text) || hidingInJson.test(text) || chartExtras.test(text)) return false;
  const keys = topKeys(text);
  if (!keys || objectKeys.some((key) => keys.has(key))) return false;
  const mayBeProgram = [...keys].some((key) => programKeys.test(key)) && /"resources"\s*:/i.test(text);
  return !mayBeProgram;
}

/** True for a kustomization, which needs no apiVersion, with a patch of a Service. */
function mayPatch(text: string): boolean {
  return text.includes('patches') && /\bkind["']?[ \t]*:[ \t]*["']?Service\b/.test(text);
}

/** A key of every object, at the start of a line or of a member. */
const objectKey = /(?:^[ \t-]*|[{},]\s*)["']?apiVersion["']?[ \t]*:/m;

/** False for values, settings and other texts that hold something other than Kubernetes objects. */
export function mayBeManifest(text: string): boolean {
  const isObject = text.includes('apiVersion') && text.includes('kind') && objectKey.test(text);
  return isObject || programToken.test(text) || text.trim() === '';
}

/** True for a manifest of which only the head is needed. */
export function isOfOtherKind(text: string): boolean {
  return !ours.test(text) && !wholeKind.test(text);
}

/** The kind and the API group of an object, in plain letters at the start of a line. */
const topKind = /^kind:[ \t]*["']?(\w+)/m;
const topGroup = /^apiVersion:[ \t]*["']?([\w.-]+)\//m;
/** These have objects that are checked, that give names to others, or that need neither a kind nor a version. */
const readGroups = /^discovery\.k8s\.io$|kustomize/;

/** Another object in the text, a template that may output one, an ignore comment, or a volume that reads Endpoints. */
const besides = new RegExp(String.raw`${ourKind}|${escapes}|\{\{|endpoints(?:/|:[ \t]*)ignore|glusterfs`, 'i');

/**
 * True for a manifest of which only the head is needed, though it names our kinds: a definition, a role, a workload. Fields
 * of our kinds make an object one of ours only in their own API groups.
 */
export function namesOursInPassing(text: string): boolean {
  const kind = topKind.exec(text)?.[1];
  const group = topGroup.exec(text)?.[1];
  if (kind === undefined || group === undefined || readGroups.test(group)) return false;
  return !isAskedKind(kind) && !isCarrier(kind) && !/List$|end-?point/i.test(kind) && !besides.test(text);
}
