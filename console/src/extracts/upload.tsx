import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { addressOf } from "../api/client.ts";
import { ApiError, NetworkError } from "../api/errors.ts";
import { markStale } from "../api/queries.ts";
import { sendFile } from "../api/send-file.ts";
import { messages } from "../messages/messages.ts";
import { Section } from "../shell/page.tsx";
import { Button } from "../ui/button.tsx";
import { Select } from "../ui/select.tsx";
import { Fault } from "../ui/states.tsx";
import { chooseAgain } from "../ui/choose-again.ts";
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
  const [error, setError] = useState<ApiError | NetworkError | undefined>();
  const upload = async (chosen: File) => {
    setState("sending");
    setError(undefined);
    try {
      await sendFile(addressOf("extracts.upload", { query: { contents, file_name: chosen.name } }), "POST", chosen);
      setState("sent");
      setFile(undefined);
    } catch (thrown) {
      setError(thrown instanceof ApiError || thrown instanceof NetworkError ? thrown : new NetworkError());
      setState("idle");
    }
    await markStale(client, ["extracts.", "shop."]);
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
        <Button onPress={() => chooseAgain(input.current)}>
          {file === undefined ? words.chooseFile : words.file(file.name, file.size)}
        </Button>
        <Button type="submit" isDisabled={file === undefined} isPending={state === "sending"}>
          {words.uploadAndExtract}
        </Button>
      </form>
      {state === "sent" ? <p role="status">{words.uploaded}</p> : null}
      <Fault error={error ?? null} />
    </Section>
  );
}
