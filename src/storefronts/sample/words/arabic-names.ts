import type { Names } from "./words.ts";

/** Written from right to left, with model names left in Latin letters: the mix that breaks naive cutting and padding. */
export const arabicNames: Names = {
  direction: "rtl",
  title: (noun, model, detail) => `${noun} ${model} ${detail}`,
  madeOf: (material) => `من ${material}`,
  types: {
    apparel: "ملابس", outerwear: "معاطف وسترات", shoes: "أحذية", bags: "حقائب", furniture: "أثاث", kitchen: "أواني المائدة",
    books: "كتب", cosmetics: "عناية بالجسم", electronics: "ملحقات إلكترونية", food: "مأكولات ومشروبات", jewellery: "مجوهرات",
    giftcard: "بطاقات هدايا",
  },
  items: {
    tee: "تيشيرت", shirt: "قميص", sweater: "كنزة", dress: "فستان", leggings: "بنطال ضيق", parka: "باركا", raincoat: "معطف مطر",
    trenchcoat: "معطف طويل", vest: "صدرية", sneaker: "حذاء رياضي", boot: "حذاء برقبة", sandal: "صندل", slipper: "خف منزلي",
    backpack: "حقيبة ظهر", weekender: "حقيبة سفر", beltbag: "حقيبة خصر", washbag: "حقيبة أدوات", chair: "كرسي", sofa: "أريكة",
    bookcase: "خزانة كتب", nightstand: "طاولة سرير", mug: "كوب", plate: "طبق", bowl: "وعاء", lunchbox: "علبة طعام", novel: "رواية",
    cookbook: "كتاب طبخ", fieldguide: "دليل الطبيعة", atlas: "أطلس", cream: "كريم للوجه", lipbalm: "بلسم شفاه", soap: "صابونة",
    shampoo: "شامبو", cable: "كابل شحن", charger: "شاحن", phonecase: "غطاء هاتف", headphones: "سماعات", coffee: "قهوة", tea: "شاي",
    chocolate: "شوكولاتة", jam: "مربى", ring: "خاتم", necklace: "قلادة", bracelet: "سوار", earrings: "أقراط", giftcard: "بطاقة هدية",
  },
  materials: {
    cotton: "القطن", linen: "الكتان", wool: "الصوف", leather: "الجلد", canvas: "القماش السميك", oak: "خشب البلوط", walnut: "خشب الجوز",
    steel: "الفولاذ", stoneware: "الخزف", glass: "الزجاج", silver: "الفضة", gold: "الذهب", recycled: "ألياف معاد تدويرها", cork: "الفلين",
  },
  themes: {
    rosemary: "بإكليل الجبل", fig: "بالتين", cedar: "بالأرز", orange: "بقشر البرتقال", hazelnut: "بالبندق", seasalt: "بملح البحر",
    ginger: "بالزنجبيل", cherry: "بالكرز", harbour: "الميناء الهادئ", bread: "خبز وصبر", moor: "المشي في البراري",
    winter: "أطول شتاء", letters: "رسائل إلى منارة", birthday: "لعيد ميلاد", thanks: "للشكر", wedding: "لحفل زفاف",
  },
  options: {
    size: "المقاس", colour: "اللون", length: "الطول", format: "الطبعة", content: "المحتوى", finish: "التشطيب", amount: "المبلغ",
  },
  values: {
    black: "أسود", white: "أبيض", navy: "كحلي", sage: "أخضر رمادي", rust: "صدئي", sand: "رملي", plum: "برقوقي", sky: "أزرق سماوي",
    moss: "أخضر طحلبي", rose: "وردي", slate: "رمادي داكن", mustard: "خردلي", short: "قصير", regular: "عادي", long: "طويل",
    hardcover: "غلاف مقوى", paperback: "غلاف ورقي", audiobook: "كتاب صوتي", matt: "غير لامع", polished: "مصقول", oiled: "مزيّت",
  },
}; // prettier-ignore
