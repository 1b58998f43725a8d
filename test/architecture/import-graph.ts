import { posix } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

/** The imports of a file as the compiler sees them: static, dynamic, type-only, in a type, and by re-export. */

export interface SourceFile {
  /** From the root of the repository, with `/`. */
  readonly path: string;
  readonly text: string;
}

export interface Edge {
  readonly from: string;
  /** A path from the root of the repository, or the name of a package. */
  readonly to: string;
  /** What is imported: names of the other module, `*` for all of them. */
  readonly names: readonly string[];
}

function target(from: string, request: string): string {
  if (request.startsWith(".")) return posix.join(posix.dirname(from), request);
  if (request.startsWith("node:")) return request;
  return /^(?:@[^/]+\/)?[^/]+/.exec(request)?.[0] ?? request;
}

function literal(text: string, span: { readonly start: number; readonly end: number }): string {
  return text.slice(span.start, span.end).replaceAll(/^["'`]|["'`]$/g, "");
}

/** A file that does not parse has no edges, which would be a silent pass: it is an error instead. */
export function importEdges({ path, text }: SourceFile): readonly Edge[] {
  const { module, program, errors } = parseSync(path, text);
  const error = errors[0];
  if (error !== undefined) throw new SyntaxError(`${path}: ${error.message}`);
  const edge = (request: string, names: readonly string[]): Edge => ({ from: path, to: target(path, request), names });
  const typeImports: Edge[] = [];
  new Visitor({ TSImportType: ({ source }) => void typeImports.push(edge(source.value, ["*"])) }).visit(program);
  return [
    ...module.staticImports.map(({ moduleRequest, entries }) =>
      edge(
        moduleRequest.value,
        entries.map(({ importName }) => importName.name ?? "*"),
      ),
    ),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, importName }) =>
        moduleRequest === null ? [] : [edge(moduleRequest.value, [importName.name ?? "*"])],
      ),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) => edge(literal(text, moduleRequest), ["*"])),
    ...typeImports,
  ];
}
