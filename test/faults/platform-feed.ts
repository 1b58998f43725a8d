import { seededDraw } from "../../src/storefronts/sample/seeded-draw.ts";
import { aDayPasses } from "./passing-time.ts";
import type { PlayedPlatform } from "./played-platforms.ts";
import { answerOf, count, type PlatformScene, until } from "./platform-scene.ts";

/** The shop's feed: what of it changes in a round, and how it's published. */

const HEADER =
  "Handle,Title,Body (HTML),Vendor,Type,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Barcode,Image Src,Status,Google Shopping / Condition";

const titleOf = (product: number): string => `Linen chair number ${product}`;

/** A product export without a fault. */
export function platformExport(products: number): string {
  const draw = seededDraw(1, 0, "facts");
  const rows = Array.from({ length: products }, (_, product) =>
    [
      ...[
        `chair-${product}`,
        titleOf(product),
        `A chair of oak and linen that was made by hand as the ${product}th.`,
        "Oak & Linen",
        "Chairs",
      ],
      ...["TRUE", "Title", "Default Title", `CHAIR-${product}`, draw.between(1, 50), "deny", `${draw.between(20, 900)}.00`, ""],
      ...[`https://images.shop.example/chair-${product}.jpg`, "active", "new"],
    ].join(","),
  );
  return [HEADER, ...rows, ""].join("\n");
}

/** What is wrong with the feed in a round: for each platform a row that lacks a column the platform wants. */
export interface Fault {
  readonly platform: PlayedPlatform;
  readonly column: string;
  readonly product: number;
}

/** Draws faults of different columns and products. */
export function drawFaults({ draw, platforms }: PlatformScene, products: number): readonly Fault[] {
  const taken = new Set<string>();
  return platforms.map((platform, at) => {
    const others = platform.required.filter((one) => !taken.has(one));
    const column = draw.pick(others.length > 0 ? others : platform.required);
    taken.add(column);
    return { platform, column, product: at * Math.floor(products / platforms.length) + draw.below(3) };
  });
}

/** The round's rules in place of the last round's: some rows are left out, some changed, and some have a fault. */
export async function writeRules(scene: PlatformScene, faults: readonly Fault[], products: number): Promise<void> {
  const { client, feedId, draw } = scene;
  const path = `/feeds/${feedId}/rules`;
  await until(scene, "removing the last round's rules", async (saw) => {
    const listed = await answerOf(client.get(path));
    saw(listed?.body);
    if (listed?.status === 200 && listed.list.length === 0) return true;
    for (const { id } of listed?.list ?? []) await answerOf(client.delete(`${path}/${String(id)}`));
    return undefined;
  });
  const faulty = new Set(faults.map(({ product }) => product));
  const others = Array.from({ length: products }, (_, product) => product).filter((product) => !faulty.has(product));
  const excluded = others.filter(() => draw.chance(10));
  const renamed = others.filter(() => draw.chance(20));
  const written = [
    ...excluded.map((product) => ({ type: "exclude", reason: "Not this time", condition: isProduct(product) })),
    ...renamed.map((product) => titleRule(product, `${titleOf(product)}, edition ${draw.below(1_000)}`)),
    ...faults.map(({ column, product }) => ({ type: "exclude_field", target: column, condition: isProduct(product) })),
  ];
  for (const rule of written) await addRule(scene, rule);
}

const isProduct = (product: number): string => `[D]title = "${titleOf(product)}"`;
const titleRule = (product: number, value: string) => ({ type: "set_value", target: "title", value, condition: isProduct(product) });

/** Rules come once however often they are sent: setting the same value twice changes nothing more. */
export async function addRule(scene: PlatformScene, rule: unknown): Promise<void> {
  await until(scene, "writing a rule", async (saw) => {
    const answer = await answerOf(scene.client.post(`/feeds/${scene.feedId}/rules`, { rule }));
    saw({ rule, answer: answer?.body });
    return answer?.status === 201 ? true : undefined;
  });
}

/** The rule that our finding suggests for a platform's fault. */
export async function suggestedRule(scene: PlatformScene, { platform: { slug }, column }: Fault): Promise<unknown> {
  return until(scene, `finding missing_${column} for ${slug}`, async (saw) => {
    const answer = await answerOf(scene.client.get(`/feeds/${scene.feedId}/channels/${slug}/findings?per_page=100`));
    const found = answer?.list.find(({ code }) => code === `missing_${column}`);
    saw(answer?.list.map(({ code }) => code));
    return found?.["suggested_rule"] ?? undefined;
  });
}

/** A run of the feed as it is now, live. A day after the last one: platforms read a file on request once a day at most. */
export async function published(scene: PlatformScene): Promise<void> {
  const { client, feedId, db } = scene;
  await aDayPasses(db);
  let id: unknown;
  await until(scene, "publishing the feed", async (saw) => {
    if (typeof id !== "string") id = (await answerOf(client.post(`/feeds/${feedId}/regenerate`)))?.data["id"];
    const run = typeof id === "string" ? await answerOf(client.get(`/feeds/${feedId}/runs/${id}`)) : null;
    const { status, publication } = run?.data ?? {};
    saw(run?.body ?? { id });
    if (status === "failed") id = undefined;
    return status === "completed" && publication === "live" ? true : undefined;
  });
  count(scene, "publishes");
}
