/** The expressions of all languages in one form. An expression names the nodes of its parts, which are read when they are needed. */
import type { SyntaxNode } from './syntax.ts';

/** `node` is the innermost expression, without wrappers such as brackets, casts and `pulumi.String(…)`. */
export type Expression = { readonly node: SyntaxNode } & Form;

type Form =
  | { readonly kind: 'literal'; readonly value: string | bigint | number | boolean | null }
  /** `undefined`, `None`, `nil`: an entry with this value is not there. */
  | { readonly kind: 'absent' }
  /** An interpolated text. */
  | Template
  /** `x + y` of texts. `joinsLists` where lists can be added too, as in Python. */
  | { readonly kind: 'sum'; readonly left: SyntaxNode; readonly right: SyntaxNode; readonly joinsLists?: boolean }
  /** `scope` declares a name that is not looked up where it is written, such as `PORT` in `Names.PORT`. */
  | { readonly kind: 'name'; readonly name: string; readonly scope?: SyntaxNode }
  | Member
  /** `isUnion` for `x | y`, which is an object only where `x` or `y` is known to be one. */
  | { readonly kind: 'object'; readonly parts: readonly ObjectPart[]; readonly isUnion?: boolean }
  | { readonly kind: 'list'; readonly items: readonly ListItem[] }
  /** The body for each item of a list. `scope` declares the parameter `name`. */
  | Mapped<'mapped'>
  /** The body for the value of an output: `x.apply(name => body)`. */
  | Mapped<'applied'>
  /** The call of a constructor of the SDK, whose value is a resource. */
  | { readonly kind: 'resource' }
  /** An expression that loads a module, such as `require("…")`. */
  | { readonly kind: 'module'; readonly module: string }
  | { readonly kind: 'unknown' };

interface Template {
  readonly kind: 'template';
  readonly parts: readonly (string | SyntaxNode)[];
  /** True where the SDK puts it together when the program runs. */
  readonly isOutput?: boolean;
  /** True where `80.0` is spelled with its decimals, as in Python. */
  readonly keepsDecimals?: boolean;
}

/** `x.name`, `x["name"]`, `x[0]`. */
interface Member {
  readonly kind: 'member';
  readonly of: SyntaxNode;
  readonly name: string | SyntaxNode;
  /** True for a getter such as Go's `x.Name()`, which only reads outputs of resources. */
  readonly isCall?: boolean;
  /** True where a negative index counts from the end, as in Python. */
  readonly countsFromEnd?: boolean;
}

interface Mapped<K extends string> {
  readonly kind: K;
  readonly over: SyntaxNode;
  readonly scope: SyntaxNode;
  readonly name: string;
  readonly body: SyntaxNode;
}

export type ObjectPart =
  | {
      /** The name as it is written, in place; for a shorthand, the value. */
      readonly key: SyntaxNode;
      /** The name, or the expression of a computed one. */
      readonly name: string | SyntaxNode;
      readonly value: SyntaxNode;
      /** True for a field of a type, an argument or a builder's method; false for the key of a map. */
      readonly isField: boolean;
    }
  /** The entries of another object; of an unknown one where `spread` is a part that cannot be read. */
  | { readonly spread: SyntaxNode };

export type ListItem = SyntaxNode | { readonly spread: SyntaxNode };
