/** Says why the manifest of a resource is not read, where its text names Endpoints: an empty answer would be a claim. */
import type { Declared, TerraformModule } from './module.ts';
import { attributeIn, type HclBlock, type HclExpression } from '../hcl/hcl.ts';

/** Names of files count, too: `file("endpoints.yaml")`. */
const naming = /end-?point/i;
/** The longest expression that is quoted. */
const longest = 40;

/** In words that follow "skipped:"; undefined for a resource that names no Endpoints. */
export function unreadManifest(block: HclBlock, name: string, { text, module }: Around): string | undefined {
  const { start, end } = block.body.span;
  const attribute = attributeIn(block.body, name);
  if (!attribute) return undefined;
  const names =
    naming.test(text.slice(start, end)) || localsIn(attribute.expression, text, module).some(namesEndpoints);
  return names ? reasonOf(attribute.expression, text) : undefined;
}

interface Around {
  /** Of the file. */
  readonly text: string;
  readonly module: TerraformModule;
}

function localsIn({ span }: HclExpression, text: string, { locals }: TerraformModule): readonly DeclaredLocal[] {
  const names = text.slice(span.start, span.end).matchAll(/\blocal\.([\w-]+)/g);
  return [...names].flatMap(([, name = '']) => locals.get(name) ?? []);
}

type DeclaredLocal = Declared<HclExpression>;

function namesEndpoints({ part: { span }, file }: DeclaredLocal): boolean {
  return naming.test(file.text.slice(span.start, span.end));
}

function reasonOf(expression: HclExpression, text: string): string {
  const { kind, span } = expression;
  if (kind === 'parentheses') return reasonOf(expression.inner, text);
  if (kind === 'call') {
    const [argument] = expression.args;
    const isDecoded = /^(?:yaml|json)(?:de|en)code$/.test(expression.name) && expression.args.length === 1;
    return isDecoded && argument ? reasonOf(argument, text) : `a manifest from ${expression.name}()`;
  }
  if (kind === 'template' && expression.hasDirectives) return 'a manifest with directives (%{ })';
  if (kind === 'template' || kind === 'literal') return 'a manifest in quotes';
  const written = text.slice(span.start, span.end);
  const isShort = written.length <= longest && !written.includes('\n');
  return isShort && kind === 'reference' ? `a manifest from ${written}` : 'a manifest from an expression';
}
