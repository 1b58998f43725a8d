import type { Sentences } from "./words.ts";

export const frenchSentences: Sentences = {
  openings: [
    "<strong>{title}</strong> de {vendor}&nbsp;: pensé pour les jours où tout change deux fois avant midi.",
    "Nous avons demandé à {vendor} un objet que nous aimerions encore dans dix ans. Voici <em>{title}</em>.",
    "{title} est sur notre propre étag&egrave;re depuis le printemps, et personne n’en est encore venu à bout.",
    "Certaines choses ne s’ach&egrave;tent qu’une fois. {vendor} y a pensé avec <b>{title}</b>.",
  ],
  praise: {
    apparel: ["La coupe est souple aux épaules et sage ailleurs&nbsp;: elle se porte sous une veste sans faire de plis.", "Les coutures sont rabattues &agrave; la main &ndash; rien ne gratte, rien ne s’effiloche."],
    outerwear: ["Le vent reste dehors, la chaleur dedans, et les poches avalent un thermos entier.", "Le rabat se ferme d’une main, même avec des gants."],
    shoes: ["La semelle plie là où le pied plie&nbsp;; il n’y a rien à assouplir.", "Chaque paire peut être ressemelée, et l’ancienne semelle repart dans la série suivante."],
    bags: ["Il tient debout tout seul, s’ouvre en grand et se ferme même trop rempli.", "La sangle est d’un seul tenant&nbsp;: ni rivet, ni point faible."],
    furniture: ["Il arrive en deux colis et tient debout après quatre vis&nbsp;; la clé est dans la boîte.", "Chaque planche est choisie à l’&oelig;il&nbsp;: veines et n&oelig;uds changent d’une pièce à l’autre."],
    kitchen: ["Tourné, émaillé &amp; cuit dans une seule vallée, puis essayé avec de la soupe bouillante.", "La pile ne tinte pas et supporte le lave-vaisselle."],
    books: ["Un livre pour les longues soirées, avec un signet pour s’arrêter au milieu d’une phrase.", "Imprimé sur un papier qui sent le papier&nbsp;; 312&nbsp;pages, cousues."],
    cosmetics: ["Il en faut peu&nbsp;: le bout d’un doigt suffit pour les deux joues.", "Ni colorant, ni microplastique, rien qu’il faille chercher dans un dictionnaire."],
    electronics: ["La gaine tressée supporte 20&nbsp;000 pliages, soit onze ans de mauvaises habitudes.", "Il reste froid, silencieux, et convient à toutes les prises de la maison &lt; 240&nbsp;V."],
    food: ["Préparé le mardi, en petites quantités&nbsp;; voilà pourquoi il manque certains lundis.", "À consommer dans l’année, mais aucun pot n’a tenu si longtemps chez nous."],
    jewellery: ["Limé et poli sur un seul établi, par une seule personne, dont les initiales sont à l’intérieur.", "Assez léger pour l’oublier, assez solide pour ne pas le perdre."],
    giftcard: ["Elle arrive par courriel en quelques minutes et n’expire jamais.", "Elle se dépense en plusieurs fois, sur toute la boutique, soldes comprises."],
  },
  general: [
    "Tout est emballé dans du papier &mdash; jamais dans du plastique &mdash; et quitte l’atelier sous deux jours ouvrés.",
    "Vous avez 30&nbsp;jours pour changer d’avis&nbsp;; l’étiquette de retour est déjà dans le colis.",
    "Une question&nbsp;? Écrivez-nous en français, en anglais ou en allemand, une personne vous répondra.",
    "Nous produisons quelques centaines de pièces, puis nous nous arrêtons quand la matière est épuisée.",
    "Si quelque chose casse, nous préférons réparer plutôt que remplacer.",
    "Chaque envoi est vérifié &amp; signé à la main avant de partir.",
    "Prix taxes comprises&nbsp;; livraison offerte dès 80&nbsp;&euro; dans le pays.",
    "Les photos montrent l’objet à la lumière du jour&nbsp;; les écrans et les bains de teinture varient.",
  ],
  features: [
    "Conçu pour être réparé", "Essayé un an dans notre boutique", "Emballé sans plastique", "Pièces détachées pendant dix ans",
    "Dessiné sur une table de cuisine", "D’une entreprise familiale", "Poids &lt; ce que l’on croit", "Papier cadeau sur demande",
  ],
  care: [
    "Essuyer avec un chiffon humide\u00a0; éviter le plein soleil.",
    "Laver à froid avec des couleurs proches, sécher à plat.",
    "Laisser reposer un jour après usage & il durera plus longtemps.",
    "Conserver au sec, entre 12 et 18\u00a0°C.",
  ],
  headings: { details: "Détails", care: "Entretien", delivery: "Livraison &amp; retours", story: "Comment c’est fait" },
  labels: { material: "Matière", origin: "Fabriqué en", article: "Article" },
}; // prettier-ignore
