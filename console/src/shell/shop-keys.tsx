import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { type Command, useCommands, useListedCommands } from "./commands.ts";
import styles from "./shop-keys.module.css";
import overlay from "./palette.module.css";
import { SHOP_PAGES } from "./shop-pages.ts";

/** Keys to the pages of the shop, and `?` for a sheet of all keys of the page. */
export function ShopKeys({ shopId }: { readonly shopId: string }): ReactNode {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const pages = SHOP_PAGES.map((page): Command => ({
    id: `page ${page.label}`,
    label: `Go to ${page.label}`,
    ...("keys" in page ? { keys: page.keys } : {}),
    group: "Pages",
    run: () => void navigate({ to: page.to, params: { shopId } }),
  }));
  useCommands([...pages, { id: "keys", label: "Show the keys of this page", keys: "?", group: "Everywhere", run: () => setOpen(true) }]);
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
