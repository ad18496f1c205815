import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contentElement, ELEMENT_NAMES, type ElementName, ISSUE_ELEMENT_NAMES } from "#features/content/model.ts";
import { TRANSLATIONS } from "#shared/messages/all.ts";
import { textIn } from "#shared/translate.ts";

/** The elements and `.classes` that the rules of long-form content name, whatever state they ask for. */
const STYLED = new Set(
  ["prose.css", "asides.css", "cards.css"]
    .map((name) => readFileSync(join(import.meta.dirname, name), "utf8"))
    .flatMap((css) => css.replace(/\/\*[^*]*\*\//g, "").match(/[^{};]+(?=\{)/g) ?? [])
    .filter((selector) => !selector.trim().startsWith("@"))
    .flatMap((selector) => selector.replace(/\[[^\]]*\]|:[a-z-]+/g, " ").match(/\.?[a-z][a-z0-9-]*/g) ?? []),
);

/** By each of its classes if they make it what it is, else by its name. */
function isStyled(name: ElementName): boolean {
  const { kindClass, classes = [], issueClasses = [] } = contentElement(name) ?? {};
  const wanted = kindClass === "required" ? [...classes, ...issueClasses].map((one) => `.${one}`) : [name];
  return wanted.every((one) => STYLED.has(one));
}

test("whatever content may contain is styled, but for what looks right as browsers show it", () => {
  const plain = [...ELEMENT_NAMES, ...ISSUE_ELEMENT_NAMES].filter((name) => !isStyled(name));
  // A page shows an article of an issue as a list does. Only Arabic has a rule for `em` and `i`.
  expect(plain).toEqual(["br", "tbody", "strong", "b", "u", "s", "article"]);
});

test("every headline gives back the word space that its typeface and tracking take", () => {
  const rules = ["site.css", "prose.css", "asides.css"].flatMap(
    (name) => readFileSync(join(import.meta.dirname, name), "utf8").match(/[^{}]*\{[^{}]*/g) ?? [],
  );
  const headlines = rules.filter((rule) => rule.includes("font-family: var(--font-display)"));
  expect(headlines).toHaveLength(4);
  for (const rule of headlines) expect(rule).toMatch(/word-spacing: 0\.0[4-9]em/);
});

test("the names of asides are those of the messages in every language", () => {
  const css = readFileSync(join(import.meta.dirname, "asides.css"), "utf8");
  for (const language of Object.keys(TRANSLATIONS)) {
    const [, rule = ""] = new RegExp(`&:lang\\(${language}\\) \\{([^}]*)\\}`).exec(css) ?? [];
    const shown = [...rule.matchAll(/--[\w-]+: "([^"]*)"/g)].map(([, name]) => name);
    const english = ["Note", "Tip", "Warning", "Key points", "Sponsored"] as const;
    // Without a rule of its own, a language that translates none of them shows the English names.
    expect(shown.length > 0 ? shown : english, language).toEqual(english.map((name) => textIn(language)(name)));
  }
});
