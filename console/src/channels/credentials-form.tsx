import { type ReactNode, useState } from "react";
import { useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { Select } from "../ui/select.tsx";
import { Fault } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import { CHANNEL_MARKS } from "./channel-state.tsx";
import styles from "./channels.module.css";
import { fieldsOf } from "./setting-fields.ts";

const words = messages.channels;
/** What must not be read over a shoulder. */
const SECRET = /token|secret|key|password/;

interface CredentialsFormProps {
  readonly slug: string;
  readonly schema: { readonly properties?: unknown };
}

/** The fields that the platform takes. They're sent once and kept nowhere in the page. */
export function CredentialsForm({ slug, schema }: CredentialsFormProps): ReactNode {
  const fields = fieldsOf(schema);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const connect = useChange("channels.connect", { marks: CHANNEL_MARKS });
  const isComplete = fields.every(({ name }) => (typed[name] ?? "").trim() !== "");
  const set = (name: string, value: string) => {
    connect.reset();
    setTyped((old) => ({ ...old, [name]: value }));
  };
  return (
    <form
      className={styles["form"]}
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        connect.mutate({ path: { slug }, body: { credentials: typed } }, { onSuccess: () => setTyped({}) });
      }}
    >
      {fields.map(({ name, kind, choices, description }) =>
        kind === "choice" ? (
          <div key={name} className={styles["described"]}>
            <Select
              label={words.fieldOf(name)}
              value={typed[name] ?? ""}
              options={[{ value: "", label: words.choose }, ...choices.map((choice) => ({ value: choice, label: choice }))]}
              onChange={(value) => set(name, value)}
            />
            <span className={styles["small"]}>{description}</span>
          </div>
        ) : (
          <TextField
            key={name}
            label={words.fieldOf(name)}
            type={SECRET.test(name) ? "password" : "text"}
            isMono
            value={typed[name] ?? ""}
            onChange={(value) => set(name, value)}
            description={description}
          />
        ),
      )}
      <div>
        <Button type="submit" isDisabled={!isComplete} isPending={connect.isPending}>
          {words.connectCredentials}
        </Button>
      </div>
      <Fault error={connect.error} />
    </form>
  );
}
