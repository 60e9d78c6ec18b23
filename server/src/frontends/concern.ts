/** Decides with a text search, before parsing, whether a text can contain a relevant object. */
import { askedKinds, senderKinds } from '../contract/asked-kinds.ts';

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

/** True for a text that is read only when something refers to an object that it may contain. */
export function isForeign(text: string): boolean {
  // A single search for everything takes twice as long. An escape may spell any kind.
  return !ours.test(text) && !askedKind.test(text) && !other.test(text) && !text.includes('\\');
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
  return ours.test(text) || (object.test(text) && text.includes('kind')) || mayPatch(text) || programToken.test(text);
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
