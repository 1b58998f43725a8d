import type { ReactNode } from "react";
import { Page } from "../shell/page.tsx";
export function SettingsPage(): ReactNode {
  return <Page title="Settings">x</Page>;
}
