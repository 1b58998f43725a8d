import { useNavigate, useParams } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { Confirm } from "../ui/overlay.tsx";
import { Select } from "../ui/select.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { ShownOnce } from "../ui/shown-once.tsx";
import { EVENT_NAMES } from "./event-names.ts";
import { WebhookForm } from "./webhook-form.tsx";

const words = messages.webhooks;

export type WebhookDialog = "edit" | "rotate" | "remove" | "recover";

interface WebhookDialogsProps {
  readonly webhook: ApiAnswer<"webhooks.get">;
  readonly dialog: WebhookDialog | undefined;
  readonly onClose: () => void;
}

/** What a webhook's buttons ask before they do it. */
export function WebhookDialogs({ webhook, dialog, onClose }: WebhookDialogsProps): ReactNode {
  const path = { id: webhook.id };
  const update = useChange("webhooks.update", { marks: ["webhooks."] });
  const { endpoint_url: url, events } = webhook;
  const start = {
    endpoint_url: url,
    events: events.includes("*") ? (["*"] as const) : EVENT_NAMES.filter((name) => events.includes(name)),
  };
  return (
    <>
      <Sheet isOpen={dialog === "edit"} onClose={onClose} title={words.edit}>
        <WebhookForm
          start={start}
          onSave={(written) =>
            update.mutate(
              // The same address sent back would count as given again.
              {
                path,
                body: { ...(written.endpoint_url === url ? {} : { endpoint_url: written.endpoint_url }), events: [...written.events] },
              },
              { onSuccess: onClose },
            )
          }
          isPending={update.isPending}
          error={update.error}
        />
      </Sheet>
      <Rotate id={webhook.id} isOpen={dialog === "rotate"} onClose={onClose} />
      <Remove webhook={webhook} isOpen={dialog === "remove"} onClose={onClose} />
      <Recover id={webhook.id} isOpen={dialog === "recover"} onClose={onClose} />
    </>
  );
}

interface DialogProps {
  readonly id: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function Rotate({ id, isOpen, onClose }: DialogProps): ReactNode {
  const rotate = useChange("webhooks.rotate_secret", { marks: ["webhooks."] });
  return (
    <>
      <Confirm
        isOpen={isOpen && rotate.data === undefined}
        onClose={onClose}
        title={words.rotateTitle}
        action={words.rotate}
        isPending={rotate.isPending}
        error={rotate.error}
        onConfirm={() => rotate.mutate({ path: { id } })}
      >
        <p>{words.rotateBody}</p>
      </Confirm>
      <ShownOnce
        secret={rotate.data?.secret}
        title={words.secretTitle}
        label={words.secretName}
        action={words.done}
        onClose={() => {
          rotate.reset();
          onClose();
        }}
      >
        <p>{words.secretHint}</p>
      </ShownOnce>
    </>
  );
}

interface RemoveProps extends Omit<DialogProps, "id"> {
  readonly webhook: ApiAnswer<"webhooks.get">;
}

function Remove({ webhook, isOpen, onClose }: RemoveProps): ReactNode {
  const { shopId } = useParams({ from: "/shops/$shopId/webhooks/$webhookId" });
  const navigate = useNavigate();
  const remove = useChange("webhooks.delete", { marks: ["webhooks.list", "shop."] });
  return (
    <Confirm
      isOpen={isOpen}
      onClose={onClose}
      title={words.removeTitle(webhook.endpoint_url)}
      action={words.removeAction}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() =>
        remove.mutate(
          { path: { id: webhook.id } },
          { onSuccess: () => void navigate({ to: "/shops/$shopId/webhooks", params: { shopId } }) },
        )
      }
    >
      <p>{words.removeBody}</p>
    </Confirm>
  );
}

const HOUR_MS = 3_600_000;
const SPANS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS, month: 30 * 24 * HOUR_MS };
type Span = keyof typeof SPANS;

function Recover({ id, isOpen, onClose }: DialogProps): ReactNode {
  const [span, setSpan] = useState<Span>("day");
  const recover = useChange("webhooks.recover", { marks: ["webhooks."] });
  const close = () => {
    recover.reset();
    onClose();
  };
  return (
    <Confirm
      isOpen={isOpen}
      onClose={close}
      kind="primary"
      title={words.recoverTitle}
      action={words.recoverAction}
      isPending={recover.isPending}
      error={recover.error}
      onConfirm={() => recover.mutate({ path: { id }, body: { since: new Date(Date.now() - SPANS[span]).toISOString() } })}
    >
      <p>{words.recoverBody}</p>
      <Select
        label={words.since}
        value={span}
        onChange={setSpan}
        options={(["hour", "day", "week", "month"] as const).map((value) => ({ value, label: words.recoverSince[value] }))}
      />
      {recover.data === undefined ? null : <p role="status">{words.recovered(recover.data.recovered, recover.data.has_more)}</p>}
    </Confirm>
  );
}
