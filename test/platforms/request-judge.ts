import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import type { FakeRequest } from "./fake-platform.ts";
import type { OperationFile } from "./operation-file.ts";

type Asked = Omit<FakeRequest, "operation" | "parameters">;
type Judged = Pick<FakeRequest, "operation" | "parameters" | "body"> | { readonly fault: string };

/** Tells which operation of the description a request is, or what about it the description doesn't allow. */
export function requestJudge(file: OperationFile): (asked: Asked) => Judged {
  const ajv = new Ajv({ strict: false, allErrors: true, allowUnionTypes: true });
  addFormats.default(ajv);
  const compiled = file.operations.map((operation) => ({
    operation,
    pattern: patternOf(operation.path),
    query: ajv.compile(operation.query),
    body:
      typeof operation.body === "object" && operation.body !== null
        ? ajv.compile({ ...operation.body.schema, definitions: file.definitions })
        : null,
  }));
  return (asked) => {
    const found = compiled.find(({ operation, pattern }) => operation.method === asked.method && pattern.test(asked.path));
    if (found === undefined) return { fault: "there is no such call" };
    const { operation, pattern, query, body } = found;
    const header = operation.headers.find((name) => asked.headers[name] === undefined);
    if (header !== undefined) return { fault: `the header ${header} is missing` };
    const fault = faultOf(query, "query", queryOf(asked.query)) ?? bodyFault(asked, operation.body, body);
    if (fault !== null) return { fault };
    const named = Object.entries(pattern.exec(asked.path)?.groups ?? {});
    return {
      operation: operation.id,
      parameters: Object.fromEntries(named.map(([name, text]) => [name, decodeURIComponent(text)])),
      body: asked.body,
    };
  };
}

function patternOf(path: string): RegExp {
  const text = path
    .replaceAll(/[.*?^$()|[\]\\:]/g, String.raw`\$&`)
    .replaceAll(/\{(\w+)(\+?)\}/g, (_all, name: string, plus: string) => `(?<${name}>${plus === "" ? "[^/:]+" : ".+?"})`);
  return new RegExp(`^${text}$`);
}

function queryOf(query: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => [name, query.getAll(name).length > 1 ? query.getAll(name) : (query.get(name) ?? "")]),
  );
}

function bodyFault(asked: Asked, expected: OperationFile["operations"][number]["body"], validate: ValidateFunction | null): string | null {
  if (expected === "bytes") return null;
  if (expected === null) return asked.bytes.length === 0 ? null : "the call takes no body";
  const type = expected.type === "form" ? "application/x-www-form-urlencoded" : "application/json";
  if (!(asked.headers["content-type"] ?? "").startsWith(type)) return `the body must be ${type}`;
  return validate === null ? null : faultOf(validate, "body", asked.body);
}

function faultOf(validate: ValidateFunction, where: string, value: unknown): string | null {
  if (validate(value)) return null;
  return (validate.errors ?? [])
    .map(({ instancePath, message, params }) => `${where}${instancePath} ${message ?? ""} ${JSON.stringify(params)}`)
    .join("; ");
}
