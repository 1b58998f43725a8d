import type { Rule } from "../rule-types.ts";

/**
 * `x as T` is a claim that nothing checks, at the very place where a parser should stand. The few claims we cannot do without
 * live in `src/kernel/unsafe.ts`, each beside the fact that makes it true. `as const` and `satisfies` claim nothing.
 */
export const noBareAs: Rule = {
  create({ report }) {
    const message = "No bare type assertion: parse the value, or cast through a named helper of src/kernel/unsafe.ts.";
    return {
      TSAsExpression(node) {
        const { typeAnnotation: type } = node;
        const isConst = type.type === "TSTypeReference" && type.typeName.type === "Identifier" && type.typeName.name === "const";
        if (!isConst) report({ node, message });
      },
      TSTypeAssertion(node) {
        report({ node, message });
      },
    };
  },
};
