import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { addressOf, send } from "../api/client.ts";
import { ApiError } from "../api/errors.ts";
import { markStale } from "../api/queries.ts";
import { formatBytes } from "../messages/format.ts";
import { Section } from "../shell/page.tsx";
import { Button } from "../ui/button.tsx";
import { Select } from "../ui/select.tsx";
import { Failed } from "../ui/states.tsx";
import styles from "./extracts.module.css";

type Contents = "products" | "translations";

/** A new export takes the place of the shop's file: it's checked like the first one, and the last good one stays if it's refused. */
export function Upload(): ReactNode {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [contents, setContents] = useState<Contents>("products");
  const [file, setFile] = useState<File | undefined>();
  const [state, setState] = useState<"idle" | "sending" | "sent">("idle");
  const [error, setError] = useState<ApiError | undefined>();
  const upload = async (chosen: File) => {
    setState("sending");
    setError(undefined);
    const url = addressOf("extracts.upload", { query: { contents } });
    const response = await send(url, { method: "POST", body: chosen, headers: { "content-type": "text/csv" } });
    if (response.ok) {
      setState("sent");
      setFile(undefined);
      await markStale(client, ["extracts.", "shop."]);
    } else {
      setError(ApiError.of(response, await response.text()));
      setState("idle");
    }
  };
  return (
    <Section
      title="Upload an export"
      description="For a shop that's kept as a CSV file: a new export of its products, or of their translations."
    >
      <form
        className={styles["upload"]}
        onSubmit={(event) => {
          event.preventDefault();
          if (file !== undefined) void upload(file);
        }}
      >
        <Select
          label="The file has"
          value={contents}
          options={[
            { value: "products", label: "products" },
            { value: "translations", label: "translations" },
          ]}
          onChange={setContents}
        />
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          className="visually-hidden"
          tabIndex={-1}
          aria-label="CSV file"
          onChange={(event) => setFile(event.target.files?.[0])}
        />
        <Button onPress={() => input.current?.click()}>
          {file === undefined ? "Choose a CSV file" : `${file.name}, ${formatBytes(file.size)}`}
        </Button>
        <Button type="submit" isDisabled={file === undefined} isPending={state === "sending"}>
          Upload and extract
        </Button>
      </form>
      {state === "sent" ? <p role="status">The file is uploaded, and an extract of it has begun.</p> : null}
      {error === undefined ? null : <Failed error={error} />}
    </Section>
  );
}
