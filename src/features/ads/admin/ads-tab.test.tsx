import { describe, expect, test, vi } from "vitest";
import { ApiError, NetworkError } from "#shared/api-client.ts";
import { adminMarkup, editorApi, hookResult } from "#test/support/admin-markup.tsx";
import type { Answered } from "#test/support/answers.ts";
import { parseHtml } from "#test/support/parse-html.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import { adSettings, adVersion } from "../rules.ts";
import type { AdSpace } from "../schema.ts";
import { AD_KIND, allAdSpaces, versioned } from "./ad-kind.ts";
import { AdPreview, AdsTab, EmptySlots, LocationField, useInactiveHint } from "./ads-tab.tsx";

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

describe("the list of ad spaces", () => {
  const tab = (answer?: object) => {
    const answered: readonly Answered[] = answer ? [[allAdSpaces(), answer]] : [];
    return adminMarkup(<AdsTab />, { answers: answered });
  };
  const cells = (html: string) =>
    parseHtml(html)
      .all("td")
      .map((cell) => [cell.getAttribute("data-label"), wordsOf(cell.innerHTML)]);

  test("tells of each what it is, where it is, and how it does", () => {
    expect(cells(tab([SPACE]))).toEqual([
      ["Name", "Top"],
      ["Type", "Leaderboard"],
      ["Location", "homepage"],
      ["Status", "Active"],
      ["Views", "12,345"],
      ["Clicks", "0"],
      ["Actions", ""],
    ]);
  });

  test("warns of one that no page shows, and of no other", () => {
    const html = tab([SPACE, { ...SPACE, id: 4, location: "home page" }, { ...SPACE, id: 5, location: " HomePage " }]);
    expect(cells(html).flatMap(([label, words]) => (label === "Location" ? [words] : []))).toEqual([
      "homepage",
      "home page No page has slots at this location",
      "HomePage",
    ]);
  });

  test("one that has never been counted has no views, and an inactive one says so", () => {
    const { views: _views, clicks: _clicks, ...never } = SPACE;
    expect(cells(tab([{ ...never, active: false }]))).toEqual(
      expect.arrayContaining([
        ["Status", "Inactive"],
        ["Views", "0"],
        ["Clicks", "0"],
      ]),
    );
  });

  test("names the row in the name of each button, and shows a name as text", () => {
    const html = tab([{ ...SPACE, name: `<img src=x onerror="alert(1)">` }]);
    const page = parseHtml(html);
    expect(page.all("img")).toEqual([]);
    const names = page.values("td button", "aria-label");
    for (const verb of ["Edit", "Delete"]) expect(names).toContain(`${verb} <img src=x onerror="alert(1)">`);
  });

  test("says that it is loading, that it is empty, or that it could not be fetched, never two of them", () => {
    const said = (html: string) =>
      ["Loading ad spaces...", "No ad spaces found.", "Could not fetch ad spaces"].filter((words) =>
        wordsOf(html).includes(words),
      );
    expect(said(tab())).toEqual(["Loading ad spaces..."]);
    expect(said(tab([]))).toEqual(["No ad spaces found."]);
    expect(said(tab(new NetworkError()))).toEqual(["Could not fetch ad spaces"]);
    expect(parseHtml(tab(new NetworkError())).all("table")).toEqual([]);
    expect(said(tab([SPACE]))).toEqual([]);
  });
});

describe("the location of an ad space", () => {
  const note = (value: string) =>
    parseHtml(adminMarkup(<LocationField value={value} error={undefined} onChange={() => {}} />))
      .role("status")
      .join();

  test.each(["", "  ", "homepage", " Article "])("is not objected to as %j", (value) => {
    expect(note(value)).not.toContain("No page");
  });

  test("may be anything, but one that no page uses is pointed out", () => {
    expect(note("sidebar")).toContain("No page has slots at this location: readers will not see this ad.");
  });

  test("has its error read out with it, beside its hint", () => {
    const error = "Please enter a location";
    const page = parseHtml(adminMarkup(<LocationField value="" error={error} onChange={() => {}} />));
    const [ids] = page.values("[aria-invalid=true]", "aria-describedby");
    const described = (ids ?? "").split(" ").flatMap((id) => page.texts(`[id="${id}"]`));
    expect(described).toHaveLength(2);
    expect(described).toContain(error);
  });
});

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
