import type { GraphQLError } from "graphql";

/** What the validation of a document says, with the words and codes of Shopify where we know them. */
export interface SchemaFault {
  readonly message: string;
  readonly extensions: Readonly<Record<string, string>>;
}

interface Pattern {
  readonly of: RegExp;
  readonly fault: (parts: readonly string[]) => SchemaFault;
}

const fault = (code: string, message: string, more: Readonly<Record<string, string>> = {}): SchemaFault => ({
  message,
  extensions: { code, ...more },
});

const PATTERNS: readonly Pattern[] = [
  {
    of: /^Cannot query field "(\w+)" on type "(\w+)"/,
    fault: ([, field = "", type = ""]) =>
      fault("undefinedField", `Field '${field}' doesn't exist on type '${type}'`, { typeName: type, fieldName: field }),
  },
  {
    of: /^Unknown argument "(\w+)" on field "(?:(\w+)\.)?(\w+)"/,
    fault: ([, argument = "", , field = ""]) =>
      fault("argumentNotAccepted", `Field '${field}' doesn't accept argument '${argument}'`, {
        name: field,
        typeName: "Field",
        argumentName: argument,
      }),
  },
  {
    of: /^(?:Field|Argument) "(?:\w+\.)?(\w+)" argument "(\w+)" of type|^Argument "(?:\w+\.)?(\w+)\((\w+):\)" of type .* is required/,
    fault: ([, field, argument, otherField, otherArgument]) => {
      const [name, missing] = [field ?? otherField ?? "", argument ?? otherArgument ?? ""];
      return fault("missingRequiredArguments", `Field '${name}' is missing required arguments: ${missing}`, {
        className: "Field",
        name,
        arguments: missing,
      });
    },
  },
  {
    of: /^Variable "\$(\w+)" is never used/,
    fault: ([, name = ""]) => fault("variableNotUsed", `Variable $${name} is declared by operation but not used`, { variableName: name }),
  },
];

export function schemaFault(error: GraphQLError): SchemaFault {
  for (const { of, fault: faultOf } of PATTERNS) {
    const parts = of.exec(error.message);
    if (parts !== null) return faultOf(parts);
  }
  return fault("argumentLiteralsIncompatible", error.message);
}
