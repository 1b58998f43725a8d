/** What spreadsheets and shops write for `true` and `false`, in lower case. */
const words = (text: string): readonly string[] => Object.freeze(text.trim().split(/\s+/));

export const YES_WORDS = words(`
  true yes y 1 vrai oui wahr ja verdadero sí si vero verdadeiro sim waar sant sand sann tosi prawda tak doğru evet pravda ano áno igaz igen
  истина да істина так αληθης αληθής ναι adevărat da istina tiesa taip patiess jā tõene jah cert はい 真 是 예 참 ใช่ đúng có نعم כן`);

export const NO_WORDS = words(`
  false no n 0 faux non falsch nein falso não nao onwaar nee falskt falsk nej usann nei epätosi ei fałsz nie yanlış hayır nepravda ne hamis nem
  ложь нет хибність ні ψευδης ψευδής όχι fals nu neistina laž netiesa aplams nē väär いいえ 偽 否 假 아니요 거짓 ไม่ใช่ sai không لا לא`);
