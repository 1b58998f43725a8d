import { expect, test } from "vitest";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { writeRun } from "../../../test/golden/run-rows.ts";
import { literal, name, sql } from "../sql/fragment.ts";
import { asciiHosts, internationalHosts, withAsciiHost } from "./ascii-hosts.ts";

const COLUMNS = ["link", "images"];
const row = (rowId: number, ...values: readonly string[]) => ({ rowId, values });

test("finds the hosts of links and lists that aren't ASCII, each once, in included rows", async () => {
  await using duckdb = await testDuckdb();
  const run = await writeRun(duckdb, "hosts", COLUMNS, [
    row(1, "https://Bücher.example/straße", "https://cdn.example/ä.jpg, https://写真.example:81/1,https://bücher.example"),
    row(2, "https://shop.example/ä", ""),
    row(3, "ähm", "https://u:ü@shop.example/"),
    { ...row(4, "https://ausgeschloßen.example", ""), reason: "Excluded" },
  ]);
  const found = await duckdb.all(internationalHosts(run.rows, [name("f1"), name("f2")]));
  expect(found).toEqual([{ host: "bücher.example" }, { host: "写真.example" }]);
});

test.each([
  ["https://Bücher.example/straße?x=ü", "https://xn--bcher-kva.example/straße?x=ü"],
  ["HTTP://u:p@bücher.example:8080", "HTTP://u:p@xn--bcher-kva.example:8080"],
  ["https://straße.example/\n/x", "https://xn--strae-oqa.example/\n/x"],
  ["https://shop.example/bücher.example", "https://shop.example/bücher.example"],
  ["https://unbekännt.example/", "https://unbekännt.example/"],
  ["bücher.example", "bücher.example"],
  ["", ""],
])("writes %s as %s", async (url, expected) => {
  await using duckdb = await testDuckdb();
  const hosts = asciiHosts(["bücher.example", "straße.example", "ä b.example"]);
  expect([...hosts.keys()]).toEqual(["bücher.example", "straße.example"]);
  const [found] = await duckdb.all(sql`SELECT ${withAsciiHost(sql`url`, hosts)} AS url FROM (SELECT ${literal(url)} AS url)`);
  expect(found).toEqual({ url: expected });
});
