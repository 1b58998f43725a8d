import { plainSpellings } from "./plain-spellings.ts";

/** How shops call the options that are attributes of a product, in the languages shops are written in. */

/** In their order: the first that an option's name tells is what it is ("Fabric colour", "Colour pattern"). */
export const OPTION_ATTRIBUTES = ["color", "size", "material", "gender", "age_group", "pattern", "condition"] as const;
export type OptionAttribute = (typeof OPTION_ATTRIBUTES)[number];

interface OptionWords {
  /** Lower-cased; one of them as a whole word of the option's name tells ("Choose Ring Size"). */
  readonly words: readonly string[];
  /** How compounds end, in languages that write them as one word ("Ramstorlek"). */
  readonly endings: readonly string[];
  /** What tells only as the whole name: beside other words it means something else. */
  readonly names: readonly string[];
}

const list = (words: string): readonly string[] => words.trim().split(/\s*,\s*/);

const OPTION_WORDS: Readonly<Record<OptionAttribute, OptionWords>> = Object.freeze({
  color: {
    words: list(`
      color, colors, colour, colours, colorway, colourway, farbe, farben, couleur, couleurs, coloris, colore, colori, colorazione, cor, cores,
      colores, kleur, kleuren, färg, färger, kulör, farve, farver, farge, farger, väri, värit, kolor, kolory, barva, barvy, farba, farby, boja,
      szín, színe, színek, culoare, culori, renk, renkler, цвет, цвета, колір, кольори, цвят, боја, χρώμα, χρώματα, spalva, spalvos, krāsa,
      värv, warna, màu, màu sắc, اللون, لون, الألوان, واللون, رنگ, צבע, צבעים, וצבע, रंग, สี, 色, 颜色, 顏色, 颜色分类, カラー, ｶﾗｰ, 색상, 색, 컬러, shade, shades, farbton, farbtöne,
      farbvariante, farbvarianten, kleurstelling, kleurvariant, färgval, teinte, teintes, tonalità, tonalidad, tonalidade, odcień, odstín, odtieň,
      оттенок`),
    endings: list(`farbe, farben, farbton, kleur, kleurstelling, färg, farve, farge, väri, färger, 色, カラー, 색상, 컬러`),
    names: [],
  },
  size: {
    words: list(`
      size, sizes, sizing, größe, größen, grösse, grössen, taille, tailles, pointure, pointures, talla, tallas, talle, talles, tamaño, tamaños,
      numeración, taglia, taglie, misura, misure, tamanho, tamanhos, tam, numeração, maat, maten, schoenmaat, storlek, storlekar, størrelse,
      størrelser, str, koko, koot, rozmiar, rozmiary, velikost, velikosti, veľkosť, veľkosti, veličina, méret, méretek, mărime, mărimi, mărimea,
      beden, bedenler, numara, ebat, размер, размеры, розмір, розміри, μέγεθος, μεγέθη, νούμερο, mida, mides, dydis, dydžiai, izmērs,
      suurus, ukuran, kích thước, kích cỡ, المقاس, مقاس, المقاسات, والمقاس, الحجم, والحجم, سایز, سايز, מידה, ומידה, מידות, גודל, साइज़, ขนาด, ไซส์,
      サイズ, ｻｲｽﾞ, 大きさ, 사이즈, 크기, 尺码, 尺寸, 尺碼, 大小`),
    endings: list(`größe, grösse, maat, storlek, størrelse, koko, méret, サイズ, 사이즈, 尺码, 尺寸, 尺碼`),
    names: list(`
      months, monate, mois, meses, mesi, maanden, månader, måneder, kuukaudet, miesiące, měsíce, mesiace, hónap, hónapok, luni, aylar,
      месяцы, месяцев, місяці, μήνες, أشهر, חודשים, 月龄, years, jahre, ans, années, años, anos, anni, jaar, waist, waist size, taillenweite,
      tour de taille, cintura, vita, midjemått, dimension, dimensions, abmessung, abmessungen, maße, masse, dimensión, dimensiones, dimensione,
      dimensioni, dimensão, dimensões, afmeting, afmetingen, mått, mål, wymiar, wymiary, rozměr, rozměry, rozmer, rozmery, габариты`),
  },
  material: {
    words: list(`
      material, materials, fabric, fabrics, stoff, stoffe, matière, matières, matériau, matériaux, tissu, tissus, materiale, materiali, tessuto,
      materiales, tela, telas, tejido, materiais, tecido, tecidos, materiaal, materialen, stof, tyg, tygsort, stoftype, materiaali, kangas,
      materiał, tkanina, materiál, látka, anyag, anyaga, material textil, țesătură, malzeme, kumaş, материал, ткань, матеріал, тканина, υλικό,
      ύφασμα, medžiaga, materiāls, materjal, bahan, chất liệu, المادة, الخامة, القماش, חומר, בד, सामग्री, วัสดุ, 素材, 材质, 材質, 生地, 面料, 소재, 재질`),
    endings: list(`material, materiaal, materiale, materiaali, 素材`),
    names: [],
  },
  gender: {
    words: list(`
      gender, geschlecht, genre, sexe, género, sexo, genere, sesso, gênero, geslacht, kön, køn, kjønn, sukupuoli, płeć, pohlaví, pohlavie,
      nem, sex, cinsiyet, пол, стать, φύλο, lytis, dzimums, sugu, jenis kelamin, giới tính, الجنس, מין, מגדר, लिंग, เพศ, 性別, 性别, 성별`),
    endings: [],
    names: [],
  },
  age_group: {
    words: list(`
      age group, age-group, altersgruppe, tranche d'âge, tranche d’âge, groupe d'âge, groupe d’âge, grupo de edad, fascia d'età, fascia d’età,
      faixa etária, grupo etário, leeftijdsgroep, åldersgrupp, aldersgruppe, ikäryhmä, grupa wiekowa, věková skupina, korosztály,
      grupă de vârstă, yaş grubu, возрастная группа, вікова група, ηλικιακή ομάδα, الفئة العمرية, קבוצת גיל, 年齢層, 年龄段, 연령대`),
    endings: [],
    names: [],
  },
  pattern: {
    words: list(`
      pattern, patterns, muster, motiv, motif, motifs, estampado, estampados, fantasia, padrão, padrões, estampa, estampas, dessin, dessins, patroon,
      mönster, mønster, kuvio, wzór, wzory, vzor, vzory, minta, model imprimat, desen, узор, рисунок, візерунок, μοτίβο, motivas, raksts,
      النقشة, דוגמה, 柄, パターン, 图案, 圖案, 花纹, 패턴, 무늬`),
    endings: [],
    names: [],
  },
  condition: {
    words: [],
    endings: [],
    // Beside other words they mean something else: the condition of skin, a state of the country.
    names: list(`
      condition, product condition, item condition, zustand, artikelzustand, produktzustand, état, état du produit, estado, estado del producto,
      estado do produto, condición, condición del producto, condição, stato, stato del prodotto, condizione, condizioni, staat, conditie, skick,
      tillstånd, stand, tilstand, kunto, stan, stan produktu, stav, állapot, stare, durum, состояние, стан, състояние, κατάσταση, būklė, stāvoklis,
      seisukord, kondisi, tình trạng, الحالة, حالة المنتج, מצב, מצב המוצר, สภาพ, 状態, コンディション, 成色, 新旧程度, 상태, 상품 상태`),
  },
});

