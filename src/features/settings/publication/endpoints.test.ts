import { expect, test } from "vitest";
import { publicationFileOf } from "#test/support/publication-file.ts";
import { nameTexts, readPublication } from "./endpoints.ts";

const CONTACT = {
  intro: "Write to {name}.",
  office: "Lagos, Nigeria",
  hours: [{ days: "Every day", time: "8:00 AM-4:00 PM WAT" }],
};

test("the publication's own file replaces whole sections, and its name is filled in wherever it is used", () => {
  const came = nameTexts(readPublication(), "Jarida");
  const own = nameTexts(readPublication(publicationFileOf(JSON.stringify({ contact: CONTACT }))), "Coin & $& Post");
  expect(own.contact).toEqual({ ...CONTACT, intro: "Write to Coin & $& Post." });
  expect(own.home).toEqual(came.home);
  expect(own.about.intro).toBe(came.about.intro.replace("Jarida", () => "Coin & $& Post"));
  expect(own.advertise.packages).toEqual(came.advertise.packages);
  expect(JSON.stringify(own)).not.toContain("{name}");
});

test("the built-in texts promise nothing that the program does not do, and keep the specified numbers", () => {
  const { about, advertise } = nameTexts(readPublication(), "Jarida");
  // The program measures no opens of mails, and knows nothing of payments and response times.
  expect(JSON.stringify([about, advertise])).not.toMatch(
    /opens|paid in|business day|answers their mail|never animated/i,
  );
  expect(advertise.stats.map(({ figure }) => figure)).toEqual(["15K+", "100K+", "25K+"]);
  expect(advertise.packages.map(({ price, per }) => price + per)).toEqual([
    "$500/month",
    "$650/article",
    "$600/edition",
  ]);
});

test.each([
  ["no JSON", "{", "is not JSON"],
  ["another type", JSON.stringify({ contact: { ...CONTACT, office: 7 } }), "contact.office"],
  ["a blank text", JSON.stringify({ contact: { ...CONTACT, office: " " } }), "contact.office: must not be blank"],
  ["half of a part", JSON.stringify({ contact: { office: "Lagos" } }), "contact.intro"],
  ["an unknown part", JSON.stringify({ abuot: {} }), "abuot"],
  ["no object", "[]", "the file"],
  ["too much", " ".repeat(300_000), "larger than 256 KiB"],
])("a file with %s is rejected in one line that names the place", (_case, content, words) => {
  const path = publicationFileOf(content);
  let message = "";
  try {
    readPublication(path);
  } catch (error) {
    message = (error as Error).message;
  }
  expect(message).toContain(path);
  expect(message).toContain(words);
  expect(message).not.toContain("\n");
});
