import { type ReactNode, type SubmitEvent, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { ApiError } from "../api/errors.ts";
import { useApi, useChange } from "../api/queries.ts";
import { formatCount } from "../messages/format.ts";
import { messages } from "../messages/messages.ts";
import { Page, Section } from "../shell/page.tsx";
import { shortId } from "../shell/paths.ts";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { CopiedText } from "../ui/copied-text.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Pager } from "../ui/pager.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { Empty, Fault } from "../ui/states.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { TextField } from "../ui/text-field.tsx";
import styles from "./admin.module.css";

const words = messages.admin;

type Organization = ApiAnswer<"admin.list_organizations">["data"][number];

const PER_PAGE = 50;

/** Agencies and other organizations: create one, give it people and its first key. */
export function AdminOrganizationsPage(): ReactNode {
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<Organization | undefined>();
  const organizations = useApi("admin.list_organizations", { query: { page, per_page: PER_PAGE } });
  return (
    <Page title={words.organizations}>
      <NewOrganization />
      <Answer of={organizations}>
        {({ data, meta }, { isStale }) =>
          meta.total === 0 ? (
            <Empty title={words.noOrganization}>{words.noOrganizationNext}</Empty>
          ) : (
            <>
              <DataTable label={words.organizations} columns={columnsOf(setOpened)} rows={data} keyOf={({ id }) => id} isStale={isStale} />
              <Pager page={page} meta={meta} onChange={setPage} />
            </>
          )
        }
      </Answer>
      <Sheet isOpen={opened !== undefined} onClose={() => setOpened(undefined)} title={opened?.name ?? ""} object={opened}>
        {opened === undefined ? null : <OrganizationForms key={opened.id} organization={opened} />}
      </Sheet>
    </Page>
  );
}

function columnsOf(onOpen: (organization: Organization) => void): readonly Column<Organization>[] {
  return [
    { id: "name", label: words.name, cell: ({ name }) => <CatalogText>{name}</CatalogText> },
    { id: "shops", label: words.shops, isFigure: true, cell: ({ shop_count: count }) => formatCount(count) },
    { id: "members", label: words.members, isFigure: true, cell: ({ member_count: count }) => formatCount(count) },
    {
      id: "actions",
      label: words.actions,
      cell: (organization) => (
        <Button aria-label={words.manageNamed(organization.name)} onPress={() => onOpen(organization)}>
          {words.manage}
        </Button>
      ),
    },
  ];
}

function NewOrganization(): ReactNode {
  const [name, setName] = useState("");
  const create = useChange("admin.create_organization", { marks: ["admin."] });
  const fault = create.error instanceof ApiError ? create.error.faultOf("/name")?.message : undefined;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    create.mutate({ body: { name: name.trim() } }, { onSuccess: () => setName("") });
  };
  return (
    <form className={styles["row"]} onSubmit={submit}>
      <TextField label={words.newOrganization} value={name} onChange={setName} fault={fault} />
      <Button type="submit" kind="primary" isDisabled={name.trim() === ""} isPending={create.isPending}>
        {words.createOrganization}
      </Button>
      {fault === undefined ? <Fault error={create.error} /> : null}
    </form>
  );
}

function OrganizationForms({ organization }: { readonly organization: Organization }): ReactNode {
  const path = { id: shortId(organization.id) };
  const [person, setPerson] = useState({ name: "", email: "" });
  const member = useChange("admin.add_member", { marks: ["admin."] });
  const key = useChange("admin.create_organization_key");
  const faultOf = (param: string) => (member.error instanceof ApiError ? member.error.faultOf(param)?.message : undefined);
  const hasFault = faultOf("/name") !== undefined || faultOf("/email") !== undefined;
  return (
    <>
      <Section title={words.addMember}>
        <form
          className={styles["form"]}
          onSubmit={(event) => {
            event.preventDefault();
            member.mutate({ path, body: person }, { onSuccess: () => setPerson({ name: "", email: "" }) });
          }}
        >
          <TextField label={words.name} value={person.name} onChange={(name) => setPerson({ ...person, name })} fault={faultOf("/name")} />
          <TextField
            label={words.email}
            type="email"
            value={person.email}
            onChange={(email) => setPerson({ ...person, email })}
            fault={faultOf("/email")}
          />
          {hasFault ? null : <Fault error={member.error} />}
          <div className={styles["row"]}>
            <SubmitButton kind="plain" isPending={member.isPending} isDisabled={person.name.trim() === "" || person.email.trim() === ""}>
              {words.addMember}
            </SubmitButton>
            {member.isSuccess ? <p role="status">{words.memberAdded}</p> : null}
          </div>
        </form>
      </Section>
      <Section title={words.organizationKey} description={words.organizationKeyHint}>
        {key.data?.raw_key === undefined ? (
          <Button
            isPending={key.isPending}
            onPress={() => key.mutate({ path, body: { name: organization.name, scopes: ["write_org", "full_access"] } })}
          >
            {words.createKey}
          </Button>
        ) : (
          <div className={styles["once"]} role="status">
            <p>{words.shownOnce}</p>
            <CopiedText text={key.data.raw_key} label={words.organizationKey} />
          </div>
        )}
        <Fault error={key.error} />
      </Section>
    </>
  );
}
