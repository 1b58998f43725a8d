import { type KeyboardEvent, type ReactNode, useEffect, useState } from "react";
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
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { Icon } from "../ui/icon.tsx";
import { type Command, shownKeys, useCommands, useListedCommands } from "./commands.ts";
import { type Hit, useHits, useOpenHit } from "./palette-hits.ts";
import styles from "./palette.module.css";

const words = messages.shell;

/** `Ctrl+K`: everything the page can do, by name. */
export function Palette(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  useCommands([
    { id: "palette", label: words.findAnything, keys: "Ctrl+k", group: words.groups.everywhere, run: open },
    { id: "search", label: words.find, keys: "/", group: words.groups.everywhere, kind: "fallback", run: open },
  ]);
  return (
    <>
      <Button kind="quiet" onPress={() => setOpen(true)} keys="Ctrl K">
        <Icon name="search" /> {words.find}
      </Button>
      <ModalOverlay isOpen={isOpen} onOpenChange={setOpen} isDismissable className={styles["overlay"] ?? ""}>
        <Modal className={styles["sheet"] ?? ""}>
          <Dialog aria-label={words.find} className={styles["dialog"] ?? ""}>
            <Found onDone={() => setOpen(false)} />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </>
  );
}

/** Begins the name of what the API found: it isn't filtered once more. */
const FOUND = "\u200B";

function Found({ onDone }: { readonly onDone: () => void }): ReactNode {
  const { contains } = useFilter({ sensitivity: "base" });
  const [typed, setTyped] = useState("");
  const [isWaiting, setWaiting] = useState(false);
  const { found: hits, isCurrent, error } = useHits(typed);
  const openHit = useOpenHit();
  const commands = useListedCommands();
  const groups = Map.groupBy(
    commands.filter(({ id, kind }) => id !== "palette" && kind === undefined),
    ({ group }) => group,
  );
  const perform = ({ run }: Command) => {
    onDone();
    run();
  };
  const open = (hit: Hit) => {
    onDone();
    openHit(hit);
  };
  const isCommand = typed.trim() !== "" && commands.some(({ label }) => contains(label, typed.trim()));
  const [first] = hits;
  // Enter came before the answer did.
  useEffect(() => {
    if (!isWaiting || !isCurrent) return;
    setWaiting(false);
    if (first !== undefined) open(first);
  }, [isWaiting, isCurrent]);
  /** Where no command has this name, Enter opens the first of what was found. */
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || isCommand || typed.trim() === "") return;
    if (isCurrent && event.target instanceof HTMLInputElement && event.target.getAttribute("aria-activedescendant") !== null) return;
    event.preventDefault();
    event.stopPropagation();
    if (isCurrent && first !== undefined) open(first);
    else if (!isCurrent) setWaiting(true);
  };
  return (
    <div className={styles["dialog"]} onKeyDownCapture={press}>
      <Autocomplete
        filter={(text, input) => text.startsWith(FOUND) || contains(text, input.trim())}
        inputValue={typed}
        onInputChange={setTyped}
      >
        <SearchField aria-label={words.find} autoFocus className={styles["search"] ?? ""}>
          <Input placeholder={words.findHint} className={styles["input"] ?? ""} />
        </SearchField>
        <Menu
          aria-label={words.found}
          className={styles["found"] ?? ""}
          renderEmptyState={() => (
            <p className={styles["none"]}>
              {error?.message ?? (isCurrent || typed.trim().length < 2 ? words.nothingFound : words.looking)}
            </p>
          )}
        >
          {hits.length === 0 ? null : (
            <MenuSection>
              <Header className={styles["group"] ?? ""}>{words.foundHere}</Header>
              {hits.map((hit) => (
                <MenuItem
                  key={`${hit.kind} ${hit.id}`}
                  id={`${hit.kind} ${hit.id}`}
                  textValue={`${FOUND}${hit.title}`}
                  className={styles["item"] ?? ""}
                  onAction={() => open(hit)}
                >
                  <HitText hit={hit} />
                </MenuItem>
              ))}
            </MenuSection>
          )}
          {Array.from(groups, ([group, members]) => (
            <MenuSection key={group}>
              <Header className={styles["group"] ?? ""}>{group}</Header>
              {members.map((command) => (
                <MenuItem key={command.id} textValue={command.label} className={styles["item"] ?? ""} onAction={() => perform(command)}>
                  {command.label}
                  {command.keys === undefined ? null : <kbd>{shownKeys(command.keys)}</kbd>}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </Menu>
      </Autocomplete>
    </div>
  );
}

function HitText({ hit: { title, detail, kind } }: { readonly hit: Hit }): ReactNode {
  return (
    <>
      <CatalogText isOneLine>{title}</CatalogText>
      <span className={styles["detail"]}>
        <CatalogText isOneLine>{detail ?? words.kinds[kind]}</CatalogText>
      </span>
    </>
  );
}
