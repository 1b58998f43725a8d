import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi } from "../api/queries.ts";
import { formatCount } from "../messages/format.ts";
import { messages } from "../messages/messages.ts";
import { Section } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Filters } from "../ui/filters.tsx";
import { Pager } from "../ui/pager.tsx";
import { Select } from "../ui/select.tsx";
import { Empty, NoResults } from "../ui/states.tsx";
import { type Status, StatusMark } from "../ui/status.tsx";
import { Time } from "../ui/time.tsx";
import { EVENT_NAMES } from "./event-names.ts";
import { DELIVERY_STATUSES } from "./webhooks-search.ts";

type Delivery = ApiAnswer<"webhooks.list_deliveries">["data"][number];

const words = messages.webhooks;
const PER_PAGE = 25;
const POLL_MS = 2_000;
export const DELIVERY_STATES: Readonly<Record<Delivery["status"], Status>> = { pending: "running", delivered: "live", failed: "failed" };

interface DeliveriesProps {
  readonly webhook: ApiAnswer<"webhooks.get">;
  readonly zone: string | undefined;
  readonly onRecover: () => void;
}

/** What was sent to the endpoint, the newest first. */
export function Deliveries({ webhook, zone, onRecover }: DeliveriesProps): ReactNode {
  const { page = 1, status, event, delivery } = useSearch({ from: "/shops/$shopId/webhooks/$webhookId" });
  const navigate = useNavigate({ from: "/shops/$shopId/webhooks/$webhookId" });
  const query = { page, per_page: PER_PAGE, status, event: EVENT_NAMES.find((name) => name === event) };
  const request = { path: { id: webhook.id }, query };
  const known = useApi("webhooks.list_deliveries", request);
  const isMoving = known.data?.data.some((one) => one.status === "pending" && one.attempt_count === 0) === true;
  const deliveries = useApi("webhooks.list_deliveries", request, isMoving ? { pollMs: POLL_MS } : {});
  const filter = [status === undefined ? [] : words.statusIs[status], event ?? []].flat();
  return (
    <Section
      title={words.deliveries(deliveries.data?.meta.total)}
      actions={
        <Button kind="quiet" isDisabled={webhook.status === "disabled"} onPress={onRecover}>
          {words.recover}
        </Button>
      }
    >
      <Filters>
        <Select
          label={words.status}
          value={status ?? "any"}
          options={[{ value: "any", label: words.any }, ...DELIVERY_STATUSES.map((value) => ({ value, label: words.statusIs[value] }))]}
          onChange={(value) =>
            void navigate({ search: (old) => ({ ...old, page: undefined, status: value === "any" ? undefined : value }) })
          }
        />
        <Select
          label={words.event}
          value={query.event ?? "any"}
          options={[{ value: "any", label: words.any }, ...EVENT_NAMES.map((value) => ({ value, label: value }))]}
          onChange={(value) =>
            void navigate({ search: (old) => ({ ...old, page: undefined, event: value === "any" ? undefined : value }) })
          }
        />
      </Filters>
      <Answer of={deliveries}>
        {({ data, meta }, { isStale }) =>
          meta.total === 0 ? (
            filter.length === 0 ? (
              <Empty title={words.noDelivery}>{words.noDeliveryNext}</Empty>
            ) : (
              <NoResults filter={words.filterIs(filter)} onClear={() => void navigate({ search: {} })} />
            )
          ) : (
            <>
              <DataTable
                label={words.deliveriesLabel}
                columns={columnsOf(zone)}
                rows={data}
                keyOf={({ id }) => id}
                selected={delivery}
                isStale={isStale}
              />
              <Pager
                page={page}
                meta={meta}
                onChange={(next, how) => void navigate({ search: (old) => ({ ...old, page: next }), ...how })}
              />
            </>
          )
        }
      </Answer>
    </Section>
  );
}

function columnsOf(zone: string | undefined): readonly Column<Delivery>[] {
  const { deliveryColumn: labels } = words;
  return [
    {
      id: "event",
      label: labels.event,
      cell: ({ id, event }) => (
        <Link from="/shops/$shopId/webhooks/$webhookId" to="." search={(old) => ({ ...old, delivery: id })}>
          {event}
        </Link>
      ),
    },
    {
      id: "state",
      label: labels.state,
      cell: ({ status }) => <StatusMark status={DELIVERY_STATES[status]}>{words.statusIs[status]}</StatusMark>,
    },
    {
      id: "answer",
      label: labels.answer,
      isExtra: true,
      cell: ({ response_status: status, response_time_ms: ms, attempt_count: attempts }) =>
        attempts === 0 ? "–" : status === null ? words.noAnswer : words.answered(status, ms),
    },
    { id: "attempts", label: labels.attempts, isFigure: true, cell: ({ attempt_count: count }) => formatCount(count) },
    { id: "made", label: labels.made, cell: ({ created_at: at }) => <Time at={at} zone={zone} /> },
  ];
}
