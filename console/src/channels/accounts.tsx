import type { ReactNode } from "react";
import { ApiError } from "../api/errors.ts";
import { useApi, useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { Failed, Fault } from "../ui/states.tsx";
import { type Channel, CHANNEL_MARKS } from "./channel-state.tsx";
import styles from "./channels.module.css";

const words = messages.channels;

interface AccountsProps {
  readonly channel: Channel;
  readonly onChosen: () => void;
}

/** The platform's accounts, each with what keeps it from showing products, to choose the one that feeds go to. */
export function Accounts({ channel: { slug, display_name: name, account: present }, onChosen }: AccountsProps): ReactNode {
  const accounts = useApi("channels.list_accounts", { path: { slug } });
  const choose = useChange("channels.choose_account", { marks: CHANNEL_MARKS });
  if (accounts.data === undefined) {
    const { error } = accounts;
    if (error instanceof ApiError && error.code === "channel_not_connected") return <p className={styles["prose"]}>{words.signInOpen}</p>;
    return error === null ? (
      <p role="status">{words.askingAccounts(name)}</p>
    ) : (
      <Failed error={error} onRetry={() => void accounts.refetch()} />
    );
  }
  if (accounts.data.length === 0) return <p className={styles["prose"]}>{words.noAccounts(name)}</p>;
  return (
    <div className={styles["choice"]}>
      <h3>{words.chooseAccount}</h3>
      <ul className={styles["accounts"]} aria-label={words.chooseAccount}>
        {accounts.data.map((account) => (
          <li key={account.id}>
            <span className={styles["who"]}>
              <CatalogText>{account.name}</CatalogText> <code>{account.id}</code>
              {account.problem === null ? null : <span className={styles["problem"]}>{account.problem}</span>}
            </span>
            <Button
              isDisabled={account.id === present?.id}
              isPending={choose.isPending && choose.variables.body.account_id === account.id}
              onPress={() => choose.mutate({ path: { slug }, body: { account_id: account.id } }, { onSuccess: onChosen })}
            >
              {words.useAccount(account.name)}
            </Button>
          </li>
        ))}
      </ul>
      <Fault error={choose.error} />
    </div>
  );
}
