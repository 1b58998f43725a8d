import { type ReactNode, useState } from "react";
import { useApi, useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { useShop, useWho } from "../session/who.ts";
import { useCommands } from "../shell/commands.ts";
import { Page, Section } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { Confirm, Sheet } from "../ui/overlay.tsx";
import { ShownOnce } from "../ui/shown-once.tsx";
import { Empty } from "../ui/states.tsx";
import { KeyForm } from "./key-form.tsx";
import { KeyTable, type ListedKey } from "./key-table.tsx";
import { SCOPES } from "./scopes.ts";
import { Sessions } from "./sessions.tsx";

const words = messages.keys;
const WIDE = { read: ["read"], write: ["write"] } as const;

/** Who may act for the shop, and what. */
export function KeysPage(): ReactNode {
  const shop = useShop();
  const who = useWho();
  const keys = useApi("keys.list", {});
  const [isNew, setNew] = useState(false);
  const [revoking, setRevoking] = useState<ListedKey>();
  const create = useChange("keys.create", { marks: ["keys."] });
  const revoke = useChange("keys.revoke", { marks: ["keys."] });
  useCommands([{ id: "new key", label: words.make, keys: "n", group: words.group, run: () => setNew(true) }]);
  const make = (
    <Button kind="primary" keys="n" onPress={() => setNew(true)}>
      {words.make}
    </Button>
  );
  const close = () => {
    create.reset();
    setNew(false);
  };
  return (
    <Page title={words.title} actions={make}>
      <Section title={words.all(keys.data?.length ?? 0)} description={words.description}>
        <Answer of={keys} rows={4}>
          {(all) =>
            all.length === 0 ? (
              <Empty title={words.none}>{words.noneNext}</Empty>
            ) : (
              <KeyTable keys={all} current={who.data?.key.key_prefix} zone={shop.data?.time_zone} onRevoke={setRevoking} />
            )
          }
        </Answer>
      </Section>
      <Sessions />
      <Sheet isOpen={isNew && create.data === undefined} onClose={close} title={words.makeTitle}>
        <KeyForm scopes={SCOPES} wide={WIDE} onSave={(body) => create.mutate({ body })} isPending={create.isPending} error={create.error} />
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
        onConfirm={() => revoke.mutate({ path: { id: String(revoking?.id ?? "") } }, { onSuccess: () => setRevoking(undefined) })}
      >
        <p>{words.revokeBody}</p>
      </Confirm>
    </Page>
  );
}
