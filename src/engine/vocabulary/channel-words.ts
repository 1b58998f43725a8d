import { plainSpellings } from "./plain-spellings.ts";

/**
 * The words shops use for what Google has a fixed vocabulary for, lower-cased and without apostrophes. A value that is none of them is
 * blank in the feed: a channel refuses it anyway.
 */
export type ChannelAttribute = "gender" | "age_group" | "condition";

const list = (words: string): readonly string[] => [
  ...new Set(
    words
      .trim()
      .split(/\s*,\s*/)
      .flatMap(plainSpellings),
  ),
];

/** Narrower words than the channel's, which `NARROWER_WORDS` tells from the others. */
const BOYS = list(`
  boy, boys, jungen, junge, buben, knaben, garçon, garçons, niño, niños, chico, chicos, ragazzo, ragazzi, bambino, menino, meninos, jongen, jongens,
  kille, killar, pojke, pojkar, dreng, drenge, gutt, gutter, pojat, chłopiec, chłopcy, chlapec, chlapci, fiú, fiúk, băieți, băiat, мальчик,
  мальчики, хлопчик, хлопчики, αγόρι, αγόρια, أولاد, בנים, 男の子, 男の子用, 男童, 남아, 남아용, chlapecké, мальчиков, хлопчиків, bé trai, เด็กผู้ชาย, guy, guys`);
const GIRLS = list(`
  girl, girls, mädchen, fille, filles, niña, niñas, chica, chicas, ragazza, ragazze, bambina, menina, meninas, meisje, meisjes, tjej, tjejer,
  flicka, flickor, pige, piger, jente, jenter, tytöt, dziewczynka, dziewczynki, dziewczęce, dívka, dívky, dievča, lány, lányok, fete, fată, девочка,
  девочки, дівчинка, дівчатка, κορίτσι, κορίτσια, بنات, בנות, 女の子, 女の子用, 女童, 여아, 여아용, dívčí, девочек, дівчаток, bé gái, เด็กผู้หญิง`);
const TEENS = list(`
  teen, teens, teenager, teenagers, adolescent, adolescents, senior, seniors, ado, ados, adolescente, adolescentes, adolescenti, jugendlicher,
  jugendliche, tieners, tonåring, tonåringar`);
const SOME_KIDS = list(`
  junior, juniors, youth, jugend, niño, niña, bambino, bambina, ragazzi, menino, menina, meninos, meninas, ילדה, boys, girls, boy, girl`);

