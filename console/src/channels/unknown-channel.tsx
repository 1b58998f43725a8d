import type { ReactNode } from "react";
import { messages } from "../messages/messages.ts";
import { Page } from "../shell/page.tsx";
import { Empty } from "../ui/states.tsx";

/** An address of a channel that this version doesn't have. */
export function UnknownChannel({ slug, children }: { readonly slug: string; readonly children: ReactNode }): ReactNode {
  return (
    <Page title={messages.channels.channel}>
      <Empty title={messages.channels.unknown(slug)} action={children} />
    </Page>
  );
}
