import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AD_KIND } from "#features/ads/admin/ad-kind.ts";
import { ARTICLE_TYPE } from "#features/articles/desk/admin/article-type.tsx";
import { categoryKind } from "#features/categories/admin/category-kind.ts";
import type { RoomType } from "#features/documents/room/admin/room-type.ts";
import { PROFILE_KIND } from "#features/identity/accounts/admin/profile-form.ts";
import { PICTURE_KIND } from "#features/media/pictures/admin/picture-kind.ts";
import { ISSUE_TYPE } from "#features/newsletter/issues/admin/issue-type.ts";
import type { Issue } from "#features/newsletter/issues/endpoints.ts";
import { NEWSROOM_FORM } from "#features/settings/admin/settings-screen.tsx";
import type { EditorApi, SendOptions } from "#shared/editor-api.tsx";
import { exampleDetail } from "#test/support/article-answers.ts";
import type { FormKind } from "#ui/admin/edit-form/form-kind.ts";

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);

const ad = {
  id: 4,
  name: "Top",
  type: "leaderboard" as const,
  location: "homepage",
  active: true,
  image_url: "",
  alt: "",
  target_url: "",
};
const issue = {
  id: 5,
  version: 3,
  subject: "News",
  preview: "",
  introduction: "",
  body: "",
  article_ids: [1, 2],
} as Issue;

/** A kind of form with a row of it, whatever the types of both: what follows holds of all. */
type AnyKind = { kind: FormKind<object, object>; row: object };
const any = <Row extends object, Values extends object>(kind: FormKind<Row, Values>, row: Row) =>
  ({ kind, row }) as unknown as AnyKind;
const described = { alt: "A quay", caption: "", credit: "", licence: "", focal_x: 0.5, focal_y: 1 };
const facts = {
  id: 4,
  url: "",
  width: 1,
  height: 1,
  created_at: "",
  name: "",
  size: null,
  uploaded_by: null,
  is_own: true,
  tags: [],
};
const picture = { ...facts, ...described };
const account = { id: 1, email: "", role: "chief" as const, permissions: [], second_factor_due: false };
const profile = { ...account, name: "Amina", bio: "Writes.", image_url: "", links: [] };
const KINDS: [string, AnyKind][] = [
  ["ad spaces", any(AD_KIND, ad)],
  [
    "categories",
    any(categoryKind([]), {
      id: 6,
      name: "AI",
      slug: "ai",
      count: 0,
      description: "",
      editor: "",
      image_url: "",
      accent: "",
    }),
  ],
  ["pictures", any(PICTURE_KIND, picture)],
  ["the profile", any(PROFILE_KIND, profile)],
  ["settings", any(NEWSROOM_FORM.kind, { time_zone: "UTC", postal_address: "" })],
];

/** Kinds of which there is exactly one row. */
const ALWAYS_THERE = new Set(["profile", "newsroom"]);

type Sent = { method: string; url: string; body: unknown; options: SendOptions };
/** The API, which answers every call with `row`. */
function recording(row: object) {
  const sent: Sent[] = [];
  const api = {
    send: async (method: string, url: string, body: unknown, options: SendOptions = {}) => {
      sent.push({ method, url, body, options });
      return { body: row, etag: '"9-new"', hasOthers: true };
    },
  } as unknown as EditorApi;
  return { api, sent };
}

test("unsaved work of one kind of form is never offered in another", () => {
  expect(new Set(KINDS.map(([, { kind }]) => kind.name)).size).toBe(KINDS.length);
});

describe.each(KINDS)("the form of %s", (_name, { kind, row }) => {
  const before = { row, etag: '"3-seen"' };
  const values = kind.valuesOf(row);

  test("has a value for every field of a stored row, so that every change is noticed", () => {
    expect(Object.keys(values).sort()).toEqual(Object.keys(kind.empty).sort());
    expect(Object.keys(kind.fields).sort()).toEqual(Object.keys(kind.empty).sort());
  });

  test("changes only the version that the editor has seen", async () => {
    const { api, sent } = recording(row);
    await kind.update(api, before, values);
    expect(sent).toHaveLength(1);
    const method = kind.name === "picture" ? "PATCH" : "PUT";
    expect(sent[0]).toMatchObject({ method, options: { ifMatch: before.etag } });
  });

  test("creates once under one key, and learns when it had already done so", async () => {
    const { api, sent } = recording(row);
    // Pictures are added by uploading.
    if (kind.name === "picture") return;
    const made = await kind.create(api, values, "key 1");
    // What is always there: saving it twice is the same as once.
    if (ALWAYS_THERE.has(kind.name)) return;
    expect(sent[0]).toMatchObject({ method: "POST", options: { idempotencyKey: "key 1" } });
    expect(made.hasOthers).toBe(true);
  });
});