export const CHANNEL_WORDS: Readonly<Record<ChannelAttribute, Readonly<Record<string, readonly string[]>>>> = Object.freeze({
  gender: {
    male: [
      ...list(`
        male, males, m, man, men, mens, gentleman, gentlemen, him, herr, herren, mann, männer, männlich, homme, hommes, masculin, hombre, hombres,
        masculino, caballero, caballeros, varón, uomo, uomini, maschio, maschile, homem, homens, heren, man, mannen, mannelijk, herr, män, manlig,
        herrer, mænd, mand, mandlig, menn, mannlig, miehet, mies, miesten, mężczyzna, mężczyźni, męskie, męski, muž, muži, mužské, pánské, pánský,
        férfi, férfiak, bărbat, bărbați, bărbătesc, erkek, erkekler, bay, мужской, мужчина, мужчины, мужчин, мужское, чоловік, чоловіки, чоловіча,
        чоловічий, ανδρικό, ανδρικά, άνδρας, άνδρες, άνδρα, رجال, رجالي, رجالية, رجل, ذكر, للرجال, גבר, גברים, זכר, メンズ, 男性, 男性用, ﾒﾝｽﾞ, 紳士, 男, 男士, 男子, 男装, 남성, 남자, 남성용, herre, pria,
        laki-laki, nam, nam giới, ชาย, ผู้ชาย, masculine, masculina, mans, gents, gent, señor, señores, varones, maschili, herrar, pánske, pánska,
        mužská, męska, pánsky`),
      ...BOYS,
    ],
    female: [
      ...list(`
        female, females, f, w, woman, women, womens, lady, ladies, her, dame, damen, frau, frauen, weiblich, femme, femmes, féminin, mujer, mujeres,
        femenino, femenina, dama, damas, señora, señoras, donna, donne, femmina, femminile, mulher, mulheres, feminino, feminina, senhora, senhoras,
        dames, vrouw, vrouwen, vrouwelijk, dam, kvinna, kvinnor, kvinnlig, kvinde, kvinder, kvindelig, kvinne, kvinner, kvinnelig, nainen, naiset,
        naisten, kobieta, kobiety, damskie, damski, žena, ženy, ženské, dámské, dámský, dámske, nő, nők, női, femeie, femei, kadın, kadınlar, bayan,
        kız, женский, женщина, женщины, женщин, женское, жінка, жінки, жіноча, жіночий, γυναικείο, γυναικεία, γυναίκα, γυναίκες, نساء, نسائي, نسائية, امرأة,
        أنثى, للنساء, سيدات, אישה, נשים, נקבה, レディース, 女性, 女性用, ﾚﾃﾞｨｰｽ, 婦人, 女, 女士, 女子, 女装, 여성, 여자, 여성용, wanita, perempuan, nữ, nữ giới, phụ nữ, หญิง, ผู้หญิง, feminine,
        féminine, féminines, womans, femeninas, femminili, damer, dámska, dámská, ženská, damska`),
      ...GIRLS,
    ],
    unisex: list(`
      unisex, unissex, unisexe, uniseks, unissexo, юнисекс, унисекс, унісекс, ユニセックス, 男女兼用, 男女, 男女通用, 中性, 남녀, 남녀공용, 유니섹스, للجنسين, יוניסקס,
      neutral, gender neutral, gender-neutral, genderless, all genders, mixte, sukupuoleton, uni`),
  },
  age_group: {
    newborn: list(`
      newborn, newborns, new born, neugeborene, neugeborenes, neugeborener, nouveau-né, nouveau-nés, nouveau né, recién nacido, recién nacidos,
      neonato, neonati, neonata, recém-nascido, recém-nascidos, recém nascido, pasgeboren, pasgeborene, nyfödd, nyfödda, nyfødt, nyfødte,
      vastasyntynyt, noworodek, noworodki, novorozenec, novorozenci, novorodenec, újszülött, nou-născut, nou-născuți, nou născut, yenidoğan,
      новорожденный, новорожденные, новорождённый, новонароджений, новонароджені, νεογέννητο, νεογέννητα, حديثي الولادة, حديث الولادة, יילוד, 新生児, 新生儿, 新生兒, 신생아`),
    infant: list(`
      infant, infants, baby, babies, babys, säugling, säuglinge, bébé, bébés, nourrisson, nourrissons, bebé, bebés, bebê, bebês, bebe,
      lactante, lactantes, lattante, lattanti, bimbo, babyer, spädbarn, spedbarn, vauva, vauvat, vauvojen, niemowlę, niemowlęta, kojenec,
      kojenci, miminko, bábätko, csecsemő, baba, bebeluș, bebeluși, sugar, bebek, bebekler, младенец, младенцы, малыш, малыши, немовля, немовлята,
      βρέφος, βρέφη, μωρό, μωρά, رضيع, رضع, أطفال رضع, תינוק, תינוקות, ベビー, 赤ちゃん, 乳児, 婴儿, 嬰兒, 宝宝, 유아, 아기, 베이비,
      zuigeling, zuigelingen, dojča, dojčatá, ﾍﾞﾋﾞｰ, bayi, em bé, ทารก`),
    toddler: list(`
      toddler, toddlers, kleinkind, kleinkinder, tout-petit, tout-petits, tout petit, niño pequeño, niños pequeños, bambino piccolo, bambini piccoli,
      criança pequena, crianças pequenas, peuter, peuters, småbarn, tumling, taapero, taaperot, małe dziecko, małe dzieci, batole, batolata,
      kisgyermek, copil mic, copii mici, yürüyen bebek, küçük çocuk, дошкольник, νήπιο, νήπια, طفل صغير, פעוט, פעוטות, 幼児, 幼儿, 幼兒, 걸음마`),
    kids: [
      ...list(`
        kids, kid, child, children, childrens, kind, kinder, enfant, enfants, niños, niñas, infantil, infantiles, niño/a, bambini, bambine, criança,
        crianças, kinderen, barn, børn, lapset, lapsi, lasten, dziecko, dzieci, dziecięce, dítě, děti, dětské, dieťa, deti, gyerek, gyermek,
        gyerekek, copil, copii, çocuk, çocuklar, детский, дети, ребенок, ребёнок, дитина, діти, дитячий, παιδί, παιδιά, παιδικό, παιδικά, أطفال,
        للأطفال, طفل, ילד, ילדים, キッズ, 子供, こども, 子供用, ジュニア, ｷｯｽﾞ, 子ども, 儿童, 兒童, 아동, 어린이, 키즈, anak, anak-anak, trẻ em, เด็ก`),
      ...SOME_KIDS,
    ],
    adult: [
      ...list(`
        adult, adults, erwachsene, erwachsener, adulte, adultes, adulto, adultos, adulta, adultas, adulti, adulte, volwassene, volwassenen, vuxen,
        vuxna, voksen, voksne, aikuinen, aikuiset, aikuisten, dorosły, dorośli, dorosła, dospělý, dospělí, dospelý, dospelí, felnőtt, felnőttek,
        yetişkin, yetişkinler, взрослый, взрослые, взрослых, дорослий, дорослі, ενήλικας, ενήλικες, ενηλίκων, بالغ, بالغين, للبالغين, الكبار, כבוגר,
        מבוגר, מבוגרים, 大人, 成人, 大人用, 成人用, 成年, 성인, 성인용, adulți, adulții, dewasa, người lớn, ผู้ใหญ่`),
      ...TEENS,
    ],
  },
  condition: {
    new: list(`
      new, brand new, neu, neuware, fabrikneu, neuf, neuve, nuevo, nueva, nuovo, nuova, novo, nova, nieuw, ny, nytt, uusi, nowy, nowa, nowe, nový,
      nová, nové, új, nou, nouă, yeni, новый, новая, новое, новий, нова, нове, καινούργιο, καινούριο, νέο, جديد, חדש, 新品, 全新, 新, 새상품, 새제품, 신품,
      baru, mới, ใหม่, ของใหม่,
      brand-new, brandneu, new with tags, nwt, neufs, neuves, nuevos, nuevas, nuovi, nuove, novos, novas`),
    refurbished: list(`
      refurbished, renewed, reconditioned, remanufactured, generalüberholt, wiederaufbereitet, reconditionné, reconditionnée, reacondicionado,
      reacondicionada, ricondizionato, ricondizionata, recondicionado, recondicionada, gereviseerd, renoverad, rekonditionerad, renoveret, istandsat,
      renovert, kunnostettu, odnowiony, odnowione, regenerowany, repasovaný, repasované, renovovaný, felújított, recondiționat, yenilenmiş,
      восстановленный, восстановленное, відновлений, відновлене, ανακατασκευασμένο, مجدد, מחודש, 整備済み, 再生品, 翻新, 리퍼, 리퍼비시,
      vernieuwd, gerefurbished, tân trang,
      refurb, certified refurbished, reconditionnés, reacondicionados, ricondizionati, recondicionados`),
    used: list(`
      used, pre-owned, preowned, pre owned, pre-loved, preloved, second hand, second-hand, secondhand, gebraucht, occasion, doccasion, usagé, usado,
      usada, segunda mano, de segunda mano, usato, usata, seminovo, seminova, de segunda mão, gebruikt, tweedehands, begagnad, begagnat, brugt, brukt,
      käytetty, używany, używana, używane, použitý, použité, použitá, použitý, használt, folosit, folosită, second hand, ikinci el, kullanılmış, б/у,
      подержанный, использованный, вживаний, вживане, μεταχειρισμένο, مستعمل, משומש, יד שנייה, 中古, 中古品, 二手, 중고,
      like new, bekas, wie neu, comme neuf, como nuevo, come nuovo, como novo, zo goed als nieuw, zánovní, đã qua sử dụng, มือสอง,
      used - like new, used like new, used_like_new, used - good, used_good, used_fair, usados, usadas, usati,
      seminuevo, seminueva, gebrauchte`),
  },
});

