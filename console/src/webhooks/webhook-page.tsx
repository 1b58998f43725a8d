import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi, useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { useShop } from "../session/who.ts";
import { Page, Section } from "../shell/page.tsx";
import { fullId } from "../shell/paths.ts";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { Facts } from "../ui/facts.tsx";
import { Fault } from "../ui/states.tsx";
import { StatusMark } from "../ui/status.tsx";
import { Time } from "../ui/time.tsx";
import { Deliveries } from "./deliveries.tsx";
import { DeliveryDrawer } from "./delivery-drawer.tsx";
import { DeliveryChart } from "./delivery-chart.tsx";
import { WebhookDialogs, type WebhookDialog } from "./webhook-dialogs.tsx";

type Webhook = ApiAnswer<"webhooks.get">;

const words = messages.webhooks;

/** Did they get it? What was sent to an endpoint, what it answered, and again. */
export function WebhookPage(): ReactNode {
  const { webhookId } = useParams({ from: "/shops/$shopId/webhooks/$webhookId" });
  const id = fullId("wh", webhookId);
  const webhook = useApi("webhooks.get", { path: { id } });
  const answer = <Answer of={webhook}>{(found) => <Found webhook={found} />}</Answer>;
  return webhook.data === undefined ? <Page title={words.title}>{answer}</Page> : answer;
}

function Found({ webhook }: { readonly webhook: Webhook }): ReactNode {
  const { delivery } = useSearch({ from: "/shops/$shopId/webhooks/$webhookId" });
  const navigate = useNavigate({ from: "/shops/$shopId/webhooks/$webhookId" });
  const shop = useShop();
  const [dialog, setDialog] = useState<WebhookDialog>();
  const update = useChange("webhooks.update", { marks: ["webhooks.", "shop."] });
  const ping = useChange("webhooks.test", { marks: ["webhooks."] });
  const isActive = webhook.status === "active";
  const zone = shop.data?.time_zone;
  return (
    <Page
      title={webhook.endpoint_url}
      facts={<StatusMark status={isActive ? "live" : "held"}>{words[webhook.status]}</StatusMark>}
      actions={
        <>
          <Button kind="quiet" onPress={() => setDialog("edit")}>
            {words.edit}
          </Button>
          <Button kind="quiet" onPress={() => setDialog("rotate")}>
            {words.rotate}
          </Button>
          <Button kind="quiet" onPress={() => setDialog("remove")}>
            {words.remove}
          </Button>
          {isActive ? null : (
            <Button isPending={update.isPending} onPress={() => update.mutate({ path: { id: webhook.id }, body: { status: "active" } })}>
              {words.activate}
            </Button>
          )}
          <Button kind="primary" isPending={ping.isPending} onPress={() => ping.mutate({ path: { id: webhook.id } })}>
            {words.test}
          </Button>
        </>
      }
    >
      <Fault error={update.error ?? ping.error} />
      {ping.data === undefined ? null : <p role="status">{words.testSent}</p>}
      <Section title={words.facts}>
        <Facts
          facts={[
            [words.column.events, webhook.events.includes("*") ? words.allEvents : webhook.events.join(", ")],
            [words.column.last, webhook.last_delivery_at === null ? words.never : <Time at={webhook.last_delivery_at} zone={zone} />],
            [words.column.failures, String(webhook.failure_count)],
            ...(webhook.disabled_reason === null ? [] : ([[words.whyDisabled, webhook.disabled_reason]] as const)),
          ]}
        />
      </Section>
      <DeliveryChart webhookId={webhook.id} zone={zone} />
      <Deliveries webhook={webhook} zone={zone} onRecover={() => setDialog("recover")} />
      <DeliveryDrawer
        webhook={webhook}
        deliveryId={delivery}
        zone={zone}
        onShow={(next) => void navigate({ search: (old) => ({ ...old, delivery: next }) })}
      />
      <WebhookDialogs webhook={webhook} dialog={dialog} onClose={() => setDialog(undefined)} />
    </Page>
  );
}
