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

export const CHANNEL_WORDS: Readonly<Record<ChannelAttribute, Readonly<Record<string, readonly string[]>>>> = Object.freeze({
  gender: {
    male: list(`
      male, males, m, man, men, mens, gentleman, gentlemen, boy, boys, him, herr, herren, mann, männer, männlich, jungen, junge, buben, knaben,
      homme, hommes, masculin, garçon, garçons, hombre, hombres, masculino, caballero, caballeros, niño, niños, chico, chicos, varón, uomo,
      uomini, maschio, maschile, ragazzo, ragazzi, bambino, homem, homens, menino, meninos, heren, man, mannen, mannelijk, jongen, jongens,
      herr, män, manlig, kille, killar, pojke, pojkar, herrer, mænd, mand, mandlig, dreng, drenge, menn, mannlig, gutt, gutter, miehet, mies,
      miesten, pojat, mężczyzna, mężczyźni, męskie, męski, chłopiec, chłopcy, muž, muži, mužské, pánské, pánský, chlapec, chlapci, férfi,
      férfiak, fiú, fiúk, bărbat, bărbați, bărbătesc, băieți, băiat, erkek, erkekler, bay, мужской, мужчина, мужчины, мужчин, мужское, мальчик,
      мальчики, чоловік, чоловіки, чоловіча, чоловічий, хлопчик, хлопчики, ανδρικό, ανδρικά, άνδρας, άνδρες, άνδρα, αγόρι, αγόρια,
      رجال, رجالي, رجل, ذكر, للرجال, أولاد, גבר, גברים, זכר, בנים, メンズ, 男性, 男, 男の子, 男の子用, 男士, 男子, 男童, 남성, 남자, 남아,
      herre, pria, laki-laki, nam, nam giới, bé trai, ชาย, ผู้ชาย, เด็กผู้ชาย,
      masculine, masculina, mans, gents, gent, guy, guys, señor, señores, varones, maschili, herrar, pánske, pánska, mužská`),
    female: list(`
      female, females, f, w, woman, women, womens, lady, ladies, girl, girls, her, dame, damen, frau, frauen, weiblich, mädchen, femme, femmes,
      féminin, fille, filles, mujer, mujeres, femenino, femenina, dama, damas, señora, señoras, niña, niñas, chica, chicas, donna, donne,
      femmina, femminile, ragazza, ragazze, bambina, mulher, mulheres, feminino, feminina, menina, meninas, senhora, senhoras, dames, vrouw,
      vrouwen, vrouwelijk, meisje, meisjes, dam, kvinna, kvinnor, kvinnlig, tjej, tjejer, flicka, flickor, kvinde, kvinder, kvindelig, pige,
      piger, kvinne, kvinner, kvinnelig, jente, jenter, nainen, naiset, naisten, tytöt, kobieta, kobiety, damskie, damski, dziewczynka,
      dziewczynki, dziewczęce, žena, ženy, ženské, dámské, dámský, dámske, dívka, dívky, dievča, nő, nők, női, lány, lányok, femeie, femei, fete,
      fată, kadın, kadınlar, bayan, kız, женский, женщина, женщины, женщин, женское, девочка, девочки, жінка, жінки, жіноча, жіночий, дівчинка,
      дівчатка, γυναικείο, γυναικεία, γυναίκα, γυναίκες, κορίτσι, κορίτσια, نساء, نسائي, امرأة, أنثى, للنساء, سيدات, بنات, אישה, נשים, נקבה,
      בנות, レディース, 女性, 女, 女の子, 女の子用, 女士, 女子, 女童, 여성, 여자, 여아,
      wanita, perempuan, nữ, nữ giới, phụ nữ, bé gái, หญิง, ผู้หญิง, เด็กผู้หญิง,
      feminine, féminine, féminines, womans, femeninas, femminili, damer, dámska, dámská, ženská`),
    unisex: list(`
      unisex, unissex, unisexe, uniseks, unissexo, юнисекс, унисекс, унісекс, ユニセックス, 男女兼用, 男女, 男女通用, 中性, 남녀공용, 유니섹스, للجنسين, יוניסקס,
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
      zuigeling, zuigelingen, bayi, em bé, ทารก`),
    toddler: list(`
      toddler, toddlers, kleinkind, kleinkinder, tout-petit, tout-petits, tout petit, niño pequeño, niños pequeños, bambino piccolo, bambini piccoli,
      criança pequena, crianças pequenas, peuter, peuters, småbarn, tumling, taapero, taaperot, małe dziecko, małe dzieci, batole, batolata,
      kisgyermek, copil mic, copii mici, yürüyen bebek, küçük çocuk, дошкольник, νήπιο, νήπια, طفل صغير, פעוט, פעוטות, 幼児, 幼儿, 幼兒, 걸음마`),
    kids: list(`
      kids, kid, child, children, childrens, junior, juniors, youth, kind, kinder, jugend, enfant, enfants, niño, niña, niños, niñas, infantil,
      infantiles, niño/a, bambino, bambina, bambini, bambine, ragazzi, criança, crianças, menino, menina, meninos, meninas, kinderen, barn, børn, lapset, lapsi, lasten, dziecko, dzieci,
      dziecięce, dítě, děti, dětské, dieťa, deti, gyerek, gyermek, gyerekek, copil, copii, çocuk, çocuklar, детский, дети, ребенок, ребёнок, дитина, діти,
      дитячий, παιδί, παιδιά, παιδικό, παιδικά, أطفال, للأطفال, طفل, ילד, ילדה, ילדים, キッズ, 子供, こども, 子ども, 儿童, 兒童, 아동, 어린이, 키즈, boys, girls, boy, girl,
      anak, anak-anak, trẻ em, เด็ก`),
    adult: list(`
      adult, adults, erwachsene, erwachsener, adulte, adultes, adulto, adultos, adulta, adultas, adulti, adulte, volwassene, volwassenen, vuxen,
      vuxna, voksen, voksne, aikuinen, aikuiset, aikuisten, dorosły, dorośli, dorosła, dospělý, dospělí, dospelý, dospelí, felnőtt, felnőttek,
      yetişkin, yetişkinler, взрослый, взрослые, взрослых, дорослий, дорослі, ενήλικας, ενήλικες, ενηλίκων, بالغ, بالغين, للبالغين, الكبار, כבוגר,
      מבוגר, מבוגרים, 大人, 成人, 成年, 성인, teen, teens, teenager, teenagers, adolescent, adolescents,
      adulți, adulții, dewasa, người lớn, ผู้ใหญ่,
      senior, seniors, ado, ados, adolescente, adolescentes, adolescenti, jugendlicher, jugendliche, tieners, tonåring, tonåringar`),
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
      like new, bekas, đã qua sử dụng, มือสอง,
      used - like new, used like new, used_like_new, used - good, used_good, used_fair, usados, usadas, usati,
      seminuevo, seminueva, gebrauchte`),
  },
});

/** What several values of one attribute come to where channels have a word for that. */
export const ALL_OF_THEM: Readonly<Partial<Record<ChannelAttribute, string>>> = { gender: "unisex" };

/**
 * Words that say more than the channel's word for them: beside them, a product may have an option with the same one. `Boys` and `Men` are both
 * `male`, `Teen` and `Adult` both `adult`.
 */
export const NARROWER_WORDS: Readonly<Record<"gender" | "age_group", readonly string[]>> = Object.freeze({
  gender: list(`
    boy, boys, girl, girls, jungen, junge, buben, knaben, mädchen, garçon, garçons, fille, filles, niño, niños, niña, niñas, chico, chicos, chica,
    chicas, ragazzo, ragazzi, ragazza, ragazze, bambino, bambina, menino, meninos, menina, meninas, jongen, jongens, meisje, meisjes, kille, killar,
    pojke, pojkar, tjej, tjejer, flicka, flickor, dreng, drenge, pige, piger, gutt, gutter, jente, jenter, pojat, tytöt, chłopiec, chłopcy,
    dziewczynka, dziewczynki, dziewczęce, chlapec, chlapci, dívka, dívky, dievča, fiú, fiúk, lány, lányok, băieți, băiat, fete, fată, мальчик,
    мальчики, девочка, девочки, хлопчик, хлопчики, дівчинка, дівчатка, αγόρι, αγόρια, κορίτσι, κορίτσια, أولاد, بنات, בנים, בנות, 男の子, 男の子用,
    女の子, 女の子用, 男童, 女童, 남아, 여아, bé trai, bé gái, เด็กผู้ชาย, เด็กผู้หญิง, guy, guys`),
  age_group: list(`
    teen, teens, teenager, teenagers, adolescent, adolescents, ado, ados, adolescente, adolescentes, adolescenti, jugendlicher, jugendliche, tieners,
    tonåring, tonåringar, senior, seniors, junior, juniors, youth, jugend, boy, boys, girl, girls, niño, niña, ragazzi, bambino, bambina, menino,
    menina, meninos, meninas, ילדה`),
});
