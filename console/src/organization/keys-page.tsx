import { type ReactNode, useState } from "react";
import { useApi, useChange } from "../api/queries.ts";
import { KeyForm } from "../keys/key-form.tsx";
import { KeyTable, type ListedKey } from "../keys/key-table.tsx";
import { ORGANIZATION_SCOPES } from "../keys/scopes.ts";
import { Sessions } from "../keys/sessions.tsx";
import { messages } from "../messages/messages.ts";
import { useWho } from "../session/who.ts";
import { Page, Section } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { Confirm, Sheet } from "../ui/overlay.tsx";
import { ShownOnce } from "../ui/shown-once.tsx";

const words = messages.keys;
const own = messages.organization;
const WIDE = { read: ["read_org", "read"], write: ["write_org", "write"] } as const;

/** Who may act for the organization. */
export function OrganizationKeysPage(): ReactNode {
  const who = useWho();
  const keys = useApi("org.list_keys", {});
  const [isNew, setNew] = useState(false);
  const [revoking, setRevoking] = useState<ListedKey>();
  const create = useChange("org.create_key", { marks: ["org.list_keys"] });
  const revoke = useChange("org.revoke_key", { marks: ["org.list_keys"] });
  const close = () => {
    create.reset();
    setNew(false);
  };
  return (
    <Page
      title={own.keys}
      actions={
        <Button kind="primary" onPress={() => setNew(true)}>
          {words.make}
        </Button>
      }
    >
      <Section title={own.all.keys(keys.data?.length ?? 0)} description={own.keysAre}>
        <Answer of={keys} rows={3}>
          {(all) => <KeyTable keys={all} current={who.data?.key.key_prefix} zone={undefined} onRevoke={setRevoking} />}
        </Answer>
      </Section>
      <Sessions />
      <Sheet isOpen={isNew && create.data === undefined} onClose={close} title={words.makeTitle}>
        <KeyForm
          scopes={ORGANIZATION_SCOPES}
          wide={WIDE}
          onSave={(body) => create.mutate({ body })}
          isPending={create.isPending}
          error={create.error}
        />
      </Sheet>
      <ShownOnce secret={create.data?.raw_key} title={words.secretTitle} label={words.secretName} action={words.done} onClose={close}>
        <p>{words.secretHint}</p>
      </ShownOnce>
      <Confirm
        isOpen={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        title={words.revokeTitle(revoking?.name ?? "")}
        action={words.revokeAction(revoking?.name ?? "")}
        isPending={revoke.isPending}
        error={revoke.error}
        onConfirm={() => revoke.mutate({ path: { kid: String(revoking?.id ?? "") } }, { onSuccess: () => setRevoking(undefined) })}
      >
        <p>{words.revokeBody}</p>
      </Confirm>
    </Page>
  );
}
