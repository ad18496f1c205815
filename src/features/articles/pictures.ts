import type { Kysely, Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Tables } from "#db/tables.ts";
import type { ContentNode, Surface } from "#features/content/model.ts";
import { parseContent } from "#features/content/parse.ts";
import { contentHtml } from "#features/content/serialize.ts";
import { versionName } from "#features/documents/history/rules.ts";
import { storeVersion } from "#features/documents/lifecycle/versions.ts";
import { recordStaged, withStaged } from "#features/documents/staging.ts";
import type { PictureStore, Replacement } from "#features/media/pictures/commands.ts";
import { fieldReplaced, keyInAddress } from "#features/media/pictures/rules.ts";
import type { PictureUse } from "#features/media/pictures/schema.ts";
import type { NoteCreated } from "#platform/idempotency.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, NotFoundError } from "#shared/errors.ts";
import { pictureNames } from "#shared/fields/fields.ts";
import type { CleanHtml } from "#shared/html.ts";
import { pictureFolder } from "#shared/pictures.ts";
import { retry } from "#shared/retry.ts";
import { type ArticleChange, type ArticleState, articlesChanged, lockStates, noteIn } from "./changes.ts";
import { type ArticleStore, findWritten, insertArticle, updateArticle } from "./commands.ts";
import { keepDerived, readText } from "./derive.ts";
import { articleDocument, titledArticles } from "./document.ts";
import type { ArticleDraft, PreparedDraft } from "./drafts.ts";
import { edited } from "./events.ts";
import { FIELDS } from "./fields.ts";
import { type EditorRow, findAny } from "./queries.ts";

type Store = ArticleStore & PictureStore;

/** The fields that name a picture, also of working copies, templates and articles in the trash. */
const PICTURE_NAMES = pictureNames(FIELDS);
/** With the first picture of the text, which lists show if there is no other. */
const PICTURE_COLUMNS = [...PICTURE_NAMES, "content_image_url"] as const;

/** Fields whose pictures are changed, where they name one of a folder. */
const withPictures = <Row extends object>(row: Row, folder: string, change: (address: string) => string): Row => ({
  ...row,
  ...Object.fromEntries(
    PICTURE_COLUMNS.map((name) => [name, String(Object(row)[name])] as const)
      .filter(([, address]) => address.includes(folder))
      .map(([name, address]) => [name, change(address)]),
  ),
});

/** Fields without the picture of a folder, where they name it. */
export const withoutPicture = <Row extends object>(row: Row, folder: string): Row =>
  withPictures(row, folder, () => "");

/** An article with another picture in its fields and its text. */
export const pictureReplaced = <Row extends { content: string }>(row: Row, { key, url }: Replacement): Row => ({
  ...withPictures(row, pictureFolder(key), (address) => fieldReplaced(address, key, url)),
  content: contentReplaced(row.content, key, url),
});

/**
 * Stores a new article with the pictures it includes, in `picture` or as data in its content: all or nothing. Returns
 * the stored article. Throws ImageError if `picture` cannot be read, TooLargeError and InvalidError for the content.
 */
export function createArticleWithPictures(
  store: Store,
  actor: Actor,
  { content, ...draft }: ArticleDraft,
  picture: File | undefined,
  note: NoteCreated,
): Promise<EditorRow> {
  return withStaged(store, { html: content, actor, picture }, (staged) => {
    const whole: PreparedDraft = { ...draft, content: staged.content, image_url: staged.imageUrl ?? draft.image_url };
    return changeContent(store.database, async (trx) => {
      await recordStaged(trx, store.clock, staged);
      const { id, changed } = await insertArticle(trx, store, actor, whole);
      await note(trx, id);
      return { result: await findWritten(trx, id), changed };
    });
  });
}

/** Articles that show a picture whose addresses match `pattern`, in a field or in their text. */
export async function articlesShowing(db: Kysely<Tables>, pattern: string): Promise<PictureUse[]> {
  const rows = await db
    .selectFrom("article_picture")
    .innerJoin("article", "article.id", "article_picture.article_id")
    .select(["article.id", "article.title", "article.status"])
    .where("article_picture.picture_key", "=", keyInAddress(pattern) ?? "")
    .orderBy("article.id")
    .execute();
  return (await titledArticles(db, rows)).map(({ id, title }) => ({ type: "article", id, title }));
}

