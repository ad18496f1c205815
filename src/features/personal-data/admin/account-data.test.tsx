import { expect, test } from "vitest";
import type { User } from "#features/identity/people/endpoints.ts";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { wordsOf } from "#test/support/reader-markup.tsx";
import { AccountData } from "./account-data.tsx";

const USER: User = {
  id: 7,
  name: "<u>Amina</u>",
  email: "amina@news.example",
  image_url: "",
  role: "writer",
  is_active: false,
  created: "2026-01-05T09:00:00.000Z",
  last_sign_in: null,
};

test("somebody's data is exported or erased from a dialog that names whose it is, as it was written", () => {
  const html = adminMarkup(<AccountData user={USER} onErased={() => {}} onClose={() => {}} />);
  const label = html.match(/<dialog[^>]*aria-labelledby="([^"]*)"/)?.[1];
  expect(html).toMatch(new RegExp(`<h2 id="${label}"[^>]*>Personal data of &lt;u&gt;Amina&lt;/u&gt;<`));
  expect(wordsOf(html)).toContain("All stored data about amina@news.example");
  // Erasing asks once more, which its name says.
  expect(wordsOf(html)).toMatch(/Export everything Erase\.\.\. Close$/);
});
