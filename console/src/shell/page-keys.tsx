import { type ReactNode, useEffect, useRef, useState } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { messages } from "../messages/messages.ts";
import { type Command, shownKeys, useCommands, useListedCommands } from "./commands.ts";
import styles from "./page-keys.module.css";
import overlay from "./palette.module.css";
import { prefer, usePreferences } from "./preferences.ts";

const words = messages.shell;

export interface PageEntry {
  readonly label: string;
  readonly keys?: string;
  readonly open: () => void;
}

/** Keys to the pages of a frame, and `?` for a sheet of all keys of the page. */
export function PageKeys({ pages: entries }: { readonly pages: readonly PageEntry[] }): ReactNode {
  const { letterKeys } = usePreferences();
  const [isOpen, setOpen] = useState(false);
  const pages = entries.map(({ label, keys, open }): Command => ({
    ...{ id: `page ${label}`, label: words.goTo(label), group: words.groups.pages, run: open },
    ...(keys === undefined ? {} : { keys }),
  }));
  useCommands([
    ...pages,
    { id: "keys", label: words.showKeys, keys: "?", group: words.groups.everywhere, run: () => setOpen(true) },
    { id: "letters", label: words.letterKeys(letterKeys), group: words.groups.everywhere, run: () => prefer({ letterKeys: !letterKeys }) },
  ]);
  return (
    <ModalOverlay isOpen={isOpen} onOpenChange={setOpen} isDismissable className={overlay["overlay"] ?? ""}>
      <Modal className={overlay["sheet"] ?? ""}>
        <Dialog className={styles["keys"] ?? ""}>
          <Heading slot="title" level={2}>
            {words.keysOfPage}
          </Heading>
          <KeyList />
          <p>{letterKeys ? words.letterKeysHint : words.letterKeysOff}</p>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Has the focus from the start, so that the arrows scroll it where the window is shorter. */
function KeyList(): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.focus(), []);
  const groups = Map.groupBy(
    useListedCommands().filter(({ keys }) => keys !== undefined),
    ({ group }) => group,
  );
  return (
    <div ref={list} tabIndex={0} role="region" aria-label={words.keysOfPage} className={styles["groups"]}>
      {Array.from(groups, ([group, commands]) => (
        <section key={group} aria-label={group}>
          <h3>{group}</h3>
          <dl className={styles["list"]}>
            {commands.map(({ id, label, keys }) => (
              <div key={id} className={styles["line"]}>
                <dt>{label}</dt>
                <dd>
                  <kbd>{shownKeys(keys ?? "")}</kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
