import { type ReactNode, useState } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { useCommands, useListedCommands } from "./commands.ts";
import overlay from "./palette.module.css";
import styles from "./shop-keys.module.css";

/** `?`: all keys of the page. */
export function KeySheet(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useCommands([{ id: "keys", label: "Show the keys of this page", keys: "?", group: "Everywhere", run: () => setOpen(true) }]);
  return (
    <ModalOverlay isOpen={isOpen} onOpenChange={setOpen} isDismissable className={overlay["overlay"] ?? ""}>
      <Modal className={overlay["sheet"] ?? ""}>
        <Dialog className={styles["keys"] ?? ""}>
          <Heading slot="title" level={2}>
            Keys of this page
          </Heading>
          <KeyList />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function KeyList(): ReactNode {
  const groups = Map.groupBy(
    useListedCommands().filter(({ keys }) => keys !== undefined),
    ({ group }) => group,
  );
  return Array.from(groups, ([group, commands]) => (
    <section key={group} aria-label={group}>
      <h3>{group}</h3>
      <dl className={styles["list"]}>
        {commands.map(({ id, label, keys }) => (
          <div key={id} className={styles["line"]}>
            <dt>{label}</dt>
            <dd>
              <kbd>{keys}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}
