/**
 * Latin forms of letters that depend on the language, as alternating keys and values. Letters that are in none have the
 * form of `slug.ts`, which is that of Russian for Cyrillic letters.
 */
const LATIN_FORMS = Object.fromEntries(
  Object.entries({
    de: "ä ae ö oe ü ue",
    da: "å aa ø oe æ ae",
    hr: "đ dj",
    sr: "đ dj ђ dj ж z ч c ш s х h ц c",
    mk: "ѓ gj ќ kj џ dzh х h ц c",
    bg: "щ sht ъ a ь y х h",
    uk: "зг zgh г h и y й i ї i є ie ю iu я ia",
    be: "г h ў u",
  }).map(([language, forms]) => {
    const all = forms.split(" ");
    return [language, new Map(all.flatMap((key, at) => (at % 2 === 0 ? [[key, all[at + 1] ?? ""] as const] : [])))];
  }),
);

/** Languages that write their letters as another one does. */
const SAME: Readonly<Record<string, string>> = { no: "da", nb: "da", nn: "da", bs: "hr", lb: "de", gsw: "de" };

/** Letters of Turkic and other languages in Cyrillic, alike in all of them. */
const OTHER_CYRILLIC = new Map(
  [..."әaғgқqұuүuөoһhҳhҷjӯuўuѝi"].flatMap((letter, at, all) => (at % 2 === 0 ? [[letter, all[at + 1] ?? ""]] : [])),
);

/** Cyrillic letters that start a Ukrainian word. */
const UKRAINIAN_START = new Map([..."йїєюя"].map((letter, at) => [letter, ["y", "yi", "ye", "yu", "ya"][at] ?? ""]));

const WRITTEN_IN_CYRILLIC = new Set(["ru", "uk", "be", "bg", "mk", "sr", "kk", "ky", "mn", "tg", "tt"]);

/** The language of a Cyrillic text by letters that no other one has; Russian if there are none. */
function cyrillicLanguage(text: string): string {
  if (/ў/.test(text)) return "be";
  if (/[ѓќѕ]/.test(text)) return "mk";
  if (/[ђћљњџј]/.test(text)) return "sr";
  if (/[ыэё]/.test(text)) return "ru";
  if (/[іїєґ]/.test(text)) return "uk";
  // In Russian this sign is only between a consonant and one of these vowels.
  return /ъ(?![еюя])/.test(text) ? "bg" : "ru";
}

const baseOf = (letter: string) => letter.normalize("NFD")[0] ?? "";

const GREEK: readonly [RegExp, string][] = [
  [/ο[υύ]/g, "ou"],
  [/([αε])[υύ](?=[αάεέηήιίοόυύωώβγδζλμνρ])/g, "$1v"],
  [/([αε])[υύ]/g, "$1f"],
  [/γ(?=[γξχ])/g, "n"],
  [/(?<!\p{L})μπ/gu, "b"],
];

/**
 * Writes letters of a lower-case text in NFC as its language (a BCP 47 tag, or nothing) writes them in Latin letters. Only
 * letters whose form depends on the language: all others, and scripts without vowels or of syllables, are unchanged.
 */
export function withLatinForms(text: string, language: string): string {
  const [tag = ""] = language.toLowerCase().split("-", 1);
  const given = SAME[tag] ?? tag;
  const isCyrillic = /\p{Script=Cyrillic}/u.test(text);
  const read = isCyrillic && !WRITTEN_IN_CYRILLIC.has(given) ? cyrillicLanguage(text) : given;
  const forms = LATIN_FORMS[read];
  const start =
    read === "uk" ? text.replace(/(?<!\p{L})[йїєюя]/gu, (letter) => UKRAINIAN_START.get(letter) ?? letter) : text;
  const greek = GREEK.reduce((all, [pattern, latin]) => all.replace(pattern, latin), start);
  return greek.replace(
    /зг|\p{L}/gu,
    (letter) => forms?.get(letter) ?? OTHER_CYRILLIC.get(letter) ?? OTHER_CYRILLIC.get(baseOf(letter)) ?? letter,
  );
}
