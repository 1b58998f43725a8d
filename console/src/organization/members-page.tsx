import { type ReactNode, useState } from "react";
import { useApi } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { Page, Section } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Pager } from "../ui/pager.tsx";
import { Empty } from "../ui/states.tsx";
import { Time } from "../ui/time.tsx";

const words = messages.organization;
const PER_PAGE = 50;

/** The people of the organization. */
export function MembersPage(): ReactNode {
  const [page, setPage] = useState(1);
  const members = useApi("org.list_members", { query: { page, per_page: PER_PAGE } });
  const { memberColumn: column } = words;
  return (
    <Page title={words.members}>
      <Section title={words.all.members(members.data?.meta.total)} description={words.membersAre}>
        <Answer of={members}>
          {({ data, meta }, { isStale }) =>
            meta.total === 0 ? (
              <Empty title={words.noMember} />
            ) : (
              <>
                <DataTable
                  label={words.members}
                  rows={data}
                  keyOf={({ id }) => String(id)}
                  isStale={isStale}
                  columns={[
                    { id: "name", label: column.name, cell: ({ name }) => <CatalogText>{name}</CatalogText> },
                    { id: "email", label: column.email, cell: ({ email }) => email },
                    { id: "role", label: column.role, cell: ({ role }) => words.roleIs[role] },
                    { id: "since", label: column.since, isExtra: true, cell: ({ created_at: at }) => <Time at={at} /> },
                  ]}
                />
                <Pager page={page} meta={meta} onChange={setPage} />
              </>
            )
          }
        </Answer>
      </Section>
    </Page>
  );
}
