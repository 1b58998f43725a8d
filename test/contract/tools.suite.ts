import { setTimeout as sleep } from "node:timers/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import type { AnyOperation } from "../../src/features/operation.ts";
import { OPERATIONS } from "../../src/features/operations.ts";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { type Tool, type ToolForm, toolsOf } from "../../src/surfaces/mcp/tools.ts";
import { bearer, JSON_TYPE } from "./exchange.ts";
import { notOvertaken, rightKey, validRequest } from "./sample.ts";
import { SAMPLES } from "./samples.ts";
import type { Scene } from "./scene.ts";

const ajv = new Ajv2020({ strict: false, allErrors: true });
const TEXT_MAX = 2_000;
const RESULT_BYTES_MAX = 60_000;

type Arguments = Readonly<Record<string, unknown>>;

/** Each operation that agents may use does over MCP what it does over REST, on the same samples. */
export function toolRows(scene: () => Scene): void {
  const cases = toolsOf(OPERATIONS).flatMap((tool) =>
    tool.forms.map((form) => [`${tool.name} as ${form.operation.name}`, tool, form] as const),
  );

  describe.each(cases)("%s", (_, tool, form) => {
    test("answers within its bounds what its output schema says", async () => {
      const { operation } = form;
      const sample = SAMPLES[operation.name] ?? {};
      const answered = (given: Arguments) => patiently(() => callTool(scene(), { name: tool.name, operation, given }));
      if (operation.effect === "read") {
        expectSound(tool, await answered(await argumentsOf(scene(), form)));
        return;
      }
      const previewed = async () => {
        const given = await argumentsOf(scene(), form);
        return { given, shown: await answered({ ...given, preview: true }) };
      };
      const confirmed = async () => {
        const { given, shown } = await notOvertaken(sample, previewed, ({ shown: preview }) => errorOf(preview));
        const { preview, preview_token: token } = expectSound(tool, shown);
        expect([preview, token]).toEqual([{ ...members(preview), summary: expect.stringMatching(/^\S.*\.$/) }, expect.any(String)]);
        return answered({ ...given, preview_token: token });
      };
      expect(expectSound(tool, await notOvertaken(sample, confirmed, errorOf))).toMatchObject({ undo: expect.anything() });
      await sample.after?.(scene());
    });
  });
}

/** A request of the operation, as one flat object. */
async function argumentsOf(scene: Scene, { operation, flat, fits }: ToolForm): Promise<Arguments> {
  const { params = {}, query = {}, body = "{}" } = await validRequest(scene, SAMPLES[operation.name] ?? {});
  const path = Object.fromEntries([...flat.path].map(([argument, member]) => [argument, params[member]]));
  const given = { ...members(parseJson(body)), ...query, ...path };
  return fits(given) ? given : { ...given, mode: "status" };
}

interface Asked {
  readonly name: string;
  readonly operation: AnyOperation;
  readonly given: Arguments;
}

async function callTool(scene: Scene, { name, operation, given }: Asked): Promise<Arguments> {
  const key = rightKey(scene, operation);
  const answer = await scene.exchange({
    method: "POST",
    target: `/v1/mcp?shop_id=${scene.own.shop}`,
    headers: {
      ...bearer(key),
      ...JSON_TYPE,
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } }),
  });
  const lines = answer.text.split("\n").filter((line) => line.startsWith("data: "));
  return members(members(parseJson(lines.at(-1)?.slice("data: ".length) ?? answer.text))["result"]);
}

const errorOf = ({ structuredContent }: Arguments): Arguments => members(members(structuredContent)["error"]);

const WAITED_FOR: readonly unknown[] = ["export_in_progress", "run_in_progress", "sync_in_progress"];
const WAIT_MS = 100;
const WAITS_MAX = 300;

/** An extract or a run of another test may be under way. */
async function patiently(ask: () => Promise<Arguments>): Promise<Arguments> {
  for (let waits = 0; ; waits += 1) {
    const answer = await ask();
    if (!WAITED_FOR.includes(errorOf(answer)["code"]) || waits === WAITS_MAX) return answer;
    await sleep(WAIT_MS);
  }
}

function expectSound({ definition }: Tool, result: Arguments): Arguments {
  const { structuredContent, content, isError } = result;
  expect([isError ?? false, structuredContent]).toEqual([false, structuredContent]);
  const { text } = members(Array.isArray(content) ? content[0] : undefined);
  expect(String(text).length).toBeLessThanOrEqual(TEXT_MAX);
  expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(RESULT_BYTES_MAX);
  const isValid = ajv.compile({ ...definition.outputSchema });
  isValid(structuredContent);
  expect(isValid.errors ?? []).toEqual([]);
  return members(structuredContent);
}
