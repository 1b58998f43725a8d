import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { isEmbedded } from "../api/embedded.ts";
import { signOut } from "../api/session.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import styles from "../ui/menu.module.css";
import { prefer, usePreferences } from "./preferences.ts";

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
      <Button kind="quiet" aria-label="Look and session">
        <Icon name="settings" />
      </Button>
      <Popover className={styles["popover"] ?? ""}>
        <Menu className={styles["menu"] ?? ""} aria-label="Look and session">
          <MenuItem className={styles["item"] ?? ""} onAction={() => prefer({ scheme: SCHEMES[scheme] })}>
            Colours: {scheme}
          </MenuItem>
          <MenuItem className={styles["item"] ?? ""} onAction={() => prefer({ density: density === "dense" ? "comfortable" : "dense" })}>
            Rows: {density}
          </MenuItem>
          <MenuItem className={styles["item"] ?? ""} onAction={() => prefer({ letterKeys: !letterKeys })}>
            Single-letter keys: {letterKeys ? "on" : "off"}
          </MenuItem>
          {isEmbedded() ? null : (
            <>
              <MenuItem className={styles["item"] ?? ""} onAction={() => void leave(false)}>
                Sign out
              </MenuItem>
              <MenuItem className={styles["item"] ?? ""} onAction={() => void leave(true)}>
                Sign out everywhere
              </MenuItem>
            </>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