/** Content in which every reference to the picture `key` is replaced by one to `url`. */
export function contentReplaced(html: string, key: string, url: string, surface: Surface = "article"): CleanHtml {
  const { nodes } = parseContent(html, [], surface);
  const change = (node: ContentNode): void => {
    if (typeof node === "string") return;
    const isNamed = node.attributes.some(([, value]) => value.includes(pictureFolder(key)));
    // The size of another picture would reserve the wrong space.
    const kept = node.attributes.filter(([name]) => !isNamed || (name !== "width" && name !== "height"));
    node.attributes = kept.map(([name, value]) => [
      name,
      name === "src" || name === "href" ? fieldReplaced(value, key, url) : value,
    ]);
    node.children.forEach(change);
  };
  nodes.forEach(change);
  return contentHtml(nodes).html;
}

const RETRYING = { attempts: 3, isTemporary: (error: unknown) => error instanceof ConflictError };

/**
 * Replaces the picture `key` by the one at `url` in all articles, in fields and texts; returns how many changed. Does
 * not count as an update for readers. Throws ForbiddenError if the guard forbids a change.
 */
export async function replacePictureInArticles(
  store: ArticleStore,
  actor: Actor,
  picture: Replacement,
): Promise<number> {
  const uses = await articlesShowing(store.database.db, pictureFolder(picture.key));
  for (const { id } of uses) await retry(RETRYING, () => replaceInArticle(store, actor, id, picture));
  return uses.length;
}

/** Throws ConflictError if the article was saved concurrently. */
async function replaceInArticle(store: ArticleStore, actor: Actor, id: number, picture: Replacement): Promise<void> {
  const before = await findAny(store.database.db, id);
  if (!before) return;
  const { content: html, image_url, social_image } = pictureReplaced(before, picture);
  const { content } = await store.content.prepare(html);
  const change = { content, image_url, social_image };
  const name = versionName(before.version, before.working_copy_version);
  const options = {
    isCurrent: (current: string) => current === name,
    source: "picture" as const,
    // A person chose the picture: approvals of the text with the former one do not apply.
    note: noteIn({ is_minor: true }),
  };
  try {
    await updateArticle(store, actor, id, change, options);
  } catch (error) {
    if (error instanceof ConflictError)
      throw new ConflictError("picture_busy", "Another user is saving an article with this picture. Try again.");
    if (!(error instanceof NotFoundError)) throw error;
  }
}

/**
 * Clears the picture fields of articles with the picture `key`: a placeholder is shown. Texts keep its alternative
 * text.
 */
export async function emptyPictureOfArticles(
  trx: Transaction<Tables>,
  { clock }: Pick<ArticleStore, "clock">,
  key: string,
  actor: Actor,
): Promise<void> {
  const folder = pictureFolder(key);
  const articles = await lockStates(trx, (all) =>
    all.where((eb) => eb.or(PICTURE_COLUMNS.map((column) => eb(column, "like", `%${folder}%`)))),
  );
  const now = clock.now();
  const changes: ArticleChange[] = [];
  for (const before of articles) {
    const { image_url, content_image_url, social_image } = withoutPicture(before, folder);
    const emptied = { image_url, content_image_url, social_image };
    const after = await storeVersion<ArticleState>(trx, articleDocument, {
      before,
      actor,
      now,
      async store(version) {
        await trx
          .updateTable("article")
          .set({ ...emptied, ...version, updated_by: actor.accountId })
          .where("id", "=", before.id)
          .execute();
        return { ...before, ...emptied, ...version, updated_by: actor.accountId };
      },
    });
    await keepDerived(trx, after.id, after.version);
    const events = [edited({ before, after }, { source: "editor" })];
    changes.push({ before, after, text: () => readText(trx, after), events });
  }
  await articlesChanged(trx, { clock }, changes, actor);
}
