import { type ReactNode, useState } from "react";
import {
  Autocomplete,
  Dialog,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Header,
  Modal,
  ModalOverlay,
  SearchField,
  useFilter,
} from "react-aria-components";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { type Command, useCommands, useListedCommands } from "./commands.ts";
import styles from "./palette.module.css";

/** `Ctrl+K`: everything the page can do, by name. */
export function Palette(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useCommands([
    { id: "palette", label: "Find a page, a product or a command", keys: "Ctrl+k", group: "Everywhere", run: () => setOpen(true) },
  ]);
  return (
    <>
      <Button kind="quiet" onPress={() => setOpen(true)} keys="Ctrl K">
        <Icon name="search" /> Find
      </Button>
      <ModalOverlay isOpen={isOpen} onOpenChange={setOpen} isDismissable className={styles["overlay"] ?? ""}>
        <Modal className={styles["sheet"] ?? ""}>
          <Dialog aria-label="Find" className={styles["dialog"] ?? ""}>
            <Found onDone={() => setOpen(false)} />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </>
  );
}

function Found({ onDone }: { readonly onDone: () => void }): ReactNode {
  const { contains } = useFilter({ sensitivity: "base" });
  const commands = useListedCommands();
  const groups = Map.groupBy(
    commands.filter(({ id }) => id !== "palette"),
    ({ group }) => group,
  );
  const perform = ({ run }: Command) => {
    onDone();
    run();
  };
  return (
    <Autocomplete filter={contains}>
      <SearchField aria-label="Find" autoFocus className={styles["search"] ?? ""}>
        <Input placeholder="A SKU, a page, what to do" className={styles["input"] ?? ""} />
      </SearchField>
      <Menu
        aria-label="Found"
        className={styles["found"] ?? ""}
        renderEmptyState={() => <p className={styles["none"]}>Nothing of that name.</p>}
      >
        {Array.from(groups, ([group, members]) => (
          <MenuSection key={group}>
            <Header className={styles["group"] ?? ""}>{group}</Header>
            {members.map((command) => (
              <MenuItem key={command.id} textValue={command.label} className={styles["item"] ?? ""} onAction={() => perform(command)}>
                {command.label}
                {command.keys === undefined ? null : <kbd>{command.keys}</kbd>}
              </MenuItem>
            ))}
          </MenuSection>
        ))}
      </Menu>
    </Autocomplete>
  );
}
