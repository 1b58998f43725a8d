import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi, useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { Section } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Confirm } from "../ui/overlay.tsx";
import { Pager } from "../ui/pager.tsx";
import { Empty, Fault } from "../ui/states.tsx";
import { type Status, StatusMark } from "../ui/status.tsx";
import { Time } from "../ui/time.tsx";

type Request = ApiAnswer<"connection_requests.list">["data"][number];

const words = messages.shopSettings;
const PER_PAGE = 25;
const STATES: Readonly<Record<Request["status"], Status>> = { pending: "held", active: "live", declined: "superseded" };

/** Organizations that act for the shop, or have asked to. */
export function ConnectionRequests(): ReactNode {
  const [page, setPage] = useState(1);
  const [ending, setEnding] = useState<Request>();
  const requests = useApi("connection_requests.list", { query: { page, per_page: PER_PAGE } });
  const approve = useChange("connection_requests.approve", { marks: ["connection_requests."] });
  const decline = useChange("connection_requests.decline", { marks: ["connection_requests.", "keys.", "webhooks."] });
  const pathOf = ({ id }: Request) => ({ path: { id: String(id) } });
  const answer = (request: Request) => {
    const { organization_name: name } = request;
    return (
      <>
        {request.status === "active" ? null : (
          <Button aria-label={words.approve(name)} onPress={() => approve.mutate(pathOf(request))}>
            {words.approveWord}
          </Button>
        )}
        {request.status === "pending" ? (
          <Button kind="quiet" aria-label={words.decline(name)} onPress={() => decline.mutate(pathOf(request))}>
            {words.declineWord}
          </Button>
        ) : null}
        {request.status === "active" ? (
          <Button kind="quiet" aria-label={words.end(name)} onPress={() => setEnding(request)}>
            {words.endWord}
          </Button>
        ) : null}
      </>
    );
  };
  return (
    <Section title={words.requests(requests.data?.meta.total)} description={words.requestsAre}>
      <Fault error={approve.error ?? (ending === undefined ? decline.error : null)} />
      <Answer of={requests} rows={2}>
        {({ data, meta }, { isStale }) =>
          meta.total === 0 ? (
            <Empty title={words.requestsNone} />
          ) : (
            <>
              <DataTable
                label={words.requestsLabel}
                rows={data}
                keyOf={({ id }) => String(id)}
                isStale={isStale}
                columns={[
                  {
                    id: "name",
                    label: words.requestColumn.name,
                    cell: ({ organization_name: name }) => <CatalogText>{name}</CatalogText>,
                  },
                  {
                    id: "state",
                    label: words.requestColumn.state,
                    cell: ({ status }) => <StatusMark status={STATES[status]}>{words.stateIs[status]}</StatusMark>,
                  },
                  { id: "asked", label: words.requestColumn.asked, cell: ({ invited_at: at }) => <Time at={at} /> },
                  { id: "answer", label: words.requestColumn.answer, cell: answer },
                ]}
              />
              <Pager page={page} meta={meta} onChange={setPage} />
            </>
          )
        }
      </Answer>
      <Confirm
        isOpen={ending !== undefined}
        onClose={() => setEnding(undefined)}
        title={words.endTitle(ending?.organization_name ?? "")}
        action={words.end(ending?.organization_name ?? "")}
        isPending={decline.isPending}
        error={decline.error}
        onConfirm={() => ending !== undefined && decline.mutate(pathOf(ending), { onSuccess: () => setEnding(undefined) })}
      >
        <p>{words.endBody}</p>
      </Confirm>
    </Section>
  );
}