/** What an option whose whole name is one word of an attribute may be called. */
export function optionNames(attribute: OptionAttribute): readonly string[] {
  const { words, names } = OPTION_WORDS[attribute];
  return [...new Set([...words, ...names].flatMap(plainSpellings))];
}

/** Words of an option's name as they are compared: in lower case, letters alone, a bar around each. */
export const WORD_BAR = "|";

/** Spelled once per list, because every rule that is compiled asks for the same few and spelling them takes ten milliseconds. */
const barred = new WeakMap<readonly string[], readonly string[]>();

/** Words as they are compared, a bar between those that belong together. The list has to stay as it is. */
export function barredWords(words: readonly string[]): readonly string[] {
  const known = barred.get(words) ?? [
    ...new Set(words.flatMap(plainSpellings).map((word) => folded(word).replaceAll(/[^\p{L}\p{M}]+/gu, WORD_BAR))),
  ];
  barred.set(words, known);
  return known;
}

/** The two forms of the Greek sigma are one letter. */
function folded(word: string): string {
  return word.toLowerCase().replaceAll("ς", "σ");
}

/** What tells an attribute in the name of an option: its words as they are compared. */
export function soughtWords(attribute: OptionAttribute) {
  const { words, endings, names } = OPTION_WORDS[attribute];
  return { words: barredWords(words), endings: barredWords(endings), names: barredWords(names) };
}

const OTHER_WORDS: readonly string[] = list(`
  temperature, temperatures, temp, kelvin, temperatur, température, températures, temperatura, temperaturas, temperatuur,
  lämpötila, teplota, hőmérséklet, hőmérséklete, sıcaklık, sıcaklığı, температура, температури, температуры, θερμοκρασία, temperatūra,
  temperatuuri, suhu, nhiệt độ, حرارة, الحرارة, טמפרטורה, lichtfarbe, lichtfarben, lichtkleur, ljusfärg, lysfarve, lysfarge, light color,
  light colour, couleur de lumière, color de luz, colore luce, cor da luz, 颜色尺码, 颜色尺寸, 颜色和尺码, 颜色和尺寸, 颜色与尺码, 顏色尺寸, 顏色和尺寸, カラーサイズ,
  サイズカラー, カラーとサイズ, 色とサイズ, サイズと色,
  size chart, size charts, size guide, size guides, sizing chart, sizing guide, size table, size help, guide des tailles, guide de tailles,
  tableau des tailles, tabla de tallas, guía de tallas, tabella taglie, tabella delle taglie, guida taglie, guida alle taglie,
  tabela de tamanhos, guia de tamanhos, tabela de medidas, beden tablosu, tabel ukuran, bảng kích thước, bảng size, جدول المقاسات, دليل المقاسات,
  טבלת מידות, מדריך מידות`);

/** Words that give an option's name another meaning: the color temperature of a lamp isn't a color, a size chart isn't a size, and two attributes are neither. */
export function otherWords(): readonly string[] {
  return barredWords(OTHER_WORDS);
}

/** Marks between the parts of a name or value, also as Asian keyboards write them. */
export const PART_MARKS = "[/&+,;|／＆＋，、；｜・]";
/** How languages say "and" between them. */
export const AND_WORDS = "and|und|et|y|e|en|och|og|ja|i|a|и|й|та|ve|és|și|si|και|ir|un|và|dan|و|और|및";

/** What joins two attributes in one option ("Size / Colour"): its values are of neither. */
export const JOINED_NAMES = `${PART_MARKS}|\\s(?:[-–—x×]|${AND_WORDS})\\s|\\s[וو]`;
