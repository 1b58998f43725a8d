import { Buffer } from "node:buffer";
import { describe, expect, test } from "vitest";
import { openText } from "./text-source.ts";

/** The file's bytes in chunks of this many. */
async function textOf(bytes: Uint8Array, chunk = 7) {
  const open = async function* () {
    for (let at = 0; at < bytes.length; at += chunk) yield Buffer.from(bytes.subarray(at, at + chunk));
  };
  const { open: opened, warnings } = await openText("shop.csv", open);
  const parts: Buffer[] = [];
  for await (const part of opened()) parts.push(part);
  return { text: Buffer.concat(parts).toString("utf8"), warnings };
}

const HEAD = "Handle,Title\n";
const encoded = (encoding: string, text: string): Buffer => {
  const decoder = new TextDecoder(encoding);
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  return Buffer.from([...text].map((letter) => bytes.get(letter) ?? 0x3f));
};

describe("a file in Windows-1252", () => {
  test.each([
    ["German", "Größe für Füße, süße Äpfel – 5 € „neu“"],
    ["French", "crème brûlée créée à l’île, Œuvre n°5"],
    ["Spanish", "Niño pequeño, ¿qué? ¡Mañana!"],
    ["Portuguese", "AÇÃO: coração e pães, não é?"],
    ["Portuguese", "Botões, cartões e lições, café e pão, Müller"],
    ["Estonian", "Õlimaal, mõõdukas jõud, väärtus, müts, öö, café"],
    ["French and German", "Goût brûlé, dû, août, café, Müller, Köln"],
    ["Icelandic", "Þórður á Ísafirði með ölið í kjölfarið, blár og fínn"],
    ["Estonian", "õlu, šampoon, žanr, püksid, käterätik, öö"],
    ["Danish", "Blåbær, rødgrød, æbler og øl"],
    ["one word", "Café"],
    ["one letter", "Ñ"],
    ["a temperature", "25 ºc"],
    ["a trademark", "Lego®Star"],
    ["a trademark that is valid UTF-8 by chance", "NESCAFÉ®, kräftig, für Büro und Küche"],
    ["a superscript and a fraction", 'Teppich 5 m², 3¼" Rohr, ½ Liter, 25 °C, 10 µm'],
    ["French with quotes", "« L’été où j’ai dû créer une œuvre », 50 €, sacré-cœur™"],
    ["Italian", "È così: più qualità, perché no? Virtù e città"],
    ["Spanish", "Champú de leña “Ñandú”, 1ª calidad, cigüeña, AÑO"],
    ["Portuguese", "Irmãs, maçãzinha, cãibra, você à mesa, três lençóis"],
    ["Catalan", "Col·lecció de música, dolç, història"],
    ["Norwegian", "Øl, smør, fæle træ, blåbærsyltetøy"],
  ])("is converted and told of: %s", async (_, words) => {
    const { text, warnings } = await textOf(encoded("windows-1252", `${HEAD}a,${words}\n`));
    expect(text).toBe(`${HEAD}a,${words}\n`);
    expect(warnings).toMatchObject([
      { code: "encoding_converted", message: expect.stringContaining("in Windows-1252, not UTF-8, and was converted") },
    ]);
  });

  test("is converted too when its bytes spell a character of UTF-8 by chance", async () => {
    const words = "Ã© ".repeat(2) + "Größe ".repeat(20);
    const { text } = await textOf(encoded("windows-1252", HEAD + words));
    expect(text).toBe(HEAD + words);
  });
});

describe("a file in ISO-8859-15", () => {
  test.each([
    ["a price", "Bon d'achat de 50 €, très apprécié"],
    ["French letters", "Un cœur brodé à la main"],
  ])("is converted and told of: %s", async (_, words) => {
    const { text, warnings } = await textOf(encoded("iso-8859-15", `${HEAD}a,${words}\n`));
    expect(text).toBe(`${HEAD}a,${words}\n`);
    expect(warnings).toMatchObject([{ code: "encoding_converted", message: expect.stringContaining("in ISO-8859-15, not UTF-8") }]);
  });

  test.each([
    ["½ without a word around it", "1½ litre, ½ prix, déjà vu"],
    ["signs that only Windows-1252 has", "50 € – ½ prix, déjà vu"],
  ])("is told from Windows-1252: %s", async (_, words) => {
    const { text, warnings } = await textOf(encoded("windows-1252", HEAD + words));
    expect(text).toBe(HEAD + words);
    expect(warnings).toMatchObject([{ code: "encoding_converted", message: expect.stringContaining("in Windows-1252") }]);
  });
});

