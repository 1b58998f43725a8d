import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi, useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { useCommands } from "../shell/commands.ts";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { CopiedId } from "../ui/copied-id.tsx";
import { Facts } from "../ui/facts.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { Fault } from "../ui/states.tsx";
import { StatusMark } from "../ui/status.tsx";
import { Time } from "../ui/time.tsx";
import { AttemptDetails } from "./attempt-details.tsx";
import { DELIVERY_STATES } from "./deliveries.tsx";
import styles from "./webhooks.module.css";

type Webhook = ApiAnswer<"webhooks.get">;
type Delivery = ApiAnswer<"webhooks.get_delivery">;

const words = messages.webhooks;
const POLL_MS = 1_000;

interface DeliveryDrawerProps {
  readonly webhook: Webhook;
  readonly deliveryId: string | undefined;
  readonly zone: string | undefined;
  readonly onShow: (deliveryId: string | undefined) => void;
}

/** One delivery: what was sent, what came back, how often it was tried, and again. */
export function DeliveryDrawer({ webhook, deliveryId, zone, onShow }: DeliveryDrawerProps): ReactNode {
  const path = { id: webhook.id, delivery_id: deliveryId ?? "" };
  const isOpen = deliveryId !== undefined;
  const known = useApi("webhooks.get_delivery", { path }, { enabled: isOpen });
  const isMoving = known.data?.status === "pending";
  const delivery = useApi("webhooks.get_delivery", { path }, { enabled: isOpen, ...(isMoving ? { pollMs: POLL_MS } : {}) });
  return (
    <Sheet isOpen={isOpen} onClose={() => onShow(undefined)} title={words.delivery(delivery.data?.event ?? "…")} object={delivery.data}>
      <Answer of={delivery}>{(found) => <Found key={found.id} webhook={webhook} delivery={found} zone={zone} onShow={onShow} />}</Answer>
    </Sheet>
  );
}

interface FoundProps extends Omit<DeliveryDrawerProps, "deliveryId"> {
  readonly delivery: Delivery;
}

function Found({ webhook, delivery, zone, onShow }: FoundProps): ReactNode {
  const { attempts, next_retry_at: next, delivered_at: arrived } = delivery;
  return (
    <div className={styles["drawer"]}>
      <StatusMark status={DELIVERY_STATES[delivery.status]}>{words.statusIs[delivery.status]}</StatusMark>
      {delivery.error_message === null ? null : <p className={styles["fault"]}>{delivery.error_message}</p>}
      <Again webhook={webhook} delivery={delivery} onShow={onShow} />
      <Facts
        facts={[
          [words.deliveryId, <CopiedId key="id" id={delivery.id} />],
          [words.eventId, <CopiedId key="event" id={delivery.event_id} />],
          [words.deliveryColumn.made, <Time key="made" at={delivery.created_at} zone={zone} />],
          ...(arrived === null ? [] : ([[words.arrived, <Time key="arrived" at={arrived} zone={zone} />]] as const)),
          ...(next === null ? [] : ([[words.nextTry, <Time key="next" at={next} zone={zone} />]] as const)),
        ]}
      />
      <h3>{words.attempts(attempts.length)}</h3>
      {attempts.toReversed().map((attempt, at) => (
        <AttemptDetails key={attempt.number} attempt={attempt} body={delivery.request_body} zone={zone} isOpen={at === 0} />
      ))}
    </div>
  );
}

/** A disabled webhook is activated first: otherwise nothing would be sent. */
function Again({ webhook, delivery, onShow }: Omit<FoundProps, "zone">): ReactNode {
  const [isPending, setPending] = useState(false);
  const activate = useChange("webhooks.update", { marks: ["webhooks.", "shop."] });
  const redeliver = useChange("webhooks.redeliver", { marks: ["webhooks.", "shop."] });
  const isDisabled = webhook.status === "disabled";
  const again = async () => {
    if (isPending) return;
    setPending(true);
    try {
      if (isDisabled) await activate.mutateAsync({ path: { id: webhook.id }, body: { status: "active" } });
      await redeliver.mutateAsync({ path: { id: webhook.id, delivery_id: delivery.id } });
    } catch {
      // Each of the two says beside the button what was refused.
    } finally {
      setPending(false);
    }
  };
  useCommands([{ id: "again", label: words.again, keys: "r", group: words.group, kind: "dialog", run: () => void again() }]);
  return (
    <div className={styles["again"]}>
      <Button kind="primary" keys="r" isPending={isPending} onPress={() => void again()}>
        {isDisabled ? words.activateAndAgain : words.again}
      </Button>
      {redeliver.data === undefined ? null : (
        <p role="status">
          {words.againSent}{" "}
          <Button kind="quiet" onPress={() => onShow(redeliver.data?.id)}>
            {words.showNew}
          </Button>
        </p>
      )}
      <Fault error={activate.error ?? redeliver.error} />
    </div>
  );
}
