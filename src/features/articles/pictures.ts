import { changeContent } from "#db/change.ts";
import { type MediaStore, withPictures } from "#features/media/commands.ts";
import { cleanHtmlWithPictures } from "#platform/clean-html.ts";
import type { NoteCreated } from "#platform/idempotency.ts";
import type { Actor } from "#shared/actor.ts";
import { TooLargeError } from "#shared/errors.ts";
import {
  type ArticleDraft,
  type ArticleStore,
  asItIs,
  type Finish,
  findWritten,
  insertArticle,
  updateArticle,
} from "./commands.ts";
import type { DetailRow } from "./queries.ts";
import { LARGEST_CONTENT, LARGEST_STORED_CONTENT, MOST_EMBEDDED_PICTURES } from "./rules.ts";

const TOO_LONG = "Content must have at most 1 MiB, pictures aside.";
const TOO_MANY = `Content may bring at most ${MOST_EMBEDDED_PICTURES} pictures at once.`;
/** Pictures in the content do not count towards its length. */
const EMBEDDED = /src\s*=\s*["']?\s*data:image\/[a-z0-9.+-]+;base64,[A-Za-z0-9+/=\s]*/gi;

/**
 * Stores a new article with the pictures it brings along, in `image` or as data in its content: all or nothing. Answers
 * it as it was stored.
 * Throws ImageError for a picture that cannot be read, TooLargeError and InvalidError for the content.
 */
export function createArticleWithPictures(
  store: ArticleStore & MediaStore,
  _actor: Actor,
  draft: ArticleDraft,
  image: Uint8Array | undefined,
  note: NoteCreated,
): Promise<DetailRow> {
  return withDraftPictures(store, draft, image, (clean, finish) =>
    changeContent(store.database, async (trx) => {
      const id = await insertArticle(trx, store, (await finish(trx))(clean));
      await note(trx, id);
      return findWritten(trx, id);
    }),
  );
}

/**
 * Changes the fields given, as `updateArticle` does, with the pictures they bring along. `isCurrent` is asked, inside
 * the transaction, whether the edit began from the version that is there; else ConflictError.
 */
export function updateArticleWithPictures(
  store: ArticleStore & MediaStore,
  actor: Actor,
  id: number,
  change: Partial<ArticleDraft>,
  { image, isCurrent }: { image: Uint8Array | undefined; isCurrent: (version: number) => boolean },
): Promise<DetailRow> {
  return withDraftPictures(store, change, image, (clean, finish) =>
    updateArticle(store, actor, id, clean, { isCurrent, finish }),
  );
}

/** Cleans the content that is given, and stores the pictures in it, and `image`, with what `write` writes. */
async function withDraftPictures<Draft extends Partial<ArticleDraft>, T>(
  store: MediaStore,
  draft: Draft,
  image: Uint8Array | undefined,
  write: (draft: Draft, finish: Finish) => Promise<T>,
): Promise<T> {
  if (draft.content === undefined && !image) return write(draft, asItIs);
  const { html, pictures } = cleanContent(draft.content ?? "");
  const files = [...pictures.values(), ...(image ? [image] : [])];
  const clean = draft.content === undefined ? draft : { ...draft, content: html };
  return withPictures(store, files, (record) =>
    write(clean, async (trx) => {
      const addresses = await record(trx);
      return (whole) => {
        let { content } = whole;
        for (const [index, place] of [...pictures.keys()].entries())
          content = content.replaceAll(`"${place}"`, `"${addresses[index]}"`);
        return { ...whole, content, imageUrl: (image && addresses.at(-1)) ?? whole.imageUrl };
      };
    }),
  );
}

function cleanContent(content: string) {
  const size = Buffer.byteLength(content.replace(EMBEDDED, ""));
  if (size > LARGEST_CONTENT) throw new TooLargeError(TOO_LONG, { content: TOO_LONG });
  const clean = cleanHtmlWithPictures(content);
  if (Buffer.byteLength(clean.html) > LARGEST_STORED_CONTENT) throw new TooLargeError(TOO_LONG, { content: TOO_LONG });
  if (clean.pictures.size > MOST_EMBEDDED_PICTURES) throw new TooLargeError(TOO_MANY, { content: TOO_MANY });
  return clean;
}
