import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi } from "../api/queries.ts";
import { formatCount } from "../messages/format.ts";
import { messages } from "../messages/messages.ts";
import { useCommands } from "../shell/commands.ts";
import { Page } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Empty } from "../ui/states.tsx";
import { Time } from "../ui/time.tsx";

type Listed = ApiAnswer<"templates.list">[number];

const words = messages.templates;

const COLUMNS: readonly Column<Listed>[] = [
  {
    id: "name",
    label: words.name,
    cell: ({ id, name }) => (
      <Link to="/org/templates/$templateId" params={{ templateId: String(id) }}>
        <CatalogText isOneLine>{name}</CatalogText>
      </Link>
    ),
  },
  { id: "feeds", label: words.feeds, isFigure: true, cell: ({ feed_count: feeds }) => formatCount(feeds) },
  { id: "version", label: words.version, isFigure: true, cell: ({ version }) => formatCount(version) },
  { id: "changed", label: words.changed, cell: ({ updated_at: at }) => <Time at={at} /> },
];

/** Documents that many shops share. */
export function TemplatesPage(): ReactNode {
  const templates = useApi("templates.list", {});
  const navigate = useNavigate();
  const write = () => void navigate({ to: "/org/templates/$templateId", params: { templateId: "new" } });
  useCommands([{ id: "new template", label: words.create, keys: "n", group: words.title, run: write }]);
  const create = (
    <Button kind="primary" keys="n" onPress={write}>
      {words.create}
    </Button>
  );
  return (
    <Page title={words.title} actions={templates.data?.length === 0 ? null : create}>
      <Answer of={templates}>
        {(data) =>
          data.length === 0 ? (
            <Empty title={words.none} action={create}>
              {words.noneNext}
            </Empty>
          ) : (
            <DataTable label={words.title} columns={COLUMNS} rows={data} keyOf={({ id }) => String(id)} />
          )
        }
      </Answer>
    </Page>
  );
}
