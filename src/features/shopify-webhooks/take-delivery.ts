import { setTimeout as sleep } from "node:timers/promises";
import { askedTogether } from "../../kernel/asked-together.ts";
import { parseJson } from "../../kernel/unsafe.ts";
import { type Db, transact } from "../../platform/postgres/postgres-port.ts";
import { markCatalog, rememberDelivery, type Report } from "../marks/index.ts";
import type { Services } from "../operation.ts";
import { isSignedBy } from "./signature.ts";
import { meaningOf } from "./topics.ts";

/** What arrived. Headers aren't signed, only the body is: what they say is never more than a hint. */
interface Delivery {
  readonly body: Buffer;
  readonly signature: string | undefined;
  readonly topic: string;
  readonly domain: string;
  readonly webhookId: string;
  readonly triggeredAt: string;
  /** Called once the signature is found to be Shopify's, before the delivery waits for the database. */
  readonly onSigned?: () => void;
}

/** `busy`: it should come again; nothing is lost, because Shopify repeats what wasn't taken. */
type Taken = "taken" | "unsigned" | "busy";

export type TakeDelivery = (delivery: Delivery) => Promise<Taken>;

type IntakeServices = Pick<Services, "shopifyApp" | "queue" | "clock" | "log" | "metrics">;

/** Deliveries that wait for the database, each some hundred bytes. */
const WAITING_MAX = 10_000;
/** In one statement. */
const TOGETHER_MAX = 1_000;
/** A statement costs as much as the reports of many deliveries. */
const REST_MS = 10;
/** Shopify waits five seconds; whoever can't be answered by now comes again. */
const ANSWER_WITHIN_MS = 150;

/** Takes deliveries: those that come while others are being stored share the next statement, so a burst costs few. */
export function openIntake({ shopifyApp, queue, clock, log, metrics }: IntakeServices, db: Db): TakeDelivery {
  let waiting = 0;
  const mark = askedTogether<Report, void>({
    laneOf: () => "",
    most: TOGETHER_MAX,
    rest: () => sleep(REST_MS),
    async answer(reports) {
      await markCatalog(db, reports);
      return reports.map(() => undefined);
    },
  });
  const store = async (delivery: Delivery): Promise<void> => {
    const meaning = meaningOf(delivery.topic, bodyOf(delivery));
    const { webhookId, domain, topic } = delivery;
    if (meaning.kind === "mark")
      await mark({ webhookId, domain, kind: meaning.mark, subject: meaning.subject, triggeredAt: timeOf(delivery, clock.now()) });
    if (meaning.kind !== "task") return;
    const { reference } = meaning;
    await transact(db, async (transaction) => {
      if (await rememberDelivery(transaction, webhookId))
        await queue.enqueue(transaction, "shopify.act", { webhook_id: webhookId, topic, domain, reference });
    });
  };
  const take = async (delivery: Delivery): Promise<Taken> => {
    if (shopifyApp === null || !isSignedBy(shopifyApp, delivery.body, delivery.signature)) return "unsigned";
    delivery.onSigned?.();
    if (delivery.webhookId === "" || delivery.domain === "") return "taken";
    if (waiting >= WAITING_MAX) return "busy";
    waiting += 1;
    const stored = store(delivery)
      .then((): Taken => "taken")
      .catch((error: unknown): Taken => {
        log.warn({ error: String(error), topic: delivery.topic }, "could not store a delivery of Shopify");
        return "busy";
      })
      .finally(() => (waiting -= 1));
    return inTime(stored);
  };
  return async (delivery) => {
    const taken = await take(delivery);
    metrics.count("platform_webhooks_total", { outcome: taken });
    return taken;
  };
}

/** What was begun goes on: if it's stored after all, the repetition changes nothing. A plain timer: there is one for each delivery, and nearly all are called off. */
function inTime(stored: Promise<Taken>): Promise<Taken> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ANSWER_WITHIN_MS, "busy");
    void stored.then((taken) => {
      clearTimeout(timer);
      resolve(taken);
    });
  });
}

/** A body that isn't JSON means nothing. */
function bodyOf({ body }: Delivery): unknown {
  try {
    return parseJson(body.toString("utf8"));
  } catch {
    return null;
  }
}

function timeOf({ triggeredAt }: Delivery, now: Date): Date {
  const time = Date.parse(triggeredAt);
  return Number.isNaN(time) ? now : new Date(time);
}
