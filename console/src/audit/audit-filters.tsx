import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useApi } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { shortId } from "../shell/paths.ts";
import { Filters } from "../ui/filters.tsx";
import { Select } from "../ui/select.tsx";
import { TextField } from "../ui/text-field.tsx";
import { ACTOR_KINDS, SPANS } from "./audit-search.ts";

const words = messages.audit;
const ANY = "any";

/** Nouns of what is logged: a filter for each takes everything that was done to it. */
const NOUNS: readonly string[] = [
  "api_key",
  "cells",
  "change",
  "channel",
  "column_mappings",
  "config",
  "connection",
  "datafeed",
  "extra_columns",
  "extract",
  "feed",
  "feed_channel",
  "feed_tests",
  "feeds",
  "finding",
  "lookup_table",
  "margin_tiers",
  "metafields",
  "product",
  "products",
  "rule",
  "rules",
  "run",
  "selection",
  "session",
  "settings",
  "shop",
  "sign_in_code",
  "subscription",
  "webhook",
];

/** What, who, which feed, when. */
export function AuditFilters(): ReactNode {
  const { action, actor, feed, span = ANY } = useSearch({ from: "/shops/$shopId/audit" });
  const navigate = useNavigate({ from: "/shops/$shopId/audit" });
  const overview = useApi("shop.overview", {});
  const kind = ACTOR_KINDS.find((one) => one === actor);
  const [name, setName] = useState(kind === undefined ? (actor ?? "") : "");
  const narrow = (next: Readonly<Record<string, string | undefined>>) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, entry: undefined, ...next }) });
  const given = (value: string) => (value === ANY ? undefined : value);
  const actions = action === undefined || NOUNS.some((noun) => noun === action) ? [] : [{ value: action, label: action }];
  return (
    <Filters>
      <Select
        label={words.action}
        value={action ?? ANY}
        options={[
          { value: ANY, label: words.any },
          ...actions,
          ...NOUNS.map((noun) => ({ value: noun, label: noun.replaceAll("_", " ") })),
        ]}
        onChange={(value) => narrow({ action: given(value) })}
      />
      <Select
        label={words.actorKind}
        value={kind ?? ANY}
        options={[{ value: ANY, label: words.anyone }, ...ACTOR_KINDS.map((value) => ({ value, label: words.actorIs[value] }))]}
        onChange={(value) => {
          setName("");
          narrow({ actor: given(value) });
        }}
      />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          narrow({ actor: name === "" ? undefined : name });
        }}
      >
        <TextField label={words.actorHint} value={name} onChange={setName} />
      </form>
      <Select
        label={words.feed}
        value={feed ?? ANY}
        options={[
          { value: ANY, label: words.anyFeed },
          ...(overview.data?.feeds ?? []).map((one) => ({ value: shortId(one.feed_id), label: one.name })),
        ]}
        onChange={(value) => narrow({ feed: given(value) })}
      />
      <Select
        label={words.when}
        value={span}
        options={SPANS.map((value) => ({ value, label: words.spanIs[value] }))}
        onChange={(value) => narrow({ span: given(value) })}
      />
    </Filters>
  );
}
