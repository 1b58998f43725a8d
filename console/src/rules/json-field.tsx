import { type ReactNode, useState } from "react";
import { messages } from "../messages/messages.ts";
import { TextField } from "../ui/text-field.tsx";

const words = messages.rules;

interface JsonFieldProps {
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly fault: string | undefined;
  readonly description: string;
}

/** A list or a table of values, written as JSON. What isn't JSON yet stays in the field and changes nothing. */
export function JsonField({ label, value, onChange, fault, description }: JsonFieldProps): ReactNode {
  const [text, setText] = useState(() => (value === undefined ? "" : JSON.stringify(value, null, 2)));
  const [wrong, setWrong] = useState<string | undefined>();
  const change = (next: string) => {
    setText(next);
    try {
      onChange(next.trim() === "" ? undefined : JSON.parse(next));
      setWrong(undefined);
    } catch {
      setWrong(words.notJson);
    }
  };
  return <TextField label={label} isMono rows={6} value={text} onChange={change} fault={wrong ?? fault} description={description} />;
}
