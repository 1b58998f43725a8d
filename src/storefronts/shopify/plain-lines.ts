import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { z } from "zod";
import { PlainError } from "../../kernel/errors.ts";
import { members } from "../../kernel/unsafe.ts";
import type { AdminClient } from "./admin-client.ts";
import { TOO_DEAR } from "./admin-faults.ts";
import { listAt, textAt } from "./line-values.ts";
import type { NestedList, PlainDocument } from "../shopify-schema/plain-document.ts";

/** Objects asked for by their ids become the lines that a bulk operation would have written for them. */

const NodesAnswer = z.object({ nodes: z.array(z.record(z.string(), z.unknown()).nullable()) });
type Node = Readonly<Record<string, unknown>>;

/** Writes a line, and waits where the file has no room. */
type WriteLine = (line: Node) => Promise<void>;

interface Asked {
  readonly client: AdminClient;
  readonly plain: PlainDocument;
  /** Numbers of the objects, each once. */
  readonly ids: readonly string[];
  readonly file: string;
}

interface Written {
  /** Numbers of the objects that aren't there. */
  readonly gone: readonly string[];
  /** Ids of all that are, those within others too. */
  readonly written: readonly string[];
  /** By the numbers of the objects: when each had changed last, if the document asks for it. */
  readonly readings: ReadonlyMap<string, Date>;
}

/** Asks for the objects and writes their lines. */
export async function writePlainLines({ client, plain, ids, file }: Asked): Promise<Written> {
  const stream = createWriteStream(file);
  const failed = finished(stream);
  // Told at the end; without a listener a disk that fails would end the process.
  failed.catch(() => undefined);
  const gone: string[] = [];
  const written: string[] = [];
  const readings = new Map<string, Date>();
  const write: WriteLine = async (line) => {
    const id = textAt(line, "id");
    if (id !== null) written.push(id);
    if (!stream.write(`${JSON.stringify(line)}\n`))
      await Promise.race([new Promise<void>((resolve) => void stream.once("drain", resolve)), failed]);
  };
  try {
    for await (const { id, node } of nodesOf(client, plain, ids)) {
      if (node === null) {
        gone.push(id);
        continue;
      }
      const changedAt = textAt(node, "updatedAt");
      if (changedAt !== null) readings.set(id, new Date(changedAt));
      await writeNode({ client, write }, node, plain.lists, null);
    }
  } finally {
    stream.end();
    await failed;
  }
  return { gone, written, readings };
}

/** As many at a time as fit; where Shopify counts otherwise than we do, fewer. */
async function* nodesOf(client: AdminClient, { document, type, idsAtOnce }: PlainDocument, ids: readonly string[]) {
  let size = idsAtOnce;
  for (let at = 0; at < ids.length;) {
    const page = ids.slice(at, at + size);
    const gids = page.map((id) => `gid://shopify/${type}/${id}`);
    const answer = await client.ask(document, { ids: gids }, NodesAnswer).catch((error: unknown) => {
      if (!(error instanceof PlainError) || error.code !== TOO_DEAR || size === 1) throw error;
      size = Math.ceil(size / 2);
      return null;
    });
    if (answer === null) continue;
    for (const [nth, id] of page.entries()) yield { id, node: answer.nodes[nth] ?? null };
    at += page.length;
  }
}

interface Writing {
  readonly client: AdminClient;
  readonly write: WriteLine;
}

/** The object without its connections, then what hangs below it. */
async function writeNode(writing: Writing, node: Node, lists: readonly NestedList[], parentId: string | null): Promise<void> {
  const own = lists.reduce((line, { path }) => without(line, path), node);
  await writing.write(parentId === null ? own : { ...own, __parentId: parentId });
  const id = textAt(node, "id");
  if (id === null) return;
  for (const list of lists) {
    for await (const child of childrenOf(writing.client, { node, id, list })) await writeNode(writing, child, list.lists, id);
  }
}

/** Pages of a list past which it isn't one that Shopify has. */
const PAGES_MAX = 1_000;

async function* childrenOf(
  client: AdminClient,
  { node, id, list }: { readonly node: Node; readonly id: string; readonly list: NestedList },
) {
  let connection: unknown = valueAt(node, list.path);
  for (let page = 0; page < PAGES_MAX; page += 1) {
    for (const edge of listAt(connection, "edges")) yield members(members(edge)["node"]);
    const info = members(members(connection)["pageInfo"]);
    if (info["hasNextPage"] !== true) return;
    const { nodes } = await client.ask(list.more, { ids: [id], after: info["endCursor"] }, NodesAnswer);
    connection = valueAt(nodes[0] ?? {}, list.path);
  }
}

function valueAt(node: Node, path: readonly string[]): unknown {
  return path.reduce<unknown>((found, field) => members(found)[field], node);
}

function without(node: Node, [field = "", ...further]: readonly string[]): Node {
  const { [field]: inside, ...others } = node;
  return further.length === 0 ? others : { ...others, [field]: without(members(inside), further) };
}