describe("a file in another encoding is refused with a line and a way out", () => {
  test.each([
    ["windows-1250", "Koszulka biała, żółta i różowa; spodnie męskie", 2],
    ["windows-1250", "Žlutý kůň, příliš čerstvé řeřichy, měsíc", 2],
    ["windows-1250", "Női cipő, fekete; gyűrű, kötött sapka, férfi bőr öv", 2],
    ["iso-8859-2", "Női cipő, fekete; gyűrű, kötött sapka, férfi bőr öv", 2],
    ["windows-1251", "Футболка белая, размер", 2],
    ["windows-1253", "Μπλούζα λευκή", 2],
    ["windows-1254", "Şık kırmızı ayakkabı, yeşil ağaç", 2],
    ["windows-1257", "Šķērdēšana, žalūzijas, krāšņs, meža ābols", 2],
    ["macintosh", "Größe für café, männlich", 2],
    ["iso-8859-2", "Koszulka biała, żółta i różowa", 2],
    ["iso-8859-2", "Příliš žluťoučký kůň, měsíčník", 2],
    ["koi8-r", "Футболка белая", 2],
    ["windows-1250", "Książka", 2],
    ["windows-1250", "Ręcznik męski", 2],
    ["windows-1250", "Sukienka łososiowa", 2],
    ["windows-1250", "Kubek, pojemność 300 ml", 2],
    ["windows-1250", "Dětské tričko", 2],
    ["windows-1250", "Cipő", 2],
    ["windows-1250", "şapka", 2],
    ["iso-8859-2", "mleko świeże", 2],
    ["iso-8859-2", "świeca", 2],
    ["windows-1250", "Hrníček", 2],
    ["windows-1250", "Rochie de seară, mărime M", 2],
    ["windows-1257", "Tējas krūze", 2],
  ])("%s: %s", async (encoding, words, line) => {
    const fault = textOf(encoded(encoding, `${HEAD}a,${words}\n`));
    await expect(fault).rejects.toThrow(`shop.csv: line ${line}: the file is encoded in neither UTF-8 nor Windows-1252`);
    await expect(fault).rejects.toThrow("Save it as UTF-8");
  });

  test.each([
    ["Shift JIS", "8365835883678fa49569814094928f46"],
    ["Shift JIS: Tシャツ", "54835683838363"],
    ["EUC-KR: 티셔츠", "c6bcbcc5c3f7"],
    ["EUC-KR: 남성용 신발", "b3b2bcbabfeb20bdc5b9df"],
    ["GBK: 红色帽子", "bac9c9abc3b1d7d3"],
    ["Big5: 咖啡豆", "a940b0d8a8a7"],
  ])("%s", async (_, words) => {
    await expect(textOf(Buffer.concat([Buffer.from(HEAD), Buffer.from(words, "hex")]))).rejects.toThrow(/[Ss]ave it as UTF-8/);
  });
});

describe("a file in UTF-8", () => {
  test("passes as it is, without a word", async () => {
    const text = `\uFEFF${HEAD}a,Größe 👩‍👩‍👧 商品 Âge AÇÃO\n`;
    expect(await textOf(Buffer.from(text))).toEqual({ text, warnings: [] });
  });

  test("with a few damaged bytes keeps the rest, and says on which lines they are", async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${HEAD}a,Größe\r\nb,`),
      Buffer.from([0xff]),
      Buffer.from("\rc,"),
      Buffer.from([0xc3]),
      Buffer.from("x\n"),
    ]);
    const { text, warnings } = await textOf(bytes);
    expect(text).toBe(`${HEAD}a,Größe\r\nb,\uFFFD\rc,\uFFFDx\n`);
    expect(warnings).toEqual([
      {
        code: "invalid_utf8",
        count: 2,
        message: "Bytes that aren't valid UTF-8, read as U+FFFD: 2, on lines 3, 4. Save the file as UTF-8.",
      },
    ]);
  });

  test("cut off within a character is damaged there alone", async () => {
    const { text, warnings } = await textOf(Buffer.concat([Buffer.from(`${HEAD}a,caf`), Buffer.from([0xc3])]));
    expect(text).toBe(`${HEAD}a,caf\uFFFD`);
    expect(warnings).toMatchObject([{ code: "invalid_utf8", count: 1 }]);
  });

  test("with other lines in Windows-1252 is refused with the first of those", async () => {
    const lines = [HEAD, "a,Größe für Füße\n".repeat(2)].join("");
    const fault = textOf(Buffer.concat([Buffer.from(lines), encoded("windows-1252", "b,Größe für Füße\n")]));
    await expect(fault).rejects.toThrow("shop.csv: line 4 isn't encoded in UTF-8, but other lines of the file are.");
  });

  test("with characters that were lost or garbled before says how many and where", async () => {
    const { text, warnings } = await textOf(Buffer.from(`${HEAD}a,caf\uFFFD\nb,cafÃ© â€“ Â°C\n`));
    expect(text).toBe(`${HEAD}a,caf\uFFFD\nb,cafÃ© â€“ Â°C\n`);
    expect(warnings).toMatchObject([
      { code: "replacement_characters", count: 1, message: expect.stringContaining("1, on line 2.") },
      { code: "garbled_text", count: 3, message: expect.stringContaining("3, on line 3.") },
    ]);
  });
});

test.each(["utf-16le", "utf-16be"])(
  "a file in %s with its mark, as Excel saves Unicode text, is converted and told of",
  async (encoding) => {
    const bytes = Buffer.from(`\uFEFF${HEAD}a,Größe 👟\n`, "utf16le");
    const { text, warnings } = await textOf(encoding === "utf-16le" ? bytes : bytes.swap16());
    expect(text).toBe(`${HEAD}a,Größe 👟\n`);
    expect(warnings).toMatchObject([
      { code: "encoding_converted", message: expect.stringContaining(`in ${encoding === "utf-16le" ? "UTF-16LE" : "UTF-16BE"}`) },
    ]);
  },
);
