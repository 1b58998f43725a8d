import { z } from "zod";
import type { KeptWebhooks, WantedWebhooks } from "../shopify-app-port.ts";
import type { AdminClient } from "./admin-client.ts";
import { everyPage, nextOf, PageInfo } from "./shop-lists.ts";
import { WEBHOOK_DOCUMENTS } from "./webhook-documents.ts";

const Listed = z.object({
  id: z.string(),
  topic: z.string(),
  uri: z.string(),
  format: z.string(),
  filter: z.string().nullable(),
  includeFields: z.array(z.string()),
});
type Listed = z.output<typeof Listed>;
const ListAnswer = z.object({ webhookSubscriptions: z.object({ nodes: z.array(Listed), pageInfo: PageInfo }) });
const Outcome = z.object({ userErrors: z.array(z.object({ message: z.string() })) });
const CreateAnswer = z.object({ webhookSubscriptionCreate: Outcome });
const UpdateAnswer = z.object({ webhookSubscriptionUpdate: Outcome });
const DeleteAnswer = z.object({ webhookSubscriptionDelete: Outcome });

/**
 * Brings the app's subscriptions in a shop into line: one for each topic, to our address, with whole bodies. Those that are missing are made, as
 * Shopify deletes one after eight failures; those that lead elsewhere are led here. Topics that a shop's scopes don't allow are told.
 */
export async function keepWebhooks(client: AdminClient, { uri, topics }: WantedWebhooks): Promise<KeptWebhooks> {
  const present = await listed(client);
  const refused: string[] = [];
  let repaired = 0;
  const note = (topic: string, { userErrors }: z.output<typeof Outcome>): void => {
    if (userErrors.length === 0) repaired += 1;
    else refused.push(`${topic}: ${userErrors.map(({ message }) => message).join(" ")}`);
  };
  const subscription = { uri, format: "JSON", filter: null, includeFields: [] };
  for (const topic of topics) {
    const [first, ...further] = present
      .filter((one) => one.topic === topic)
      .toSorted((one, other) => Number(isRight(other, uri)) - Number(isRight(one, uri)));
    if (first === undefined) {
      const answer = await client.ask(WEBHOOK_DOCUMENTS.create, { topic, subscription: { uri, format: "JSON" } }, CreateAnswer);
      note(topic, answer.webhookSubscriptionCreate);
    } else if (!isRight(first, uri)) {
      const answer = await client.ask(WEBHOOK_DOCUMENTS.update, { id: first.id, subscription }, UpdateAnswer);
      note(topic, answer.webhookSubscriptionUpdate);
    }
    for (const { id } of further) note(topic, (await client.ask(WEBHOOK_DOCUMENTS.delete, { id }, DeleteAnswer)).webhookSubscriptionDelete);
  }
  return { repaired, refused };
}

function isRight({ uri, format, filter, includeFields }: Listed, wanted: string): boolean {
  return uri === wanted && format === "JSON" && (filter ?? "") === "" && includeFields.length === 0;
}

async function listed(client: AdminClient): Promise<readonly Listed[]> {
  const found: Listed[] = [];
  const pages = everyPage(async (after) => {
    const { webhookSubscriptions: page } = await client.ask(WEBHOOK_DOCUMENTS.list, { after }, ListAnswer);
    return { nodes: page.nodes, next: nextOf(page.pageInfo) };
  });
  for await (const nodes of pages) found.push(...nodes);
  return found;
}
