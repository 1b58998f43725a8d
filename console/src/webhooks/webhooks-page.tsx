import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi, useChange } from "../api/queries.ts";
import { formatCount } from "../messages/format.ts";
import { messages } from "../messages/messages.ts";
import { useShop } from "../session/who.ts";
import { useCommands } from "../shell/commands.ts";
import { Page, Section } from "../shell/page.tsx";
import { shortId } from "../shell/paths.ts";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { ShownOnce } from "../ui/shown-once.tsx";
import { Empty } from "../ui/states.tsx";
import { StatusMark } from "../ui/status.tsx";
import { Time } from "../ui/time.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import styles from "./webhooks.module.css";

type Webhook = ApiAnswer<"webhooks.list">[number];

const words = messages.webhooks;

/** Which endpoints are told of what, and whether they answer. */
export function WebhooksPage(): ReactNode {
  const { shopId } = useParams({ from: "/shops/$shopId/webhooks" });
  const shop = useShop();
  const webhooks = useApi("webhooks.list", {});
  const [isNew, setNew] = useState(false);
  useCommands([{ id: "new webhook", label: words.create, keys: "n", group: words.group, run: () => setNew(true) }]);
  const create = (
    <Button kind="primary" keys="n" onPress={() => setNew(true)}>
      {words.create}
    </Button>
  );
  return (
    <Page title={words.title} actions={webhooks.data?.length === 0 ? undefined : create}>
      <Section title={words.all(webhooks.data?.length)} description={words.description}>
        <Answer of={webhooks} rows={4}>
          {(all, { isStale }) =>
            all.length === 0 ? (
              <Empty title={words.none} action={create}>
                {words.noneNext}
              </Empty>
            ) : (
              <DataTable
                label={words.title}
                columns={columnsOf(shopId, shop.data?.time_zone)}
                rows={all}
                keyOf={({ id }) => id}
                isStale={isStale}
              />
            )
          }
        </Answer>
      </Section>
      <NewWebhook shopId={shopId} isOpen={isNew} onClose={() => setNew(false)} />
    </Page>
  );
}

function columnsOf(shopId: string, zone: string | undefined): readonly Column<Webhook>[] {
  return [
    {
      id: "endpoint",
      label: words.column.endpoint,
      cell: ({ id, endpoint_url: url }) => (
        <Link to="/shops/$shopId/webhooks/$webhookId" params={{ shopId, webhookId: shortId(id) }} className={styles["url"]}>
          {url}
        </Link>
      ),
    },
    {
      id: "events",
      label: words.column.events,
      isExtra: true,
      cell: ({ events }) => (events.includes("*") ? words.allEvents : words.eventCount(events.length)),
    },
    {
      id: "state",
      label: words.column.state,
      cell: ({ status }) => <StatusMark status={status === "active" ? "live" : "held"}>{words[status]}</StatusMark>,
    },
    {
      id: "failures",
      label: words.column.failures,
      isFigure: true,
      isExtra: true,
      cell: ({ failure_count: count }) => formatCount(count),
    },
    {
      id: "last",
      label: words.column.last,
      cell: ({ last_delivery_at: at }) => (at === null ? words.never : <Time at={at} zone={zone} />),
    },
  ];
}

interface NewWebhookProps {
  readonly shopId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The secret is shown before the page of the new webhook is: nobody can see it later. */
function NewWebhook({ shopId, isOpen, onClose }: NewWebhookProps): ReactNode {
  const navigate = useNavigate();
  const create = useChange("webhooks.create", { marks: ["webhooks."] });
  const { data: made } = create;
  return (
    <>
      <Sheet isOpen={isOpen && made === undefined} onClose={onClose} title={words.createTitle}>
        <WebhookForm
          start={{ endpoint_url: "", events: ["*"] }}
          onSave={({ endpoint_url, events }) => create.mutate({ body: { endpoint_url, events: [...events] } })}
          isPending={create.isPending}
          error={create.error}
        />
      </Sheet>
      <ShownOnce
        secret={made?.secret}
        title={words.secretTitle}
        label={words.secretName}
        action={words.done}
        onClose={() => {
          create.reset();
          onClose();
          if (made !== undefined)
            void navigate({ to: "/shops/$shopId/webhooks/$webhookId", params: { shopId, webhookId: shortId(made.id) } });
        }}
      >
        <p>{words.secretHint}</p>
      </ShownOnce>
    </>
  );
}