test.each(KINDS.filter(([, { kind }]) => kind.tidy))(
  `the form of %s tidies input once: a second time changes nothing (seed ${SEED})`,
  (_name, { kind: { empty, tidy = (values) => values } }) => {
    const address = fc.constantFrom(
      "",
      "  ",
      " example.com ",
      "http://a.example/ ",
      "/about",
      "javascript:a",
      "a@b.example",
    );
    const typed = fc.oneof(fc.string({ maxLength: 20 }), address);
    const chosen = Object.entries(empty).map(([name, value]) => [
      name,
      typeof value === "string" && name !== "type" ? typed : fc.constant(value),
    ]);
    fc.assert(
      fc.property(fc.record(Object.fromEntries(chosen)), (values) => {
        const once = tidy(values);
        expect(tidy(once)).toEqual(once);
        expect(Object.keys(once).sort()).toEqual(Object.keys(empty).sort());
      }),
      { seed: SEED },
    );
  },
);

test.each(KINDS.filter(([, { kind }]) => kind.name !== "profile" && kind.name !== "picture"))(
  "%s require a name: blank text does not count",
  (_name, { kind }) => {
    const blank = Object.fromEntries(
      Object.entries(kind.empty).map(([name, value]) => [name, value === "" ? "  " : value]),
    );
    const tidy = kind.tidy?.(blank) ?? blank;
    const missing = Object.keys(kind.missingIn(kind.empty, null));
    expect(missing.length).toBeGreaterThan(0);
    expect(Object.keys(kind.missingIn(tidy, null))).toEqual(missing);
  },
);

type AnyType = RoomType<{ id: number }, Record<string, unknown>>;
const TYPES: [string, AnyType, object][] = [
  ["articles", ARTICLE_TYPE as unknown as AnyType, exampleDetail({ id: 3 })],
  ["issues", ISSUE_TYPE as unknown as AnyType, issue],
];

describe.each(TYPES)("the room of %s", (_name, type, given) => {
  const row = given as { id: number };

  test("has a value for every field of a stored row, so that every change is noticed", () => {
    expect(Object.keys(type.valuesOf(row)).sort()).toEqual(Object.keys(type.empty).sort());
    expect(Object.keys(type.fields).sort()).toEqual(Object.keys(type.empty).sort());
  });

  test("creates once, and changes once the version that the editor has seen, each under its key", async () => {
    const { api, sent } = recording(row);
    const values = type.valuesOf(row);
    await type.create(api, values, "key 1");
    await type.save(api, { row, etag: '"3-seen"' }, { values, names: [type.textField], key: "key 2", isAsked: false });
    expect(sent).toMatchObject([
      { method: "POST", options: { idempotencyKey: "key 1" } },
      { method: "PUT", options: { idempotencyKey: "key 2", ifMatch: '"3-seen"' } },
    ]);
  });

  test("requires a name: blank text does not count", () => {
    const blank = Object.entries(type.empty).map(([name, value]) => [name, value === "" ? "  " : value]);
    const missing = Object.keys(type.missingIn(type.empty, null));
    expect(missing.length).toBeGreaterThan(0);
    expect(Object.keys(type.missingIn(Object.fromEntries(blank), null))).toEqual(missing);
  });
});

test("a copy of one's own version, saved beside somebody else's, is not published with it", async () => {
  const { api, sent } = recording(exampleDetail());
  await ARTICLE_TYPE.copy(api, ARTICLE_TYPE.valuesOf(exampleDetail({ status: "published" })), "key 1");
  const form = sent[0]?.body as FormData | undefined;
  expect(form?.get("status")).toBe("draft");
});

test("an edited article may be incomplete here: the server has the rest", () => {
  expect(ARTICLE_TYPE.missingIn(ARTICLE_TYPE.empty, exampleDetail())).toEqual({});
});
