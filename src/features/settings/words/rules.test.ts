import { expect, test } from "vitest";
import { messagesIn } from "./messages.ts";
import { codeFault, formsOf, isSameText, textFault, wordsFaults, wordsFile } from "./rules.ts";

test.each([
  ["{name} by email", "Brief von {name}", null],
  ["{name} by email", "Our letter", "The text must contain {name}."],
  ["{name} by email", "{name}, {title}", "The text contains {title}, which has no value here."],
  ["{name} by email", "{name} {name}", "The text contains {name} twice."],
  ["Home", "<b>Home</b>", "The text must not contain HTML."],
  ["Home", "1 < 2", null],
  ["Home", "a\nb", "The text must be a single line."],
  ["Home", "a\u2067b", "The text contains an invisible character that changes the direction of text."],
  ["Home", "a\u202eb", "The text contains an invisible character that changes the direction of text."],
  ["Home", "a\u0000b", "The text contains characters that cannot be stored."],
  ["Home", "x".repeat(501), "The text must have at most 500 characters."],
])("%s as %j", (key, text, fault) => expect(textFault(key, text)).toBe(fault));

test("plural forms are those of the language, and may omit the number where it is said in words", () => {
  const message = {
    key: "{count} articles",
    part: "lists",
    text: { one: "1 article", other: "{count} articles" },
    is_translated: true,
  };
  expect(formsOf("ar").at(-1)).toBe("other");
  expect(wordsFaults(message, { one: "Un article", other: "{count} articles" }, "fr")).toEqual({});
  expect(wordsFaults(message, { one: "", other: "" }, "fr")).toEqual({});
  expect(wordsFaults(message, "{count} articles", "fr")).toHaveProperty(["{count} articles"]);
  expect(wordsFaults(message, { one: "Un article" }, "fr")).toEqual({
    "{count} articles (other)": "The form “other” is required.",
  });
  expect(wordsFaults(message, { two: "x", other: "articles" }, "en")).toEqual({
    "{count} articles (two)": "This language has only the plural forms one, other.",
    "{count} articles (other)": "The text must contain {count}.",
  });
});

test.each(["french", "fr-u-nu-arab", "FR", "", "../x", "fr\u202e"])("%j is no code of a language", (code) =>
  expect(codeFault(code)).not.toBeNull(),
);

test.each(["fr", "pt-BR", "az-Arab", "so"])("%s is a code of a language", (code) => expect(codeFault(code)).toBeNull());

test.each(["en", "sw", "ar"])(
  "the program's texts in %s pass their own rules, and an export is the same again",
  (language) => {
    const messages = messagesIn(language);
    const file = wordsFile(language, messages, {});
    for (const message of messages) {
      expect(wordsFaults(message, file.words[message.key], language), message.key).toEqual({});
      expect(isSameText(file.words[message.key], message.text)).toBe(true);
    }
  },
);

test("a file of a language without words has an empty text for each message", () => {
  const messages = messagesIn("so");
  const { words, direction } = wordsFile("so", messages, { Home: "Guriga" });
  expect([direction, words.Home, words["Try again"], words["{count} articles"]]).toEqual([
    "ltr",
    "Guriga",
    "",
    { one: "", other: "" },
  ]);
  expect(Object.keys(words)).toHaveLength(messages.length);
});
