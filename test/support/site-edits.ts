import fc from "fast-check";
import { adWrites } from "#features/ads/commands.ts";
import { createArticle, updateArticle } from "#features/articles/commands.ts";
import type { ArticleDraft } from "#features/articles/drafts.ts";
import { articleType, trashArticle } from "#features/articles/type.ts";
import { categoryWrites } from "#features/categories/commands.ts";
import { restoreDocument } from "#features/documents/trash/commands.ts";
import { resolveAuthors } from "#features/identity/accounts/authors.ts";
import { updateProfile } from "#features/identity/accounts/profiles.ts";
import { createRecord, deleteRecord, updateRecord } from "#platform/records/store.ts";
import { operator } from "#shared/actor.ts";
import { ConflictError } from "#shared/errors.ts";
import { articleDraft } from "./articles.ts";
import type { TestClock } from "./clock.ts";
import type { TestApp } from "./test-app.ts";

const SECOND = 1_000;
const HOUR = 60 * 60 * SECOND;

export const CATEGORIES = ["Alpha", "Beta", "Gamma"];
export const WORDS = ["bitcoin", "rollup", "wallet", "compiler", "satellite", "harvest"];
export const AUTHORS = ["Ada Byron", "Grace Murray"];
const TAGS = ["defi", "chips", "Élan"];
const LOCATIONS = ["homepage", "article", "Category"];

type Change = Partial<Omit<ArticleDraft, "imageAlt" | "authorId" | "views" | "lastUpdatedAt">>;

/** One thing that an editor or the passage of time does. `which` picks one of the existing rows. */
export type Edit =
  | { kind: "create"; article: Change }
  | { kind: "update"; which: number; article: Change }
  | { kind: "delete"; which: number }
  | { kind: "restore"; which: number }
  | { kind: "createCategory"; name: string }
  | { kind: "renameCategory"; which: number; name: string }
  | { kind: "deleteCategory"; which: number }
  | { kind: "createAd"; location: string; title: string }
  | { kind: "moveAd"; which: number; location: string; active: boolean }
  | { kind: "deleteAd"; which: number }
  | { kind: "profile"; author: string; bio: string }
  | { kind: "wait"; time: number };

const text = fc.array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 4 }).map((words) => words.join(" "));
const which = fc.nat(99);

/** Sets some fields; dates are relative to the clock of the first render, some a little ahead of it. */
const articleChange: (now: number) => fc.Arbitrary<Change> = (now) =>
  fc.record(
    {
      title: text,
      excerpt: text,
      content: fc
        .tuple(text, fc.boolean())
        .map(([words, picture]) =>
          picture
            ? `<p>${words}</p><img src="https://pictures.example/${words.length}.png" alt="">`
            : `<p>${words}</p>`,
        ),
      category: fc.constantFrom(...CATEGORIES, "Delta"),
      image_url: fc.constantFrom("", "https://pictures.example/a.png"),
      authors: fc.constantFrom(...AUTHORS.map((name) => [name])),
      tags: fc.subarray(TAGS),
      status: fc.constantFrom("published" as const, "published" as const, "draft" as const),
      publishedAt: fc.integer({ min: -40, max: 3 }).map((hours) => now + (hours > 0 ? 2 * SECOND : hours * HOUR)),
      is_auto_update: fc.boolean(),
      is_featured: fc.boolean(),
      is_editors_pick: fc.boolean(),
    },
    { requiredKeys: [] },
  );

export const anEdit = (now: number): fc.Arbitrary<Edit> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("create" as const), article: articleChange(now) }) },
    { weight: 9, arbitrary: fc.record({ kind: fc.constant("update" as const), which, article: articleChange(now) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("delete" as const), which }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("restore" as const), which }) },
    fc.record({ kind: fc.constant("createCategory" as const), name: text }),
    fc.record({ kind: fc.constant("renameCategory" as const), which, name: text }),
    fc.record({ kind: fc.constant("deleteCategory" as const), which }),
    fc.record({ kind: fc.constant("createAd" as const), location: fc.constantFrom(...LOCATIONS), title: text }),
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("moveAd" as const),
        which,
        location: fc.constantFrom(...LOCATIONS),
        active: fc.boolean(),
      }),
    },
    fc.record({ kind: fc.constant("deleteAd" as const), which }),
    fc.record({ kind: fc.constant("profile" as const), author: fc.constantFrom(...AUTHORS), bio: text }),
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant("wait" as const), time: fc.constantFrom(SECOND, 3 * SECOND) }),
    },
  );

/** Makes an edit; one that finds no row, or conflicts, changes nothing. */
export async function applyEdit(site: TestApp & { clock: TestClock }, edit: Edit): Promise<void> {
  const { store, clock } = site;
  const { database } = store;
  const idIn = async (table: "article" | "category" | "ad_space", place: number) => {
    const rows = await database.db.selectFrom(table).select("id").orderBy("id").execute();
    return rows[place % Math.max(rows.length, 1)]?.id ?? 0;
  };
  const creative = { image_url: "https://pictures.example/ad.png", target_url: "https://advertiser.example/" };
  const apply: { [Kind in Edit["kind"]]: (edit: Extract<Edit, { kind: Kind }>) => Promise<unknown> } = {
    create: async ({ article }) => createArticle(store, operator, articleDraft(clock.now(), article)),
    update: async ({ which, article: { content, ...rest } }) => {
      const id = await idIn("article", which);
      const prepared = content === undefined ? {} : { content: (await store.content.prepare(content)).content };
      if (id) await updateArticle(store, operator, id, { ...rest, ...prepared });
    },
    delete: async ({ which }) => {
      const id = await idIn("article", which);
      if (id) await trashArticle(store, operator, id);
    },
    restore: async ({ which }) => {
      const rows = await database.db
        .selectFrom("trashed_document")
        .select("document_id")
        .orderBy("document_id")
        .execute();
      const row = rows[which % Math.max(rows.length, 1)];
      if (row) await restoreDocument(store, articleType(store), operator, row.document_id);
    },
    createCategory: ({ name }) => createRecord(categoryWrites(store), operator, { name }),
    renameCategory: async ({ which, name }) =>
      updateRecord(categoryWrites(store), operator, await idIn("category", which), { name }),
    deleteCategory: async ({ which }) => deleteRecord(categoryWrites(store), operator, await idIn("category", which)),
    createAd: ({ location, title }) =>
      createRecord(adWrites(store), operator, {
        active: true,
        name: title,
        location,
        type: "leaderboard",
        alt: title,
        ...creative,
      }),
    moveAd: async ({ which, location, active }) => {
      const id = await idIn("ad_space", which);
      if (id) await updateRecord(adWrites(store), operator, id, { location, active });
    },
    deleteAd: async ({ which }) => {
      const id = await idIn("ad_space", which);
      if (id) await deleteRecord(adWrites(store), operator, id);
    },
    profile: async ({ author, bio }) => {
      const [found] = await database.db.transaction().execute((trx) => resolveAuthors(trx, clock, [author]));
      const store = { database, clock };
      const owner = { by: operator, accountId: found?.id ?? 0 };
      await updateProfile(
        store,
        owner,
        { bio },
        () => true,
        async () => undefined,
      );
    },
    wait: async ({ time }) => clock.advance(time),
  };
  await (apply[edit.kind] as (edit: Edit) => Promise<unknown>)(edit).catch((error: unknown) => {
    if (!(error instanceof ConflictError)) throw error;
  });
}
