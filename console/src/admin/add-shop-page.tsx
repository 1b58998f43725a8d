import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { type ApiAnswer, type ApiRequest, actingFor, call } from "../api/client.ts";
import { sendOnce } from "../api/change-in-flight.ts";
import { ApiError } from "../api/errors.ts";
import { checkUnchanged } from "../api/send-file.ts";
import { signIn } from "../api/session.ts";
import { messages } from "../messages/messages.ts";
import { Page } from "../shell/page.tsx";
import { shortId } from "../shell/paths.ts";
import { Button } from "../ui/button.tsx";
import { Leaving } from "../ui/leaving.tsx";
import { Select } from "../ui/select.tsx";
import { Fault } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import styles from "./admin.module.css";
import { ExportFile } from "./export-file.tsx";
import { useExportFile } from "./use-export-file.ts";

const words = messages.admin;

type Installation = ApiRequest<"admin.install_shop">["body"];
type Source = "csv" | "shopify";

/** What the form holds; an empty field is left to its default. */
const BLANK = { domain: "", name: "", currency: "", country: "", language: "", time_zone: "", access_token: "" };
type Values = typeof BLANK;
type Field = keyof Values;

/** Adds a shop from an export or from Shopify, then opens it where it's set up. */
export function AddShopPage(): ReactNode {
  const { install, error, isPending } = useInstall();
  const [source, setSource] = useState<Source>("csv");
  const [values, setValues] = useState<Values>(BLANK);
  const file = useExportFile();
  const faults = error instanceof ApiError ? error.details : [];
  const faultOf = (param: string) => faults.find((fault) => fault.param === param)?.message;
  const field = (name: Field, param: string = `/${name}`) => ({
    name,
    label: words.fields[name],
    value: values[name],
    onChange: (text: string) => setValues((old) => ({ ...old, [name]: text })),
    fault: faultOf(param),
  });
  const wanted = source === "csv" ? exportOf(values, file.usable) : shopifyOf(values);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (wanted !== undefined) await install(wanted);
  };
  return (
    <Page title={words.addShop}>
      <p className={styles["detail"]}>{words.addShopHint}</p>
      <form className={styles["form"]} onSubmit={(event) => void submit(event)}>
        <Select
          label={words.catalogFrom}
          value={source}
          options={[
            { value: "csv", label: words.sources.csv },
            { value: "shopify", label: words.sources.shopify },
          ]}
          onChange={setSource}
        />
        {source === "csv" ? (
          <>
            <ExportFile
              file={file.chosen}
              onChoose={file.choose}
              fault={file.fault ?? faultOf("/storefront/csv") ?? faultOf("/storefront")}
            />
            <TextField {...field("domain")} description={words.domainHint} isRequired />
            <div className={styles["halves"]}>
              <TextField {...field("currency")} placeholder={words.examples.currency} />
              <TextField {...field("country")} placeholder={words.examples.country} />
              <TextField {...field("language")} placeholder={words.examples.language} />
              <TextField {...field("time_zone")} placeholder={words.examples.time_zone} />
            </div>
            <TextField {...field("name")} description={words.nameHint} />
          </>
        ) : (
          <>
            <TextField
              {...field("domain", "/storefront/shop")}
              description={words.myshopifyHint}
              placeholder={words.examples.myshopify}
              isRequired
            />
            <TextField
              {...field("access_token", "/storefront")}
              description={words.tokenHint}
              type="password"
              autoComplete="off"
              isMono
              isRequired
            />
          </>
        )}
        {faults.length > 0 ? null : <Fault error={error} />}
        <div className={styles["row"]}>
          <Button type="submit" kind="primary" isDisabled={wanted === undefined} isPending={isPending}>
            {isPending ? words.checking[source] : words.addAndOpen}
          </Button>
        </div>
        <Leaving
          isLosing={() => file.chosen !== undefined || Object.values(values).some((text) => text.trim() !== "")}
          title={words.leaveAsk}
          action={words.discardShop}
        >
          <p>{words.wouldBeLost}</p>
        </Leaving>
      </form>
    </Page>
  );
}

const given = (values: Values, fields: readonly Field[]) =>
  Object.fromEntries(fields.flatMap((name) => (values[name].trim() === "" ? [] : [[name, values[name].trim()]])));

/** Reads what is sent. `known` identifies it without the text of its file, so that this isn't kept in memory. Undefined: something is still missing. */
type Wanted = { readonly read: () => Promise<Installation>; readonly known: unknown } | undefined;

function exportOf(values: Values, file: File | undefined): Wanted {
  if (file === undefined || values.domain.trim() === "") return undefined;
  const shop = given(values, ["domain", "name", "currency", "country", "language", "time_zone"]);
  const read = async () => {
    await checkUnchanged(file);
    return { ...shop, storefront: { kind: "csv", csv: await file.text(), file_name: file.name } as const };
  };
  return { read, known: [shop, file.name, file.size, file.lastModified] };
}

function shopifyOf({ domain, access_token: token }: Values): Wanted {
  const [shop, access_token] = [domain.trim(), token.trim()];
  if (shop === "" || access_token === "") return undefined;
  const storefront = { kind: "shopify", shop, access_token } as const;
  return { read: () => Promise.resolve({ storefront }), known: storefront };
}

function installOnce(body: Installation, known: unknown): Promise<ApiAnswer<"admin.install_shop">> {
  return sendOnce("admin.install_shop", actingFor(), { of: known }, (idempotencyKey) =>
    call("admin.install_shop", { body }, { idempotencyKey }),
  );
}

interface Installing {
  readonly install: (wanted: NonNullable<Wanted>) => Promise<void>;
  readonly error: Error | null;
  readonly isPending: boolean;
}

/** Installs the shop and signs in to it with its first key, which is never on the page. */
function useInstall(): Installing {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [error, setError] = useState<Error | null>(null);
  const [isPending, setPending] = useState(false);
  const install = async (wanted: NonNullable<Wanted>) => {
    setPending(true);
    setError(null);
    try {
      const { id, merchant_key: key } = await installOnce(await wanted.read(), wanted.known);
      await signIn({ key });
      client.clear();
      // What was written in the form is the shop by now.
      await navigate({ to: "/shops/$shopId/start", params: { shopId: shortId(id) }, ignoreBlocker: true });
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown : new Error(String(thrown)));
    } finally {
      setPending(false);
    }
  };
  return { install, error, isPending };
}
