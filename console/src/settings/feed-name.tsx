import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { ApiError } from "../api/errors.ts";
import { useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { Section } from "../shell/page.tsx";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/text-field.tsx";
import styles from "./settings.module.css";

const words = messages.settings;

export function FeedName({ feed }: { readonly feed: ApiAnswer<"feeds.get"> }): ReactNode {
  const [name, setName] = useState(feed.display_name);
  const rename = useChange("feeds.update", { marks: ["feeds.", "shop."] });
  const fault =
    rename.error instanceof ApiError ? (rename.error.faultOf("/display_name")?.message ?? rename.error.message) : rename.error?.message;
  return (
    <Section title={words.name}>
      <form
        className={styles["line"]}
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate({ path: { id: feed.id }, body: { display_name: name } });
        }}
      >
        <TextField label={words.nameOfFeed} hideLabel value={name} onChange={setName} fault={fault} />
        <Button type="submit" isDisabled={name === feed.display_name} isPending={rename.isPending}>
          {words.rename}
        </Button>
      </form>
    </Section>
  );
}
