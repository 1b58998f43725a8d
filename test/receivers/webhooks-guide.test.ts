import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseJson } from "../../src/kernel/unsafe.ts";
import { runProgram } from "../harness/interpreters.ts";

/** What the guide shows for verifying a delivery tells a good one from a bad one, in every language, and all alike. */

const GUIDE = readFileSync(new URL("../../docs/guide/webhooks.md", import.meta.url), "utf8");

function shown(language: string): string {
  const found = new RegExp(`^\`\`\`${language} verify\\n([\\s\\S]*?)\\n\`\`\`$`, "m").exec(GUIDE)?.[1];
  if (found === undefined) throw new Error(`the guide verifies nothing in ${language}`);
  return found;
}

interface Vector {
  readonly name: string;
  readonly secret: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly nowS: number;
  readonly verifies: boolean;
}

const BODY = '{"id":"evt_1","text":"Grün 😀"}';
const AT = 1_700_000_000;
/** By `openssl dgst -sha256 -hmac whsec_old` over `1700000000.` and the body. */
const SIGNED = "sha256=b110d132fcd97761aa36d73aa27e63ff8e26bb272588c3010af5f209608be1e3";
const ZEROS = `sha256=${"0".repeat(64)}`;

const good = { "x-svc-timestamp": String(AT), "x-svc-signature": SIGNED };
const vector = (name: string, verifies: boolean, changes: Partial<Vector>): Vector => ({
  name,
  secret: "whsec_old",
  headers: good,
  body: Buffer.from(BODY),
  nowS: AT,
  verifies,
  ...changes,
});
const without = (name: string) => Object.fromEntries(Object.entries(good).filter(([header]) => header !== name));

const VECTORS: readonly Vector[] = [
  vector("what was sent", true, {}),
  vector("five minutes later", true, { nowS: AT + 300 }),
  vector("five minutes and a second later", false, { nowS: AT + 301 }),
  vector("from a clock five minutes ahead", true, { nowS: AT - 300 }),
  vector("from a clock further ahead", false, { nowS: AT - 301 }),
  vector("signed anew, the receiver still has the secret before", true, {
    headers: { ...good, "x-svc-signature": ZEROS, "x-svc-signature-previous": SIGNED },
  }),
  vector("two signatures, neither of them by the secret", false, {
    headers: { ...good, "x-svc-signature": ZEROS, "x-svc-signature-previous": ZEROS },
  }),
  vector("another secret", false, { secret: "whsec_new" }),
  vector("one byte of the body is another", false, { body: Buffer.from(BODY.replace("evt_1", "evt_2")) }),
  vector("a body that was parsed and written again", false, { body: Buffer.from(BODY.replace(":", ": ")) }),
  vector("another time", false, { headers: { ...good, "x-svc-timestamp": String(AT + 1) } }),
  vector("a time that is no number", false, { headers: { ...good, "x-svc-timestamp": `${AT}\n` } }),
  vector("no time", false, { headers: without("x-svc-timestamp") }),
  vector("no signature", false, { headers: without("x-svc-signature") }),
  vector("a signature without its scheme", false, { headers: { ...good, "x-svc-signature": SIGNED.slice("sha256=".length) } }),
  vector("the beginning of a signature", false, { headers: { ...good, "x-svc-signature": SIGNED.slice(0, -1) } }),
];

/** The vectors as a literal that all three languages read. */
const GIVEN = Buffer.from(JSON.stringify(VECTORS.map((each) => ({ ...each, body: each.body.toString("base64") })))).toString("base64");
const EXPECTED = Object.fromEntries(VECTORS.map(({ name, verifies }) => [name, verifies]));

const TYPESCRIPT = `
const given = JSON.parse(Buffer.from("${GIVEN}", "base64").toString());
const found = given.map((v) => [v.name, verifyDelivery(v.secret, v.headers, Buffer.from(v.body, "base64"), v.nowS)]);
console.log(JSON.stringify(Object.fromEntries(found)));
`;
const PYTHON = `
import base64, json
given = json.loads(base64.b64decode("${GIVEN}"))
print(json.dumps({v["name"]: verify_delivery(v["secret"], v["headers"], base64.b64decode(v["body"]), v["nowS"]) for v in given}))
`;
const PHP = `
$found = [];
foreach (json_decode(base64_decode("${GIVEN}"), true) as $v) {
    $found[$v["name"]] = verify_delivery($v["secret"], $v["headers"], base64_decode($v["body"]), $v["nowS"]);
}
echo json_encode($found);
`;

describe("the guide's function in", () => {
  test.each([
    ["typescript", shown("ts"), TYPESCRIPT],
    ["python", shown("python"), PYTHON],
    ["php", shown("php"), PHP],
  ] as const)("%s", async (language, verify, program) => {
    expect(parseJson(await runProgram(language, `${verify}\n${program}`))).toEqual(EXPECTED);
  });
});
