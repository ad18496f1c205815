import { expect, test } from "vitest";
import type { User } from "#features/people/schema.ts";
import { readable, renderAdmin } from "#test/support/admin-screen.tsx";
import { AccountData } from "./account-data.tsx";

const USER: User = {
  ...{ id: 7, name: "<u>Amina</u>", email: "amina@news.example", image_url: "", role: "writer", is_active: false },
  ...{ created: "2026-01-05T09:00:00.000Z", last_sign_in: null },
};

test("somebody's data is exported or erased from a dialog that names whose it is, as it was written", () => {
  const html = renderAdmin(<AccountData user={USER} onErased={() => {}} onClose={() => {}} />);
  const label = html.match(/<dialog[^>]*aria-labelledby="([^"]*)"/)?.[1];
  expect(html).toMatch(new RegExp(`<h2 id="${label}"[^>]*>Personal data of &lt;u&gt;Amina&lt;/u&gt;<`));
  expect(readable(html)).toContain("Everything that is kept about amina@news.example");
  // Erasing asks once more, which its name says.
  expect(readable(html)).toMatch(/Export everything Erase\.\.\. Close$/);
});
