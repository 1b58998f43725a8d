import type { RuleTester } from "oxlint/plugins-dev";

/** The linter's own types, which it exports only through its tester. */
export type Rule = Parameters<RuleTester["run"]>[1];
type Context = Parameters<NonNullable<Rule["create"]>>[0];

export type Program = Context["sourceCode"]["ast"];
export type Node = Parameters<Context["sourceCode"]["getScope"]>[0];
export type NodeOf<T extends Node["type"]> = Extract<Node, { readonly type: T }>;
export type Expression = NodeOf<"CallExpression">["callee"];
