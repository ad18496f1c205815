import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { bestOf } from "#app/admin/finder/rules.ts";
import type { PictureUse } from "#features/media/pictures/schema.ts";
import { ROLES, type Role } from "#shared/actor.ts";
import { declared } from "#shared/features.ts";
import { type Permission, permissionsOf } from "#shared/permissions.ts";
import { FINDER_SCREENS } from "./dashboard.tsx";
import { mayOpen, PLACE_URLS, type Place, pictureUseUrl, placeOf } from "./places.ts";
import { SETTINGS_PARTS } from "./settings-index.tsx";

const withNewsroom = (may: (permission: Permission) => boolean) => ({ may, hasNewsroom: true });
const mayOf = (role: Role) => (permission: Permission) => permissionsOf(role).includes(permission);
const placesOf = (role: Role) =>
  (Object.keys(PLACE_URLS) as Place[]).filter((place) => mayOpen(withNewsroom(mayOf(role)), place));
const closedTo = (role: Role) =>
  placesOf("chief")
    .filter((place) => !placesOf(role).includes(place))
    .sort();

describe("the index of settings", () => {
  test("has the labels of sections and fields that the screens show", () => {
    const code = globSync("src/features/**/admin/*.tsx").map((path) => readFileSync(path, "utf8"));
    const isShown = (label: string) =>
      code.some((text) =>
        [`"${label}"`, `>${label}<`, `\n${label}\n`].some((form) => text.replace(/^ +/gm, "").includes(form)),
      );
    const declaredParts = Object.values(declared("screens")).flatMap(({ parts = [] }) => parts);
    expect(declaredParts.length).toBeGreaterThan(10);
    expect(declaredParts.filter((label) => !isShown(label))).toEqual([]);
  });

  test.each(["IndexNow", "WebSub"])("finds announcements by %s", (word) => {
    expect(bestOf(word, SETTINGS_PARTS, 3).map(({ to }) => to)).toContain("/admin/settings#announcements");
  });

  test.each(["Time zone", "Typefaces", "Price ticker", "Footer", "Passkeys", "Test mail"])("finds %s", (label) => {
    expect(bestOf(label, SETTINGS_PARTS, 3).map((part) => part.label)).toContain(label);
  });
});

describe("a place", () => {
  test("is where its own address leads, with a slash or something below it too", () => {
    for (const [place, url] of Object.entries(PLACE_URLS)) {
      expect(placeOf(url), url).toBe(place);
      expect(placeOf(`${url}/`), url).toBe(place);
    }
  });

  test("opens for whoever may do something there", () => {
    const all = Object.entries(declared("screens"));
    expect(placesOf("chief")).toEqual(Object.keys(PLACE_URLS));
    for (const role of ROLES) {
      const needs = all.filter(
        ([, screen]) => screen.needs && !screen.needs.some((name) => mayOf(role)(name as Permission)),
      );
      expect(closedTo(role), role).toEqual(needs.map(([place]) => place).sort());
    }
  });

  test.each([
    ["editor", ["audit", "people", "settings"]],
    ["writer", ["home", "audience", "settings", "audit", "people", "issue"]],
    ["contributor", ["home", "audience", "settings", "audit", "people", "issue"]],
  ] as const)("stays closed to a role that could do harm there: %s", (role, places) => {
    expect(closedTo(role)).toEqual(expect.arrayContaining([...places]));
  });

  test("of several kinds of work opens for who may do one of them", () => {
    for (const one of ["subscriber.manage", "message.manage", "issue.manage"])
      expect(
        mayOpen(
          withNewsroom((permission) => permission === one),
          "audience",
        ),
      ).toBe(true);
    expect(
      mayOpen(
        withNewsroom((permission) => permission === "issue.manage"),
        "people",
      ),
    ).toBe(false);
  });

  test("needs the newsroom's endpoints, except the dashboard and the writing room", () => {
    const visitor = { may: () => true, hasNewsroom: false };
    const open = (Object.keys(PLACE_URLS) as Place[]).filter((place) => mayOpen(visitor, place));
    expect(open).toEqual(["dashboard", "article"]);
  });
});

describe("a screen that Ctrl+K finds", () => {
  const pathOf = (to: string) => to.split("?")[0] ?? "";

  test("is offered only to whom its place is open, whatever the role", () => {
    for (const role of ROLES)
      for (const { label, to, needs } of FINDER_SCREENS)
        if (!needs || mayOf(role)(needs)) expect(placesOf(role), `${role}: ${label}`).toContain(placeOf(pathOf(to)));
  });

  test("is there for every place that has an address of its own but the writing rooms", () => {
    const found = new Set(FINDER_SCREENS.map(({ to }) => placeOf(pathOf(to))));
    const missing = (Object.keys(PLACE_URLS) as Place[]).filter((place) => !found.has(place));
    const rooms = Object.entries(declared("screens")).filter(([, { below }]) => below === "documents");
    expect(missing.sort()).toEqual(rooms.map(([place]) => place).sort());
  });

  test("has a name and an address that no other one has", () => {
    for (const key of ["label", "to"] as const)
      expect(new Set(FINDER_SCREENS.map((screen) => screen[key])).size).toBe(FINDER_SCREENS.length);
  });

  test.each([
    ["2fa", undefined],
    ["two factor", "Security"],
    ["passwrod", "Security"],
    ["DELETED", "Trash"],
    ["images", "Media"],
    ["front", "Front pages"],
  ])("is found by %j: %s", (query, label) => {
    expect(bestOf(query, FINDER_SCREENS, 1)[0]?.label).toBe(label);
  });
});

describe("what shows a picture", () => {
  const url = (use: Partial<PictureUse>) => pictureUseUrl({ id: 12, ...use } as PictureUse);

  test.each([
    ["an article of one's own, in its writing room", { type: "article" }, "/admin/articles/12"],
    ["an article in the trash, where it is restored", { type: "article", is_trashed: true }, "/admin/trash"],
    ["an article of others, as readers see it", { type: "article", is_others: true }, "/article/12"],
    ["an ad space, on its tab", { type: "ad" }, "/admin?tab=ads"],
    ["one's own profile, on its tab", { type: "author" }, "/admin?tab=profile"],
    ["the profile of others, on their page", { type: "author", is_others: true, has_page: true }, "/authors/12"],
    ["an issue, in its writing room", { type: "issue" }, "/admin/issues/12"],
  ] as const)("is opened where it is changed: %s", (_what, use, address) => {
    expect(url(use)).toBe(address);
  });

  test("leads nowhere if it is the profile of somebody without a page", () => {
    expect(url({ type: "author", is_others: true })).toBeNull();
  });
});
