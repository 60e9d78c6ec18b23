/** Finds the programs that read, watch or write Endpoints: those of clients of the API, of Pulumi, and locks of leaders. */
import { spanOf } from '../../../frontends/code-slot/code-tokens.ts';
import { groupBy } from '../../../text/group.ts';
import type { CodeLanguage } from '../../../tree/document.ts';
import type { Estate } from '../../estate.ts';
import type { FoundReader } from '../../reader.ts';
import type { SearchedText } from '../../searched-text.ts';
import { readerOfSighting, type CodeSighting } from './code-sighting.ts';
import { codeSource, type CodeSource } from './code-source.ts';
import { goClientUses } from './go-client.ts';
import { goImports } from './go-imports.ts';
import { flagLocks, goLocks, javaLocks } from './leader-locks.ts';
import { goRoles } from './go-roles.ts';
import { javaClientUses } from './java-client.ts';
import { codeMetrics } from './metric-texts.ts';
import { pulumiObjects } from './pulumi-objects.ts';
import { pythonClientUses } from './python-client.ts';
import { scriptClientUses } from './script-client.ts';

const script = /Endpoints|\.\s*endpoints\b|\/endpoints|kube_endpoint_|resource-lock=/;

/** Words without which no program is a reader; nothing is split into tokens before they are found. */
export const codeReaderWords: Readonly<Record<CodeLanguage, RegExp>> = {
  go: /Endpoints|"endpoints|endpoints?Lister|kubebuilder:rbac|kube_endpoint_|resource-lock=/,
  python: /_endpoints|Endpoints?\b|['"](?:endpoints?|ep)['"]|kube_endpoint_|resource-lock=/,
  typescript: script,
  javascript: script,
  java: /Endpoints|\bendpoints\s*\(|kube_endpoint_|resource-lock=/,
  csharp: /\bEndpoints\b|resource-lock=/,
};

/** Also needed: what every program has that uses Kubernetes at all. */
const company =
  /kube|k8s|kopf|lightkube|kr8s|pulumi|fabric8|CoreV1|amespacedEndpoints|_namespaced_|EndpointsForAll|_endpoints_for|leader-elect/i;

/** Copies of others' packages, and generated clients. */
const foreign = /(?:^|\/)(?:vendor|node_modules|site-packages|third_party)\//;
const isGenerated = /^\/\/ Code generated .* DO NOT EDIT\.$/m;

export function codeReaders(text: SearchedText, estate: Estate): readonly FoundReader[] {
  const { language } = text;
  if (!isProgram(language) || !company.test(text.text)) return [];
  if (foreign.test(text.path) || isGenerated.test(text.text.slice(0, 4_000))) return [];
  const source = codeSource(language, text.text);
  const spanAt = (at: number): FoundReader['span'] => spanOf(source.tokens[at] ?? { start: 0, end: 0 });
  const uses = withoutRepetition(source, sightings(source, text, estate));
  return [
    ...uses.map((each) => readerOfSighting(each, spanAt(each.at), estate, text.uri)),
    ...(language === 'go' ? goRoles(source, text, estate) : []),
    ...codeMetrics(source, text, estate),
  ];
}

function isProgram(language: SearchedText['language']): language is CodeLanguage {
  return Object.hasOwn(codeReaderWords, language);
}

function sightings(source: CodeSource, text: SearchedText, estate: Estate): readonly CodeSighting[] {
  const objects = [...pulumiObjects(source), ...flagLocks(source)];
  switch (source.language) {
    case 'go': {
      const imports = goImports(source);
      return [...objects, ...goClientUses(source, imports), ...goLocks(source, imports)];
    }
    case 'python':
      return [...objects, ...pythonClientUses(source, estate)];
    case 'java':
      return [...objects, ...javaClientUses(source, text, estate), ...javaLocks(source)];
    case 'csharp':
      return objects;
    default:
      return [...objects, ...scriptClientUses(source, estate)];
  }
}

/** One of each kind in a statement: the first one, with what all of them say of the object. */
function withoutRepetition(source: CodeSource, all: readonly CodeSighting[]): readonly CodeSighting[] {
  const groups = groupBy(all, ({ kind, at }) => `${kind} ${source.statements[at]}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = [...group].sort((a, b) => a.at - b.at);
    const target = {
      name: onlyOne(group.map((each) => each.target.name)),
      namespace: onlyOne(group.map((each) => each.target.namespace)),
    };
    return first ? [{ ...first, target }] : [];
  });
}

/** Undefined where none is known, or several are. */
function onlyOne(all: readonly (string | undefined)[]): string | undefined {
  const known = new Set(all.filter((each) => each !== undefined));
  return known.size === 1 ? [...known][0] : undefined;
}
