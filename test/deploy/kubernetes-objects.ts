import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { branded, members } from "../../src/kernel/unsafe.ts";

/**
 * Checks an object against the schema that Kubernetes or an operator publishes for its kind, as `kubectl apply --validate=strict` would: types,
 * required fields, and no field that the kind doesn't have. The packages carry the schemas twice, as validators and as declarations; the validators
 * let unknown fields pass, so these are looked for in the declarations.
 */
export async function objectFaults(object: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  const [kind, version] = [String(object["kind"]), String(object["apiVersion"])];
  const module = `${packageOf(version)}/${version}/${kind}`;
  const { [kind]: Model } = members(await import(module));
  if (typeof Model !== "function") return [`${version} ${kind} isn't known`];
  const faults: string[] = [];
  try {
    branded<Validated>(Reflect.construct(Model, [object])).validate();
  } catch (error) {
    faults.push(`${kind}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return [...faults, ...(await unknownFields(object, declarationFile(module), kind))];
}

/** What every class of these packages has; throws for the first fault. */
interface Validated {
  validate(): void;
}

function packageOf(version: string): string {
  if (version.startsWith("keda.sh/")) return "@kubernetes-models/keda";
  return version.startsWith("monitoring.coreos.com/") ? "@kubernetes-models/prometheus-operator" : "kubernetes-models";
}

interface Declaration {
  /** By field, the declaration of its type, if that is one. */
  readonly fields: ReadonlyMap<string, string | undefined>;
  /** A text, a number, or a map of free keys. */
  readonly isOpen: boolean;
}

async function unknownFields(value: unknown, file: string, path: string): Promise<readonly string[]> {
  if (Array.isArray(value)) {
    const found = await Promise.all(value.map((item, index) => unknownFields(item, file, `${path}[${index}]`)));
    return found.flat();
  }
  if (typeof value !== "object" || value === null) return [];
  const { fields, isOpen } = await declarationOf(file);
  if (isOpen) return [];
  const found = await Promise.all(
    Object.entries(value).map(async ([name, member]) => {
      if (!fields.has(name)) return [`${path} has no field ${name}`];
      const type = fields.get(name);
      return type === undefined ? [] : unknownFields(member, type, `${path}.${name}`);
    }),
  );
  return found.flat();
}

async function declarationOf(file: string): Promise<Declaration> {
  const text = await readFile(file, "utf8");
  const imported = new Map(
    [...text.matchAll(/^import \{ (\w+) \} from "([^"]+)";$/gm)].map(([, name = "", from = ""]) => [name, fileOf(from, file)] as const),
  );
  const [, inherited, body] = /^export interface \w+(?: extends (\w+))? \{\n([\s\S]*?)^\}/m.exec(text) ?? [];
  if (body === undefined) return { fields: new Map(), isOpen: true };
  const own = [...body.matchAll(/^ {4}"([^"]+)"\??: ([^\n]*?);?$/gm)].map(
    ([, name = "", type = ""]) => [name, imported.get(/\bI[A-Z]\w+/.exec(type)?.[0] ?? "")] as const,
  );
  const base = imported.get(inherited ?? "");
  const bases = base === undefined ? [] : [...(await declarationOf(base)).fields];
  return { fields: new Map([...bases, ...own]), isOpen: false };
}

function fileOf(from: string, file: string): string {
  return from.startsWith(".") ? resolve(dirname(file), from.replace(/\.js$/, ".d.ts")) : declarationFile(from);
}

function declarationFile(module: string): string {
  return fileURLToPath(import.meta.resolve(module)).replace(/\.js$/, ".d.ts");
}
