/** Reads a constructor call into parts, or says why it cannot be taken apart. */
import type { Program } from '../../frontends/code/adapter.ts';
import { isTransforming } from '../../frontends/code/guarded.ts';
import { programSyntax } from '../../frontends/code/read-code.ts';
import { nodeText, type SyntaxNode } from '../../frontends/code/syntax.ts';
import { quote } from '../../text/quote.ts';
import { contains, type Span } from '../../text/span.ts';
import type { Document, Resource } from '../../tree/document.ts';
import { programName } from '../../tree/program-name.ts';
import type { CallObstacle, CallRead } from '../parts/calls.ts';
import { callSite, variableName, type CallSite, type CallStatement } from './call-site.ts';
import { codeLayout } from './code-layout.ts';
import { nameIndex } from './name-index.ts';
import { readCodePart } from './read-code-parts.ts';

export function readCall(document: Document, resource: Resource): CallRead | CallObstacle {
  const syntax = programSyntax(document);
  const site = syntax && callSite(syntax, resource);
  if (!syntax || !site)
    return obstacle(resource.head, 'No constructor call of this program makes it. Convert it by hand.');
  const { made, properties, statement } = site;
  const { program } = syntax;
  if (program.survey.broken.has(made.call))
    return obstacle(resource.head, 'A syntax error is in this call. Correct it first.');
  if (isTransforming(program)) {
    const message = 'Transformations may change it when the program runs. Remove them, or convert it by hand.';
    return obstacle(resource.head, message);
  }
  const use = fieldUse(document, site, program, resource);
  if (use) return use;
  const layout = codeLayout(document, resource.properties);
  if (!properties || !layout) {
    const message =
      'Its arguments are written outside of this call, or made by an expression. Write them into the call.';
    return obstacle(properties ?? resource.head, message);
  }
  const spread = layout.parts.find(
    ({ item, isArgument, isAbsent }) => !item && isArgument !== true && isAbsent !== true,
  );
  if (spread) {
    const message = 'What is spread here decides its fields when the program runs. Write the fields into the call.';
    return obstacle(spread.span, message);
  }
  const part = readCodePart(document, resource.properties, properties);
  if (part.kind !== 'map') return obstacle(properties, 'Its arguments are no object. Write them into the call.');
  return (
    oddType(document, site, resource) ?? {
      part,
      holder: {
        kind: 'call',
        isRepeatable: statement !== undefined,
        isRemovable: statement !== undefined && isUnused(statement, program, document),
      },
    }
  );
}

function obstacle({ start, end }: Span, message: string): CallObstacle {
  return { span: { start, end }, message };
}

const ownFields = { Endpoints: ['subsets'], EndpointSlice: ['endpoints', 'ports', 'addressType'] } as const;

/** A read of a field of the variable that the other kind does not have. */
function fieldUse(document: Document, site: CallSite, program: Program, { type }: Resource): CallObstacle | undefined {
  const kind = type === 'Endpoints' ? 'Endpoints' : 'EndpointSlice';
  const [read] = memberReads(document, site, program, ownFields[kind]);
  if (!read) return undefined;
  const [field = ''] = /\w+\W*$/.exec(nodeText(read, document.text).replace(/\(.*$/s, '')) ?? [];
  const message = `The program reads ${quote(field.trim())} of it here, a field that the other kind does not have. Change this first.`;
  return obstacle(read, message);
}

/** The accesses to fields of what the call is assigned to. */
function memberReads(
  { text, language = 'typescript' }: Document,
  { statement, made }: CallSite,
  program: Program,
  of: readonly string[],
): readonly SyntaxNode[] {
  const name = statement?.target && variableName(statement.target, text);
  if (name === undefined) return [];
  const fields = new Set(of.map((field) => programName(field, language)));
  const reads = nameIndex(program).members.get(name) ?? [];
  return reads
    .filter(({ node, member }) => fields.has(nodeText(member, text)) && !contains(made.call, node))
    .map(({ node }) => node);
}

/** Where the program reads the name of what a call makes. */
export function nameReads(document: Document, resource: Resource): readonly Span[] {
  const syntax = programSyntax(document);
  const site = syntax && callSite(syntax, resource);
  if (!site) return [];
  const read = /^(?:\(\))?[!?]*\.(?:name\b|Name\b|(?:apply|Apply|applyValue)\([^\n]{0,40}\b[nN]ame\b)/;
  return memberReads(document, site, syntax.program, ['metadata'])
    .filter(({ end }) => read.test(document.text.slice(end, end + 80)))
    .map(({ start, end }) => ({ start, end }));
}

/** False for what declares a name that is used elsewhere, and for the declaration of an error in Go. */
function isUnused({ target, span }: CallStatement, program: Program, { text, language }: Document): boolean {
  if (!target) return true;
  const isInIf = /^if\b/.test(text.slice(span.start, target.start));
  if (language === 'go' && !isInIf && /:=/.test(text.slice(target.end, target.end + 10))) return false;
  const name = variableName(target, text);
  const uses = (name !== undefined && nameIndex(program).leaves.get(name)) || [];
  return uses.every((node) => contains(span, node));
}

/** A written type of the old kind that does not name the class as the call does. */
function oddType({ text }: Document, site: CallSite, { type: kind }: Resource): CallObstacle | undefined {
  const named = new RegExp(String.raw`\b${kind}\b`);
  const odd = site.types.find(
    (type) => named.test(nodeText(type, text)) && typeWith(type, site, text, 'x') === undefined,
  );
  if (!odd) return undefined;
  const message = `The type ${quote(nodeText(odd, text))} names the class in another way than the call. Write both in one way.`;
  return obstacle(odd, message);
}

/** The text of a written type with another class in the place of the called one; undefined where it does not name it. */
export function typeWith(
  type: SyntaxNode,
  { callee, made, types: [own] }: CallSite,
  text: string,
  by: string,
): string | undefined {
  const written = nodeText(type, text);
  // The type of the variable is the only one that certainly names the class.
  if (!callee) return own && nodeText(own, text) === written ? written.replace(/[\w.:]+(?=\??$)/, by) : undefined;
  const head = nodeText(made.head, text);
  const old = nodeText(callee, text).slice(0, -head.length) + head.replace(/^New/, '');
  const pattern = new RegExp(String.raw`(?<![\w.])${old.replaceAll(/[.$]/g, String.raw`\$&`)}(?![\w.])`, 'g');
  return pattern.test(written) ? written.replaceAll(pattern, by) : undefined;
}
