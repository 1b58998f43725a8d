import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi, useChange } from "../api/queries.ts";
import { formatCount } from "../messages/format.ts";
import { messages } from "../messages/messages.ts";
import { useShop } from "../session/who.ts";
import { Page, Section } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Facts } from "../ui/facts.tsx";
import { Meter } from "../ui/meter.tsx";
import { Confirm } from "../ui/overlay.tsx";
import { Time } from "../ui/time.tsx";

type Plan = ApiAnswer<"plans.list">[number];

const words = messages.plan;
const MARKS = ["subscription.", "plans.", "shop.", "feeds."] as const;

/** What the shop may, how much of it is used, and what the other plans give. */
export function PlanPage(): ReactNode {
  const subscription = useApi("subscription.get", {});
  const plans = useApi("plans.list", {});
  const [wanted, setWanted] = useState<Plan>();
  const [isCancelling, setCancelling] = useState(false);
  const change = useChange("subscription.change", { marks: MARKS });
  const cancel = useChange("subscription.cancel", { marks: MARKS });
  const present = plans.data?.find(({ code_name: code }) => code === subscription.data?.plan);
  return (
    <Page
      title={words.title}
      actions={subscription.data?.status === "active" ? <Button onPress={() => setCancelling(true)}>{words.cancel}</Button> : undefined}
    >
      <Section title={words.present}>
        <Answer of={subscription} rows={2}>
          {(found) => <Present subscription={found} plan={present} />}
        </Answer>
        {change.data === undefined ? null : <p role="status">{change.data.message}</p>}
      </Section>
      <Section title={words.plans}>
        <Answer of={plans} rows={4}>
          {(all) => (
            <DataTable
              label={words.plans}
              columns={columnsOf(subscription.data?.plan, setWanted)}
              rows={all}
              keyOf={({ code_name: code }) => code}
              selected={subscription.data?.plan}
            />
          )}
        </Answer>
      </Section>
      <Confirm
        isOpen={wanted !== undefined}
        onClose={() => setWanted(undefined)}
        kind="primary"
        title={words.changeTitle(wanted?.name ?? "")}
        action={words.choose(wanted?.name ?? "")}
        isPending={change.isPending}
        error={change.error}
        onConfirm={() => change.mutate({ body: { plan: wanted?.code_name ?? "" } }, { onSuccess: () => setWanted(undefined) })}
      >
        <p>{words.changeBody(wanted?.skus_max ?? null)}</p>
      </Confirm>
      <Confirm
        isOpen={isCancelling}
        onClose={() => setCancelling(false)}
        title={words.cancelTitle}
        action={words.cancel}
        isPending={cancel.isPending}
        error={cancel.error}
        onConfirm={() => cancel.mutate({}, { onSuccess: () => setCancelling(false) })}
      >
        <p>{words.cancelBody}</p>
      </Confirm>
    </Page>
  );
}

interface PresentProps {
  readonly subscription: ApiAnswer<"subscription.get">;
  readonly plan: Plan | undefined;
}

function Present({ subscription, plan }: PresentProps): ReactNode {
  const shop = useShop();
  const overview = useApi("shop.overview", {});
  const used = Math.max(0, ...(overview.data?.feeds ?? []).map(({ live_run: live }) => live?.included_count ?? 0));
  const max = plan?.skus_max ?? null;
  return (
    <>
      <Facts
        facts={[
          [words.plan, subscription.plan_name],
          [words.state, words.stateIs[subscription.status]],
          ...(subscription.created_at === null
            ? []
            : ([[words.since, <Time key="since" at={subscription.created_at} zone={shop.data?.time_zone} />]] as const)),
          [words.rows, plan === undefined ? "…" : words.rowsOf(used, max)],
          [words.extracts, plan === undefined ? "…" : words.perDay(plan.daily_export_count)],
        ]}
      />
      {max === null ? null : <Meter label={words.rows} text={words.allowance(used, max)} value={used} max={max} />}
    </>
  );
}

function columnsOf(present: string | undefined, onChoose: (plan: Plan) => void): readonly Column<Plan>[] {
  const { column } = words;
  return [
    {
      id: "name",
      label: column.name,
      cell: ({ name, description, recommended }) => (
        <>
          <strong>{name}</strong>
          {recommended ? ` · ${words.recommended}` : ""}
          <div>{description}</div>
        </>
      ),
    },
    {
      id: "price",
      label: column.price,
      isFigure: true,
      cell: ({ is_free: isFree, price, currency }) => (isFree ? words.free : `${price} ${currency}`),
    },
    {
      id: "rows",
      label: column.rows,
      isFigure: true,
      cell: ({ skus_max: max }) => (max === null ? words.noLimit : formatCount(max)),
    },
    { id: "extracts", label: column.extracts, isFigure: true, cell: ({ daily_export_count: count }) => formatCount(count) },
    {
      id: "feeds",
      label: column.feeds,
      isExtra: true,
      cell: ({ additional_feeds: has }) => (has ? words.yes : words.no),
    },
    {
      id: "choose",
      label: column.choose,
      cell: (plan) =>
        plan.code_name === present ? words.current : <Button onPress={() => onChoose(plan)}>{words.choose(plan.name)}</Button>,
    },
  ];
}
