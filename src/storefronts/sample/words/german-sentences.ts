import type { Sentences } from "./words.ts";

export const germanSentences: Sentences = {
  openings: [
    "<strong>{title}</strong> von {vendor}: gemacht für Tage, an denen sich der Plan schon vor Mittag zweimal ändert.",
    "Wir haben {vendor} um ein Stück gebeten, das wir auch in zehn Jahren noch wollen. <em>{title}</em> kam zurück.",
    "{title} steht seit dem Frühjahr in unserem eigenen Regal, und noch hat es niemand kleingekriegt.",
    "Manches kauft man nur einmal. Daran hat {vendor} bei <b>{title}</b> gedacht.",
  ],
  praise: {
    apparel: ["An den Schultern locker, sonst ruhig geschnitten: so trägt es sich auch unter einer Jacke.", "Die Nähte sind von Hand gekappt &ndash; nichts kratzt, nichts franst."],
    outerwear: ["Der Wind bleibt draußen, die Wärme drinnen, und in die Taschen passt eine ganze Thermoskanne.", "Die Blende schließt mit einer Hand, auch in Handschuhen."],
    shoes: ["Die Sohle gibt nach, wo der Fuß nachgibt; einlaufen muss man hier nichts.", "Jedes Paar lässt sich neu besohlen, und die alte Sohle wandert in die nächste Charge."],
    bags: ["Sie steht von allein, öffnet weit und schließt auch, wenn zu viel eingepackt wurde.", "Der Gurt ist aus einem Stück: keine Niete, keine schwache Stelle."],
    furniture: ["Es kommt in zwei Paketen und steht nach vier Schrauben; der Schlüssel liegt bei.", "Jedes Brett wird nach Augenmaß gewählt, darum sind Maserung und Äste immer anders."],
    kitchen: ["In einem einzigen Tal gedreht, glasiert &amp; gebrannt, dann mit kochender Suppe geprüft.", "Es lässt sich stapeln, ohne zu klappern, und übersteht die Spülmaschine."],
    books: ["Ein Buch für lange Abende, mit Leseband, damit man mitten im Satz aufhören kann.", "Auf Papier gedruckt, das nach Papier riecht; 312&nbsp;Seiten, fadengeheftet."],
    cosmetics: ["Wenig reicht weit: eine Fingerspitze genügt für beide Wangen.", "Keine Farbstoffe, kein Mikroplastik, nichts, was man nachschlagen müsste."],
    electronics: ["Das Geflecht hält 20.000 Knicke aus, also etwa elf Jahre schlechter Angewohnheiten.", "Es bleibt kühl und leise und passt an jede Steckdose im Haus &lt; 240&nbsp;V."],
    food: ["Dienstags in kleinen Mengen gemacht; darum ist es an manchem Montag ausverkauft.", "Ein Jahr haltbar, nur ist bei uns noch kein Glas so alt geworden."],
    jewellery: ["An einer Werkbank von einer Hand gefeilt und poliert; die Initialen stehen innen.", "Leicht genug, um es zu vergessen, und fest genug, um es nicht zu verlieren."],
    giftcard: ["Er kommt binnen Minuten per E-Mail und verfällt nie.", "Er lässt sich in Teilen einlösen, für alles im Laden, ob reduziert oder nicht."],
  },
  general: [
    "Alles wird in Papier verpackt &mdash; nie in Plastik &mdash; und verlässt unsere Werkstatt innerhalb von zwei Werktagen.",
    "30&nbsp;Tage Bedenkzeit; das Rücksendeetikett liegt schon im Paket.",
    "Fragen? Schreiben Sie uns auf Deutsch, Englisch oder Französisch, ein Mensch antwortet.",
    "Wir fertigen einige Hundert Stück und hören auf, wenn das Material verbraucht ist.",
    "Wenn etwas kaputtgeht, reparieren wir lieber, als zu ersetzen.",
    "Jede Lieferung wird geprüft &amp; von Hand unterschrieben, bevor sie hinausgeht.",
    "Preise mit Steuer; ab 80&nbsp;&euro; liefern wir im Inland kostenlos.",
    "Die Fotos zeigen das Stück bei Tageslicht; Bildschirme und Farbbäder fallen verschieden aus.",
  ],
  features: [
    "Zum Reparieren gemacht", "Ein Jahr bei uns im Laden erprobt", "Ohne Plastik verpackt", "Ersatzteile zehn Jahre lang",
    "Am Küchentisch entworfen", "Aus einem Familienbetrieb", "Gewicht &lt; gedacht", "Auf Wunsch als Geschenk verpackt",
  ],
  care: [
    "Feucht abwischen; nicht in die pralle Sonne legen.",
    "Kalt mit ähnlichen Farben waschen, liegend trocknen.",
    "Nach Gebrauch einen Tag ruhen lassen & es hält länger.",
    "Trocken lagern, bei 12–18 °C.",
  ],
  headings: { details: "Einzelheiten", care: "Pflege", delivery: "Lieferung &amp; Rückgabe", story: "Wie es entsteht" },
  labels: { material: "Material", origin: "Hergestellt in", article: "Artikel" },
}; // prettier-ignore
