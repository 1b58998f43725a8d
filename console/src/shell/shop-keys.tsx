import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type Command, useCommands } from "./commands.ts";
import { KeySheet } from "./key-sheet.tsx";
import { SHOP_PAGES } from "./shop-pages.ts";

/** Keys to the pages of the shop, and `?` for a sheet of all keys of the page. */
export function ShopKeys({ shopId }: { readonly shopId: string }): ReactNode {
  const navigate = useNavigate();
  useCommands(
    SHOP_PAGES.map(({ to, label, keys }): Command => ({
      id: `page ${label}`,
      label: `Go to ${label}`,
      ...(keys === undefined ? {} : { keys }),
      group: "Pages",
      run: () => void navigate({ to, params: { shopId } }),
    })),
  );
  return <KeySheet />;
}
