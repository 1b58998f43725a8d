import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { ApiError, NetworkError } from "../api/errors.ts";
import { messages } from "../messages/messages.ts";
import { useWho } from "../session/who.ts";
import { useCommands } from "../shell/commands.ts";
import { Page, Section } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/overlay.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { ShownOnce } from "../ui/shown-once.tsx";
import { Empty } from "../ui/states.tsx";
import { KeyForm, type KeyFormProps } from "./key-form.tsx";
import { KeyTable, type ListedKey } from "./key-table.tsx";
import { Sessions } from "./sessions.tsx";

const words = messages.keys;

interface KeyPageProps extends Pick<KeyFormProps, "scopes" | "wide"> {
  readonly title: string;
  /** "API keys (3)". */
  readonly listed: (count: number | undefined) => string;
  readonly description: string;
  readonly keys: UseQueryResult<readonly ListedKey[], ApiError | NetworkError>;
  readonly zone?: string | undefined;
  readonly create: Making;
  readonly revoke: Revoking;
}

type NewKey = Parameters<KeyFormProps["onSave"]>[0];

interface Making {
  readonly mutate: (request: { readonly body: NewKey }) => void;
  readonly reset: () => void;
  readonly data: { readonly raw_key?: string | undefined } | undefined;
  readonly isPending: boolean;
  readonly error: Error | null;
}

interface Revoking {
  readonly start: (keyId: string, done: { readonly onSuccess: () => void }) => void;
  readonly isPending: boolean;
  readonly error: Error | null;
}

/** Keys of a shop, of an organization or of the installation: who may act, making one, which is shown once, and revoking one. */
export function KeyPage({ title, listed, description, keys, zone, create, revoke, scopes, wide }: KeyPageProps): ReactNode {
  const who = useWho();
  const [isNew, setNew] = useState(false);
  const [revoking, setRevoking] = useState<ListedKey>();
  useCommands([{ id: "new key", label: words.make, keys: "n", group: words.group, run: () => setNew(true) }]);
  const close = () => {
    create.reset();
    setNew(false);
  };
  const make = (
    <Button kind="primary" keys="n" onPress={() => setNew(true)}>
      {words.make}
    </Button>
  );
  return (
    <Page title={title} actions={make}>
      <Section title={listed(keys.data?.length)} description={description}>
        <Answer of={keys} rows={4}>
          {(all) =>
            all.length === 0 ? (
              <Empty title={words.none}>{words.noneNext}</Empty>
            ) : (
              <KeyTable keys={all} current={who.data?.key.key_prefix} zone={zone} onRevoke={setRevoking} />
            )
          }
        </Answer>
      </Section>
      <Sessions />
      <Sheet isOpen={isNew && create.data === undefined} onClose={close} title={words.makeTitle}>
        <KeyForm {...{ scopes, wide }} onSave={(body) => create.mutate({ body })} isPending={create.isPending} error={create.error} />
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
        onConfirm={() => revoke.start(String(revoking?.id ?? ""), { onSuccess: () => setRevoking(undefined) })}
      >
        <p>{words.revokeBody}</p>
      </Confirm>
    </Page>
  );
}
