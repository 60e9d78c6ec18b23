/** Finds assertions of tests that expect Endpoints: files of kuttl and Chainsaw, inline resources, and helm-unittest. */
import { folderOf, isInside, plainPath } from '../../analysis/workspace/placement.ts';
import { quote } from '../../text/quote.ts';
import { stringOf, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import { assertionTest } from '../assertion-files.ts';
import { everything, isWrittenName, namedReach, reachOf, type Estate } from '../estate.ts';
import { mappingsAt, textAt } from '../foreign-objects.ts';
import type { FoundReader, Reach } from '../reader.ts';
import { entriesIn, type PlacedEntry, type SearchedText, type SearchedTree } from '../searched-text.ts';
import { objectsOfTree } from './api-objects.ts';

const tests = new WeakMap<Estate, ReturnType<typeof assertionTest>>();

export function assertionReaders(text: SearchedText, estate: Estate): readonly FoundReader[] {
  const isAssertion = tests.get(estate) ?? assertionTest(estate.texts);
  tests.set(estate, isAssertion);
  const isTest = /\b(?:chainsaw\.kyverno\.io|kuttl\.dev)\//.test(text.text);
  const isUnit = /^[ \t-]*asserts:/m.test(text.text);
  const isFile = isAssertion(text);
  if (!isTest && !isUnit && !isFile) return [];
  return text.trees.flatMap((tree) => {
    if (tree.outer) return [];
    const whole = isFile
      ? objectsOfTree(tree).flatMap((object) =>
          object.kind === 'Endpoints' && object.apiVersion === 'v1'
            ? [assertionReader(object.kindValue, namedIn(object.mapping, text, estate), { tree, text })]
            : [],
        )
      : [];
    const inline =
      isTest || isUnit ? entriesIn(tree.root).flatMap((placed) => inlineIn(placed, tree, text, estate)) : [];
    return [...whole, ...inline];
  });
}

function assertionReader(
  word: Value,
  { reach, name }: NamedAssertion,
  { tree, text }: { readonly tree: SearchedTree; readonly text: SearchedText },
): FoundReader {
  const title = name === undefined ? 'Endpoints' : `Endpoints ${quote(name)}`;
  return {
    ...reach,
    ...(text.isTemplate && { certainty: 'likely' }),
    span: tree.place(word.span),
    kind: 'test-assert',
    change: 'person',
    message: `The test compares ${title} with the cluster, and fails when EndpointSlices replace it. Assert an EndpointSlice by the label kubernetes.io/service-name; its fields are endpoints and ports, not subsets.`,
  };
}

interface NamedAssertion {
  readonly reach: Reach;
  readonly name: string | undefined;
}

function namedIn(mapping: Mapping, { uri }: SearchedText, estate: Estate): NamedAssertion {
  const metadata = valueOf(mapping, 'metadata') ?? mapping;
  return named(textAt(metadata, 'name'), textAt(metadata, 'namespace'), uri, estate);
}

function named(name: string | undefined, namespace: string | undefined, uri: string, estate: Estate): NamedAssertion {
  const known = namespace !== undefined && isWrittenName(namespace) && !namespace.includes('(') ? namespace : undefined;
  const isKnown = name !== undefined && isWrittenName(name) && !name.includes('(');
  const reach = namedReach(estate, uri, { name: isKnown ? name : '', namespace: known });
  return { reach, name: isKnown ? name : undefined };
}

/** An inline resource of Chainsaw, a reference of kuttl, or an assertion of helm-unittest. */
function inlineIn(
  { entry: { name, value }, owner, path }: PlacedEntry,
  tree: SearchedTree,
  text: SearchedText,
  estate: Estate,
): readonly FoundReader[] {
  const place = { tree, text };
  const isEndpoints = (each: Mapping, version = 'apiVersion'): boolean =>
    textAt(each, 'kind') === 'Endpoints' && (textAt(each, version) ?? 'v1') === 'v1';
  const read = (each: Mapping): readonly FoundReader[] => {
    const word = valueOf(each, 'kind');
    return word ? [assertionReader(word, namedIn(each, text, estate), place)] : [];
  };
  if (value.kind === 'mapping' && !value.isAlias) {
    const isStep = path.at(-1) === '*' && /^(?:assert|error|wait)$/.test(name);
    const resource = name === 'wait' ? value : valueOf(value, 'resource');
    if (isStep && resource?.kind === 'mapping' && isEndpoints(resource)) return read(resource);
    if (!path.includes('asserts')) return [];
    const word = valueOf(value, name === 'isKind' ? 'of' : 'kind');
    const isUnit = /^(?:not)?(?:isKind|containsDocument)$/i.test(name) && stringOf(word) === 'Endpoints';
    return word && isUnit ? [assertionReader(word, unitReach(value, text, estate), place)] : [];
  }
  return name === 'resourceRefs'
    ? mappingsAt(owner, name)
        .filter((each) => isEndpoints(each))
        .flatMap(read)
    : [];
}

/** helm-unittest compares what the chart around the test renders. */
function unitReach(assertion: Mapping, { uri }: SearchedText, estate: Estate): NamedAssertion {
  const name = textAt(assertion, 'name');
  if (name !== undefined) return named(name, textAt(assertion, 'namespace'), uri, estate);
  const [chart] = plainPath(uri).split('/tests/');
  const all = everything(estate, uri);
  const inside = all.objects.filter((object) => isInside(plainPath(object.uri), chart ?? folderOf(uri)));
  return { reach: inside.length > 0 ? reachOf(inside) : all, name: undefined };
}
