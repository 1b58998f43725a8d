import type { Rule } from "../rule-types.ts";

/**
 * `src/config.ts` is the only reader of the environment, so that every setting is parsed, documented and refused in one place.
 * Nothing else may look, whether through `process.env`, a destructured `env` or an import of it.
 */
export const noProcessEnv: Rule = {
  create({ report }) {
    const message = "Only src/config.ts reads the environment: take the setting as an argument.";
    return {
      MemberExpression(node) {
        const { object, property } = node;
        const ofProcess =
          (object.type === "Identifier" && object.name === "process") ||
          (object.type === "MemberExpression" && object.property.type === "Identifier" && object.property.name === "process");
        const isEnv = node.computed
          ? property.type === "Literal" && property.value === "env"
          : property.type === "Identifier" && property.name === "env";
        if (ofProcess && isEnv) report({ node, message });
      },
      VariableDeclarator({ id, init }) {
        if (id.type !== "ObjectPattern" || init?.type !== "Identifier" || init.name !== "process") return;
        const env = id.properties.find((entry) => entry.type === "Property" && entry.key.type === "Identifier" && entry.key.name === "env");
        if (env !== undefined) report({ node: env, message });
      },
      ImportDeclaration({ source, specifiers }) {
        if (!/^(node:)?process$/.test(source.value)) return;
        for (const node of specifiers) {
          if (node.type === "ImportSpecifier" && node.imported.type === "Identifier" && node.imported.name === "env") {
            report({ node, message });
          }
        }
      },
    };
  },
};
