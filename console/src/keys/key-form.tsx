import { type ReactNode, useState } from "react";
import { ApiError } from "../api/errors.ts";
import { messages } from "../messages/messages.ts";
import { Checkbox } from "../ui/checkbox.tsx";
import { Select } from "../ui/select.tsx";
import { Fault } from "../ui/states.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { TextField } from "../ui/text-field.tsx";
import styles from "./keys.module.css";
import type { Scope } from "./scopes.ts";

const words = messages.keys;

export interface KeyFormProps {
  /** What can be given one by one. */
  readonly scopes: readonly Scope[];
  /** What the two short answers give besides. */
  readonly wide: { readonly read: readonly Scope[]; readonly write: readonly Scope[] };
  readonly onSave: (key: { readonly name: string; readonly scopes: Scope[] }) => void;
  readonly isPending: boolean;
  readonly error: Error | null;
}

type Access = "read" | "write" | "chosen";

/** A key's name and what it may do. */
export function KeyForm({ scopes, wide, onSave, isPending, error }: KeyFormProps): ReactNode {
  const [name, setName] = useState("");
  const [access, setAccess] = useState<Access>("read");
  const [chosen, setChosen] = useState<readonly Scope[]>([]);
  const fault = error instanceof ApiError ? error.faultOf("/name")?.message : undefined;
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        onSave({ name, scopes: [...(access === "chosen" ? chosen : wide[access])] });
      }}
    >
      <TextField label={words.name} autoFocus value={name} onChange={setName} description={words.nameHint} fault={fault} />
      <Select
        label={words.access}
        value={access}
        onChange={setAccess}
        options={(["read", "write", "chosen"] as const).map((value) => ({ value, label: words.accessIs[value] }))}
      />
      {access === "chosen" ? (
        <fieldset className={styles["scopes"]}>
          <legend>{words.scopes}</legend>
          {scopes.map((scope) => (
            <Checkbox
              key={scope}
              isSelected={chosen.includes(scope)}
              onChange={(isOn) => setChosen(isOn ? [...chosen, scope] : chosen.filter((other) => other !== scope))}
            >
              <code>{scope}</code>
            </Checkbox>
          ))}
        </fieldset>
      ) : null}
      {fault === undefined ? <Fault error={error} /> : null}
      <div>
        <SubmitButton isPending={isPending} isDisabled={name.trim() === "" || (access === "chosen" && chosen.length === 0)}>
          {words.save}
        </SubmitButton>
      </div>
    </form>
  );
}
