import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { freeSlug, isSlug, MAX_SLUG, slugIn, slugify } from "./slug.ts";

/** The rule, written differently from the code: no upper case, single hyphens as separators, at least one character. */
const WELL_FORMED = /^[\p{L}0-9][\p{L}\p{M}0-9]*(-[\p{L}0-9][\p{L}\p{M}0-9]*)*$/u;
const LATIN = /\p{Script=Latin}/u;

/** Names as people and machines write them: any script, stacked marks, paths, joiners, lone surrogates. */
const names = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 100 }),
  fc.string({ unit: "binary", maxLength: 100 }),
  fc.string({
    unit: fc.constantFrom(..."aÅéñß ./\\-_%'’\u0301\u0323\u00ad\u200d\ufe0f٣५९ЙїΆς日が한🦄\ud800"),
    maxLength: 100,
  }),
);

describe("the slug of a name", () => {
  test.each([
    ["  Deep   Space / Café? ", "deep-space-cafe"],
    ["../../etc/pass", "etc-pass"],
    ["ai--machines", "ai-machines"],
    ["AI & Machines_2", "ai-machines-2"],
    ["Editor's “best”", "editors-best"],
    ["Łódź, Straße & Ærø", "lodz-strasse-aero"],
    ["Zürich İstanbul", "zurich-istanbul"],
    ["Новости: Биткойн", "novosti-bitkoyn"],
    ["Київ", "kiyiv"],
    ["Αθήνα", "athina"],
    ["日本のニュース", "日本のニュース"],
    ["हिन्दी समाचार", "हिन्दी-समाचार"],
    ["ＮＦＴｓ", "nfts"],
    ["سنة ٢٠٢٤", "سنة-2024"],
    ["2024", "category-2024"],
    ["٢٠٢٤", "category-2024"],
    ["2024-25", "2024-25"],
    ["🦄 !!!", "category"],
    ["", "category"],
  ])("%s becomes %s", (name, slug) => {
    expect(slugify(name, "category")).toBe(slug);
  });

  test.each([
    ["de", "Über Äpfel, Größe und Öl", "ueber-aepfel-groesse-und-oel"],
    ["de-CH", "Zu\u0308rich", "zuerich"],
    ["sv", "Åre, älg och ö", "are-alg-och-o"],
    ["fi", "Yö Äänekoskella", "yo-aanekoskella"],
    ["da", "Æble på Ærø", "aeble-paa-aeroe"],
    ["nb", "Ålesund", "aalesund"],
    ["tr", "İSTANBUL’da ılık çağ", "istanbulda-ilik-cag"],
    ["az", "Bakı şəhəri", "baki-seheri"],
    ["hr", "Đakovo i žičara", "djakovo-i-zicara"],
    ["en", "Über Motörhead", "uber-motorhead"],
    ["", "Über", "uber"],
    ["bg", "България въвежда", "balgariya-vavezhda"],
    ["", "България въвежда", "balgariya-vavezhda"],
    ["bg", "Още щастие", "oshte-shtastie"],
    ["uk", "Київ", "kyiv"],
    ["", "Київ", "kyiv"],
    ["uk", "Згурський, Єнакієве, Юрій, Гадяч", "zghurskyi-yenakiieve-yurii-hadiach"],
    ["ru", "Киев: объект, подъезд и щи", "kiev-obekt-podezd-i-shchi"],
    ["", "Съезд", "sezd"],
    ["", "Новости: Биткойн", "novosti-bitkoyn"],
    ["be", "Беларусь і Гродна", "belarus-i-hrodna"],
    ["", "Магілёў", "mahilyou"],
    ["sr", "Жене и Чачак", "zene-i-cacak"],
    ["", "Ђоковић и Љубљана", "djokovic-i-ljubljana"],
    ["mk", "Скопје, Ѓорѓи и Ќе", "skopje-gjorgji-i-kje"],
    ["kk", "Қазақстан үні", "qazaqstan-uni"],
    ["el", "Ουρανός, Εύβοια, αυτό, Άγγελος, Μπάμπης", "ouranos-evvoia-afto-angelos-bampis"],
    ["", "Μητσοτάκης του", "mitsotakis-tou"],
    ["ar", "سنة جديدة", "سنة-جديدة"],
    ["zh", "北京新闻", "北京新闻"],
    ["ja", "日本のニュース", "日本のニュース"],
    ["th", "ข่าวด่วน", "ข่าวด่วน"],
  ])("in %j, %s becomes %s", (language, name, slug) => {
    expect(slugIn(language, name, "article")).toBe(slug);
    expect(isSlug(slug)).toBe(true);
  });

  test("in any language is its own slug", () => {
    fc.assert(
      fc.property(names, fc.constantFrom("", "de", "uk", "bg", "sr", "el", "x"), (name, language) => {
        const slug = slugIn(language, name, "category");
        expect([isSlug(slug), slugIn(language, slug, "category")]).toEqual([true, slug]);
      }),
      { numRuns: 2_000 },
    );
  });

  test("is well formed, lower case, in NFC, not too long, and its own slug", () => {
    fc.assert(
      fc.property(names, (name) => {
        const slug = slugify(name, "category");
        expect(slug).toMatch(WELL_FORMED);
        expect(slug).not.toMatch(/^\d+$/);
        expect(slug).toBe(slug.toLowerCase());
        expect(slug).toBe(slug.normalize("NFC"));
        expect(slug.isWellFormed()).toBe(true);
        expect(slug.length).toBeLessThanOrEqual(MAX_SLUG);
        expect(isSlug(slug)).toBe(true);
        expect(slugify(slug, "category")).toBe(slug);
      }),
      { numRuns: 2_000 },
    );
  });

  test("is the same for composed and decomposed letters, and for any case", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 50 }), (name) => {
        const slug = slugify(name, "category");
        for (const form of ["NFC", "NFD", "NFKC", "NFKD"])
          expect(slugify(name.normalize(form), "category"), form).toBe(slug);
      }),
      { numRuns: 2_000 },
    );
  });

  test("has no Latin letter beyond ASCII where the languages of Europe and Africa have one", () => {
    const letters = Array.from({ length: 0x17f - 0xc0 }, (_, at) => String.fromCodePoint(0xc0 + at));
    for (const letter of letters.filter((one) => LATIN.test(one)))
      expect(slugify(`x${letter}x`, "category"), letter).toMatch(/^[a-z]+$/);
  });

  test("is derived from an endless name in no time", () => {
    expect(slugify("e\u0301\u0323".repeat(1_000_000), "category")).toHaveLength(MAX_SLUG);
  });
});

test("a slug that is taken gets the next free number, and is still a slug", () => {
  fc.assert(
    fc.property(names, fc.integer({ min: 1, max: 12 }), (name, others) => {
      const taken = new Set<string>();
      for (let at = 0; at < others; at += 1) taken.add(freeSlug(slugify(name, "category"), taken));
      expect(taken.size).toBe(others);
      for (const slug of taken) expect(isSlug(slug), slug).toBe(true);
    }),
  );
  expect(freeSlug("tech", new Set(["tech", "tech-2"]))).toBe("tech-3");
  expect(freeSlug("tech", new Set(["tech", "tech-9", "other-40", "technology-50"]))).toBe("tech-10");
});

test("a free slug of ten thousand equal names is found in milliseconds", () => {
  const taken = new Set(["tech", ...Array.from({ length: 10_000 }, (_, at) => `tech-${at + 2}`)]);
  const began = process.cpuUsage();
  expect(freeSlug("tech", taken)).toBe("tech-10002");
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(60);
});

test.each(["", "L2", "a--b", "-a", "a-", "a/b", "../a", "a_b", "café", "cafe\u0301", "12", "a b", "ﬁ", "e\u0301"])(
  "%j is not a slug",
  (text) => expect(isSlug(text)).toBe(false),
);
