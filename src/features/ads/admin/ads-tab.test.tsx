import { describe, expect, test, vi } from "vitest";
import { ApiError } from "#shared/api-client.ts";
import { adminMarkup, editorApi, hookResult } from "#test/support/admin-markup.tsx";
import type { Answered } from "#test/support/answers.ts";
import { parseHtml } from "#test/support/parse-html.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import { adSettings, adVersion } from "../rules.ts";
import type { AdSpace } from "../schema.ts";
import { AD_KIND, versioned } from "./ad-kind.ts";
import { AdPreview, EmptySlots, useInactiveHint } from "./ads-tab.tsx";

const SPACE: AdSpace = {
  id: 3,
  name: "Top",
  type: "leaderboard",
  location: "homepage",
  active: true,
  image_url: "/media/x.png",
  alt: "",
  target_url: "",
  has_slots: true,
  views: 12_345,
  clicks: 0,
};
const DRAFT = AD_KIND.valuesOf(SPACE);

describe("an ad space that is typed", () => {
  test("needs a name and a location, and says both at once", () => {
    expect(AD_KIND.missingIn(AD_KIND.empty, null)).toEqual({
      name: "Please enter an ad name",
      location: "Please enter a location",
    });
    expect(AD_KIND.missingIn(DRAFT, null)).toEqual({});
  });

  test("of blanks alone has none once it is tidied, as it is before it is sent", () => {
    const tidied = AD_KIND.tidy?.({ ...DRAFT, name: " \n ", location: "\t" }) ?? DRAFT;
    expect(Object.keys(AD_KIND.missingIn(tidied, null))).toEqual(["name", "location"]);
  });

  test("has its fields shown in words beside another version", () => {
    const shown = Object.values(AD_KIND.fields).map(({ label, show }) => [label, show(DRAFT)]);
    expect(shown).toContainEqual(["Ad Type", "Leaderboard"]);
    expect(shown).toContainEqual(["Status", "Active"]);
    expect(AD_KIND.fields.active.show({ ...DRAFT, active: false })).toBe("Inactive");
  });

  test("keeps out of the form what only the server counts", () => {
    expect(Object.keys(DRAFT).sort()).toEqual(Object.keys(AD_KIND.empty).sort());
  });

  test("is a version whose counts may go on meanwhile, but nothing else", () => {
    const { etag } = versioned(SPACE);
    expect(versioned({ ...SPACE, views: 99_999, clicks: 5 }).etag).toBe(etag);
    expect(versioned({ ...SPACE, active: false }).etag).not.toBe(etag);
    // What is moved from one field to its neighbour is a change.
    expect(adVersion({ ...DRAFT, alt: "ab", target_url: "" })).not.toBe(
      adVersion({ ...DRAFT, alt: "a", target_url: "b" }),
    );
  });
});

describe("empty slots", () => {
  const hidden: readonly Answered[] = [[adSettings(), { shows_empty_slots: false }]];
  const hint = (draft: typeof DRAFT, answers: readonly Answered[] = []) =>
    hookResult(() => useInactiveHint(draft), { answers });

  test("are switched on or off in the tab, where the backend has the setting", () => {
    const state = (answers: readonly Answered[]) =>
      parseHtml(adminMarkup(<EmptySlots />, { answers })).values("[role=switch]", "aria-checked");
    expect([state(hidden), state([[adSettings(), { shows_empty_slots: true }]])]).toEqual([["false"], ["true"]]);
    expect(adminMarkup(<EmptySlots />)).toBe("");
  });

  test("decide what the hint of an inactive ad says that readers see", () => {
    const inactive = { ...DRAFT, active: false };
    expect(hint(inactive)).toContain("readers see “This space is open” in its place");
    expect(hint(inactive, hidden)).toContain("readers see nothing in its place");
    expect(hint(DRAFT, hidden)).toBeUndefined();
    expect(hint({ ...inactive, location: "nowhere" })).toBeUndefined();
  });

  test("decide what the preview of an ad without a picture says", () => {
    const words = wordsOf(adminMarkup(<AdPreview draft={{ ...DRAFT, image_url: "" }} />, { answers: hidden }));
    expect(words).toContain("Home page: readers see nothing until it has a picture.");
  });
});

describe("a single ad space is read from the list", () => {
  const api = editorApi({ send: vi.fn(async () => ({ body: [SPACE], etag: null, hasOthers: false })) });

  test("with the version to change, or is gone", async () => {
    expect(await AD_KIND.read(api, 3)).toEqual(versioned(SPACE));
    await expect(AD_KIND.read(api, 4)).rejects.toEqual(expect.objectContaining({ status: 404 }));
    await expect(AD_KIND.read(api, 4)).rejects.toBeInstanceOf(ApiError);
  });
});

describe("the preview of an ad space", () => {
  const preview = (change: Partial<typeof DRAFT>) =>
    parseHtml(adminMarkup(<AdPreview draft={{ ...DRAFT, ...change }} />));

  test.each([
    ["it leads nowhere", {}, "Home page, without a link"],
    ["its address is completed", { target_url: "shop.example" }, "Home page, leading to https://shop.example"],
    ["its location is written otherwise", { location: " HOMEPAGE " }, "Home page, without a link"],
    ["it is inactive, wherever", { active: false, location: "nowhere" }, "Inactive: readers do not see it."],
    ["it has no picture yet", { image_url: "  " }, "Home page: readers see the open space."],
    // The note at the field says it already.
    ["no page has its location", { location: "nowhere" }, ""],
  ])("says what readers get where %s", (_what, change, words) => {
    expect(preview(change).texts("p").at(-1)).toBe(words);
  });

  test.each(["", "  ", "https://other.example/tracking.gif"])("fetches no picture for %j", (image_url) => {
    expect(preview({ image_url }).all("img")).toEqual([]);
  });

  test("says what the picture says, else what the space is called, and none of it is markup", () => {
    const altOf = (alt: string) => preview({ alt }).values("img", "alt");
    expect([altOf("Buy <now>"), altOf("")]).toEqual([["Buy <now>"], ["Top"]]);
  });
});