/** What several values of one attribute come to where channels have a word for that. */
export const ALL_OF_THEM: Readonly<Partial<Record<ChannelAttribute, string>>> = { gender: "unisex" };

const SINGLE_WORD = /^[\p{L}\p{M}]+$/u;

const singleWords = (attribute: ChannelAttribute): readonly string[] =>
  Object.values(CHANNEL_WORDS[attribute])
    .flat()
    .filter((word) => SINGLE_WORD.test(word));

/** Words of another attribute that people write beside an attribute's own: `Adult Male`, `Unisex Kids`. */
export const WORDS_BESIDE: Readonly<Record<"gender" | "age_group", readonly string[]>> = Object.freeze({
  gender: singleWords("age_group"),
  age_group: singleWords("gender"),
});

/**
 * Words that mean less than the channel's word for them, so that another value of the product may have the same one: `Boys` and `Men` are both
 * `male`, `Teen` and `Adult` both `adult`. So do words of the other attribute: `Adult Male` and `Youth Male` are both `male`.
 */
export const NARROWER_WORDS: Readonly<Record<"gender" | "age_group", readonly string[]>> = Object.freeze({
  gender: [...BOYS, ...GIRLS, ...WORDS_BESIDE.gender],
  age_group: [...TEENS, ...SOME_KIDS, ...WORDS_BESIDE.age_group],
});
