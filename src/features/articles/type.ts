import type { Transaction } from "kysely";
import { isPublic, scheduled } from "#db/readable.ts";
import type { Tables } from "#db/tables.ts";
import { requireHouseStyle } from "#features/documents/house-style.ts";
import { publicationDate } from "#features/documents/lifecycle/rules.ts";
import type { Note } from "#features/documents/lifecycle/type.ts";
import { trashDocument } from "#features/documents/trash/commands.ts";
import type { DocumentType } from "#features/documents/types.ts";
import { describeAuthors, describeKnown } from "#features/identity/accounts/queries.ts";
import type { PictureStore } from "#features/media/pictures/commands.ts";
import { isRemoved } from "#features/media/pictures/queries.ts";
import { keyInAddress } from "#features/media/pictures/rules.ts";
import type { Actor } from "#shared/actor.ts";
import { InvalidError } from "#shared/errors.ts";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { type ArticleState, type ChangeNote, lockStates, TEXT } from "./changes.ts";
import { type ArticleStore, updateRow } from "./commands.ts";
import type { Copied } from "./desk/present.ts";
import { readCopied } from "./desk/queries.ts";
import type { WorkingCopyBody } from "./desk/schema.ts";
import { articleDocument } from "./document.ts";
import { type ArticleSnapshot, authorRefs, authorsIn, type PreparedDraft } from "./drafts.ts";
import { FLAG_NAMES } from "./fields.ts";
import { updateArticleList } from "./list/commands.ts";
import { authorizeChange, authorizeFlags, requireArticle } from "./policy.ts";
import { newestArticleText } from "./review.ts";
import { missingIn, typedNames } from "./rules.ts";
import { slugToStore } from "./slug.ts";
import { articleTrash } from "./trash.ts";
import { changeOfEdit, newestOf } from "./working-copy.ts";

export type DeskStore = ArticleStore & PictureStore;
export type ArticleType = DocumentType<ArticleState, ArticleSnapshot, PreparedDraft, Copied>;

/** What writing a working copy needs of the type. */
export const articleCopies = {
  ...articleDocument,
  words: TEXT,
  compared: (stored: ArticleSnapshot): ArticleSnapshot => ({ ...stored, authors: authorRefs(stored) }),
  async copyStored(trx: Transaction<Tables>, row: ArticleState) {
    if (row.is_staged === 0) await updateArticleList(trx, [{ before: row, after: row }]);
  },
};

/** An article as a document (decision 121). */
export const articleType = (store: ArticleStore): ArticleType => {
  const { clock, content } = store;
  return {
    ...articleCopies,
    placement: FLAG_NAMES,
    lockWaiting: (trx, now) => lockStates(trx, (articles) => articles.where(scheduled(now))),
    authorize: (db, actor, action, id) =>
      requireArticle(db, actor, articleDocument.permissions[action], { id, now: clock.now() }),
    authorizeSave: (trx, actor, before, { status }) =>
      authorizeChange(trx, actor, { before, status, now: clock.now() }),
    async typed(trx, given) {
      const { author: _author, author_name: _name, authors: _refs, ...fields } = given as WorkingCopyBody;
      const authors = authorsIn(given);
      const known = authors && (await describeAuthors(trx, authors));
      // By account if there is one, as names change and people are erased.
      return {
        ...fields,
        ...(known && { authors: known.map(({ id, name }) => id ?? name) }),
      } as Partial<ArticleSnapshot>;
    },
    async checkTyped(trx, actor, { row, copy }, whole) {
      await authorizeFlags(trx, actor, { article: row, copy }, { after: whole, now: clock.now() });
      const before = { ...articleDocument.fieldsOf(row), ...copy?.changes };
      return { ...whole, slug: slugToStore(whole.slug, { before, after: whole }) };
    },
    /** Its content, not its status, placement or address. */
    async restorable(db, snapshot) {
      const { title, excerpt, content, image_alt, category, tags } = snapshot;
      // A picture that was taken down since does not come back.
      const image_url = (await isRemoved(db, keyInAddress(snapshot.image_url) ?? "")) ? "" : snapshot.image_url;
      const authors = (await describeKnown(db, authorRefs(snapshot))).map(({ id, name }) => id ?? name);
      return { title, excerpt, content, image_url, image_alt, tags, authors, ...(category && { category }) };
    },
    requireComplete(whole, { status }) {
      const errors = missingIn(status === "published" ? whole : typedNames(whole));
      const [first] = Object.values(errors);
      if (first !== undefined) throw new InvalidError("incomplete_document", first, errors);
    },
    async guard(trx, whole, row, note) {
      const { draft, words } = await newestOf(content, { article: row, copy: { changes: whole }, now: clock.now() });
      // What waits is judged as if it had never been public.
      const before = isPublic(row, clock.now()) ? row : null;
      const after = { ...draft, status: "published" as const };
      await store.guardPublication(trx, { id: row.id, before, after, words, reason: note?.reason });
      await requireHouseStyle(trx, { before: row.status === "published" ? row : null, after });
    },
    prepare: (edit) => changeOfEdit(content, edit),
    publishing: ({ published_at }, at, now) => ({
      status: "published",
      publishedAt: publicationDate(published_at, at, now),
    }),
    withdrawing: { status: "draft" },
    holding: { status: "ready", publishedAt: null },
    write: (trx, actor, { isUpdate, note, ...write }) =>
      updateRow(trx, store, actor, {
        ...write,
        ...(isUpdate && { isReported: true }),
        note: note && asChangeNote(note),
      }),
    read: readCopied,
    newestText: newestArticleText(store),
    textsOf(whole, { status }) {
      const { title } = status === "published" ? whole : typedNames(whole);
      return { title, excerpt: whole.excerpt, content: whole.content };
    },
    templateOf(whole, { status }) {
      const { title, category } = status === "published" ? whole : typedNames(whole);
      const { excerpt, content, tags, language, image_url, image_alt } = whole;
      return { title, excerpt, content, category, tags, language, image_url, image_alt };
    },
    trash: articleTrash(store),
    pathsOf: async (_db, ids) => new Map(ids.map((id) => [id, pageUrl.article(id)])),
    roomPath: adminUrl.article,
  };
};

export const trashArticle = (store: ArticleStore, actor: Actor, id: number): Promise<void> =>
  trashDocument(store, articleType(store), actor, id);

const asChangeNote = ({ correction, ...note }: Note): ChangeNote => ({
  ...note,
  correction: correction as ChangeNote["correction"],
});
