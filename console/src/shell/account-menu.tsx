import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { isEmbedded } from "../api/embedded.ts";
import { signOut } from "../api/session.ts";
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import styles from "../ui/menu.module.css";
import { prefer, usePreferences } from "./preferences.ts";

const words = messages.shell;

const SCHEMES = { system: "light", light: "dark", dark: "system" } as const;

/** Look and session of the person at this browser. */
export function AccountMenu(): ReactNode {
  const navigate = useNavigate();
  const { scheme, density, letterKeys } = usePreferences();
  const leave = async (everywhere: boolean) => {
    await signOut({ everywhere });
    await navigate({ to: "/sign-in" });
  };
  return (
    <MenuTrigger>
      <Button kind="quiet" aria-label={words.lookAndSession}>
        <Icon name="settings" />
      </Button>
      <Popover className={styles["popover"] ?? ""}>
        <Menu className={styles["menu"] ?? ""} aria-label={words.lookAndSession}>
          <MenuItem className={styles["item"] ?? ""} onAction={() => prefer({ scheme: SCHEMES[scheme] })}>
            {words.colours[scheme]}
          </MenuItem>
          <MenuItem className={styles["item"] ?? ""} onAction={() => prefer({ density: density === "dense" ? "comfortable" : "dense" })}>
            {words.density[density]}
          </MenuItem>
          <MenuItem className={styles["item"] ?? ""} onAction={() => prefer({ letterKeys: !letterKeys })}>
            {words.letterKeys(letterKeys)}
          </MenuItem>
          {isEmbedded() ? null : (
            <>
              <MenuItem className={styles["item"] ?? ""} onAction={() => void leave(false)}>
                {messages.session.signOut}
              </MenuItem>
              <MenuItem className={styles["item"] ?? ""} onAction={() => void leave(true)}>
                {words.signOutEverywhere}
              </MenuItem>
            </>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
