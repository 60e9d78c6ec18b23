/** What a language tells of itself: everything else about programs is the same for all of them. */
import type { Expression } from './expression.ts';
import type { Survey } from './survey.ts';
import type { CodeParser, SyntaxNode } from './syntax.ts';

export interface Program {
  readonly text: string;
  readonly root: SyntaxNode;
  readonly survey: Survey;
  /** The calls of constructors of the SDK, each with the token of its class. */
  readonly constructed: Map<SyntaxNode, string>;
  /** The module or class that an expression names, with dots; undefined where it names neither. */
  pathOf(node: SyntaxNode): string | undefined;
}

/** The parts of a constructor call. An argument that is not written, or absent, is undefined. */
export interface Construction {
  /** The last name of the class, such as `Endpoints` in `k8s.core.v1.Endpoints`. */
  readonly head: SyntaxNode;
  readonly name: SyntaxNode | undefined;
  readonly properties: Expression | undefined;
  readonly options: Expression | undefined;
}

/** The names of a language in those of the contract. */
export interface Naming {
  /** `isField` as in an expression; `isMap` where the object is a map such as `labels`. */
  property(name: string, isField: boolean, isMap: boolean): string;
  option(name: string, isField: boolean): string;
  /** True where a single value stands for a list of one. */
  readonly listsSingles: boolean;
}

export interface Adapter {
  readonly naming: Naming;
  /** The tree of a text, where the parser alone reads half-typed texts badly. */
  parse?(text: string, parse: CodeParser): SyntaxNode | undefined;
  /** Collects what one node declares, changes, imports or calls. Called for every node, parents first. */
  visit(node: SyntaxNode, program: Program): void;
  /** The expression of a node, without wrappers. A call in `program.constructed` is a `resource`. */
  expression(node: SyntaxNode, program: Program): Expression;
  /** The class or function that a call calls; undefined where no class can be called so. */
  calleeOf(call: SyntaxNode, program: Program): SyntaxNode | undefined;
  /** The arguments of the call of a constructor. */
  construction(call: SyntaxNode, program: Program): Construction;
  /**
   * False for a call that may run never or often: in a loop, in a condition, or in a function other than the one that is the
   * program, such as Go's `main` with the function that it hands to `pulumi.Run`.
   */
  isCertain(call: SyntaxNode, program: Program): boolean;
  /** The module or class of a name that the file does not declare; undefined where it is neither. */
  unresolved(name: string, survey: Survey): string | undefined;
  /** The class of the SDK that a path names, such as `core/v1:Endpoints` or `Provider`; undefined for any other path. */
  classOf(path: string): string | undefined;
  /** The value of an enum's member of the SDK, by the path of its name; undefined for any other path. */
  enumValue(path: string): string | undefined;
}
