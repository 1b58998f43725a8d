import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { addressOf, send } from "../api/client.ts";
import { ApiError } from "../api/errors.ts";
import { markStale } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { Section } from "../shell/page.tsx";
import { Button } from "../ui/button.tsx";
import { Select } from "../ui/select.tsx";
import { Failed } from "../ui/states.tsx";
import styles from "./extracts.module.css";

const words = messages.extracts;

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
    <Section title={words.upload} description={words.uploadHint}>
      <form
        className={styles["upload"]}
        onSubmit={(event) => {
          event.preventDefault();
          if (file !== undefined) void upload(file);
        }}
      >
        <Select
          label={words.fileHas}
          value={contents}
          options={[
            { value: "products", label: words.contents.products },
            { value: "translations", label: words.contents.translations },
          ]}
          onChange={setContents}
        />
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          className="visually-hidden"
          tabIndex={-1}
          aria-label={words.csvFile}
          onChange={(event) => setFile(event.target.files?.[0])}
        />
        <Button onPress={() => input.current?.click()}>{file === undefined ? words.chooseFile : words.file(file.name, file.size)}</Button>
        <Button type="submit" isDisabled={file === undefined} isPending={state === "sending"}>
          {words.uploadAndExtract}
        </Button>
      </form>
      {state === "sent" ? <p role="status">{words.uploaded}</p> : null}
      {error === undefined ? null : <Failed error={error} />}
    </Section>
  );
}
