import { describe, expect, test } from "vitest";
import { members, parseJson } from "../../kernel/unsafe.ts";
import { answering, answeringShop } from "./answering-shop.suite.ts";
import { askMarketPlaces, askMarkets } from "./shop-markets.ts";

const { client, server } = answeringShop();
const page = (endCursor: string | null) => ({ hasNextPage: endCursor !== null, endCursor });

const region = (code: string, currencyCode = "EUR", enabled = true) => ({ code, currency: { currencyCode, enabled } });
const conditions = (nodes: readonly object[], endCursor: string | null = null) => ({
  regionsCondition: { regions: { nodes, pageInfo: page(endCursor) } },
});
const settings = (base: string, localCurrencies: boolean) => ({ baseCurrency: { currencyCode: base }, localCurrencies });

const market = (handle: string, of: object) => ({
  ...{ id: `gid://shopify/Market/${handle.length}`, handle, status: "ACTIVE", currencySettings: null, conditions: null },
  ...of,
});
const listed = (nodes: readonly object[], endCursor: string | null = null) => answering({ markets: { nodes, pageInfo: page(endCursor) } });

const ask = (scopes: readonly string[] = ["read_markets"]) => askMarkets(client(), { scopes: new Set(scopes), currency: "EUR" });
const currencies = async () =>
  (await ask())?.map(({ handle, countries }) => [handle, countries?.map(({ code, currency }) => `${code} ${currency}`)]);

describe("the markets of a shop", () => {
  test("are known by their handles and all of their countries, and by their country where they have one alone", async () => {
    server().answer(
      listed([
        market("canada", { conditions: conditions([region("CA")]) }),
        market("europe", { conditions: conditions([region("DE"), region("FR")]) }),
        market("nowhere", { conditions: { regionsCondition: null } }),
        market("state-of-mind", { conditions: conditions([{}]) }),
      ]),
    );
    const pays = (...codes: readonly string[]) => codes.map((code) => ({ code, currency: "EUR" }));
    expect(await ask()).toEqual([
      { handle: "canada", country: "CA", countries: pays("CA") },
      { handle: "europe", country: null, countries: pays("DE", "FR") },
      { handle: "nowhere", country: null, countries: [] },
      { handle: "state-of-mind", country: null, countries: [] },
    ]);
  });

  test("are those that sell now: a draft is none", async () => {
    const draft = market("draft", { status: "DRAFT", conditions: conditions([region("BR")]) });
    server().answer(listed([draft], "a"), listed([market("canada", { conditions: conditions([region("CA")]) })]));
    expect((await ask())?.map(({ handle }) => handle)).toEqual(["canada"]);
  });

  test("with more countries than a page has are asked for the others", async () => {
    const more = (codes: readonly string[], endCursor: string | null) =>
      answering({ market: { conditions: conditions(codes.map((code) => region(code)), endCursor) } }); // prettier-ignore
    server().answer(listed([market("all", { conditions: conditions([region("DE")], "one") })]), more(["FR"], "two"), more(["IT"], null));
    expect((await ask())?.[0]?.countries?.map(({ code }) => code)).toEqual(["DE", "FR", "IT"]);
    const asked = server()
      .requests.slice(-2)
      .map(({ body }) => members(members(parseJson(body))["variables"])["after"]);
    expect(asked).toEqual(["one", "two"]);
  });

  test("charge in their base currency, in the country's own where they take local ones, or in the shop's without settings", async () => {
    server().answer(
      listed([
        market("base", { currencySettings: settings("USD", false), conditions: conditions([region("CA", "CAD")]) }),
        market("local", {
          currencySettings: settings("USD", true),
          conditions: conditions([region("SE", "SEK"), region("DK", "DKK", false)]),
        }),
        market("none", { conditions: conditions([region("PL", "PLN")]) }),
      ]),
    );
    expect(await currencies()).toEqual([
      ["base", ["CA USD"]],
      ["local", ["SE SEK", "DK USD"]],
      ["none", ["PL EUR"]],
    ]);
  });

  test("that a larger one contains take from it what they don't say, and nothing else", async () => {
    server().answer(
      listed([
        market("world", {
          currencySettings: settings("USD", false),
          conditions: conditions(["CH", "JP", "GB"].map((code) => region(code))),
        }),
        market("alps", { conditions: conditions([region("CH", "CHF")]) }),
        market("isles", { currencySettings: settings("GBP", false), conditions: conditions([region("GB", "GBP")]) }),
      ]),
    );
    expect(await currencies()).toEqual([
      ["world", ["CH USD", "JP USD", "GB GBP"]],
      ["alps", ["CH USD"]],
      ["isles", ["GB GBP"]],
    ]);
  });

  test("are not asked for without the scope", async () => {
    const before = server().requests.length;
    expect(await ask(["read_products"])).toBeNull();
    expect(server().requests).toHaveLength(before);
  });
});

test("a market's pages are at the address of its default language; catalogs that have everything leave nothing to ask", async () => {
  const presence = (defaultLocale: string, ...rootUrls: readonly (readonly [string, string])[]) => ({
    defaultLocale: { locale: defaultLocale },
    rootUrls: rootUrls.map(([locale, url]) => ({ locale, url })),
  });
  const place = (handle: string, presences: readonly object[], publications: readonly (string | null)[] = []) => ({
    ...{ handle, status: "ACTIVE", webPresences: { nodes: presences } },
    catalogs: { nodes: publications.map((id) => ({ status: "ACTIVE", publication: id === null ? null : { id } })) },
  });
  const archived = { status: "ARCHIVED", publication: { id: "gid://shopify/Publication/9" } };
  server().answer(
    listed([
      place(
        "swiss",
        [presence("de", ["fr", "https://shop.example/fr-ch/"], ["de", "https://shop.example/de-ch/"])],
        ["gid://shopify/Publication/1"],
      ),
      place("none", [], ["gid://shopify/Publication/1", null]),
      { ...place("odd", [presence("de", ["de", "not an address"])]), catalogs: { nodes: [archived] } },
      { ...place("draft", []), status: "DRAFT" },
    ]),
  );
  expect(Object.fromEntries(await askMarketPlaces(client()))).toEqual({
    swiss: { rootUrl: "https://shop.example/de-ch", publications: ["gid://shopify/Publication/1"] },
    none: { rootUrl: null, publications: [] },
    odd: { rootUrl: null, publications: [] },
  });
});
