import type { Transaction } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import type { PageOptions, PreparedContent } from "#features/content/derive.ts";
import type { Surface } from "#features/content/model.ts";
import type { PictureStore } from "#features/media/pictures/commands.ts";
import { RESTAGING, recordPictures, type StagedPictures, stagePictures } from "#features/media/pictures/staging.ts";
import { requestItems } from "#features/media/remote/commands.ts";
import { findKnown } from "#features/media/remote/queries.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { retry } from "#shared/retry.ts";

type ContentStore = { database: Database; content: ContentPreparer };

/** A text and its pictures with stored files. Disposing removes files without a row. */
export type Staged<Content = PreparedContent | undefined> = AsyncDisposable & {
  content: Content;
  /** The future address of the picture uploaded with the text. */
  imageUrl: string | undefined;
  pictures: StagedPictures;
};

/**
 * `html`: the text, if the change has one. `picture`: the file of the picture uploaded with it. `hasSuggestions`: see
 * `PageOptions`.
 */
type Given<Html> = {
  html: Html;
  actor: Actor;
  picture?: File | undefined;
  surface?: Surface;
  hasSuggestions?: boolean;
};

/**
 * Prepares a text and stores the files of its pictures and of `picture` before `write` writes anything, which happens again
 * if the same picture is stored concurrently. Throws ImageError if `picture` cannot be read, TooLargeError and
 * InvalidError for the text.
 */
export const withStaged = <Html extends string | undefined, Result>(
  store: PictureStore & ContentStore,
  given: Given<Html>,
  write: (staged: Staged<PreparedContent | (Html & undefined)>) => Promise<Result>,
): Promise<Result> =>
  retry(RESTAGING, async () => {
    await using staged = await stageContent(store, given);
    return await write(staged);
  });

async function stageContent<Html extends string | undefined>(
  store: PictureStore & ContentStore,
  { html, actor, picture, surface, hasSuggestions = false }: Given<Html>,
): Promise<Staged<PreparedContent | (Html & undefined)>> {
  const written: PageOptions = { isWritten: true, hasSuggestions };
  const prepared = html === undefined ? undefined : await prepareKnown(store, html, surface, written);
  const embedded = prepared?.embedded ?? [];
  const files = picture ? [...embedded, new Uint8Array(await picture.arrayBuffer())] : embedded;
  // Pictures in a text have no names.
  const names = [...embedded.map(() => ""), picture?.name ?? ""];
  const pictures = await stagePictures(store, files, { actor, names, embedded: embedded.length });
  const addresses = [...pictures.addresses];
  const content =
    html !== undefined && embedded.length > 0
      ? (await store.content.prepare(html, addresses, surface, prepared?.known, written)).content
      : prepared?.content;
  return {
    content: content as PreparedContent | (Html & undefined),
    imageUrl: picture && addresses.at(-1),
    pictures,
    [Symbol.asyncDispose]: () => pictures[Symbol.asyncDispose](),
  };
}

/** Prepares content with the available remote items; `page` as in `ContentPreparer`. Throws TooLargeError and InvalidError. */
export async function prepareKnown(store: ContentStore, html: string, surface?: Surface, page?: PageOptions) {
  const first = await store.content.prepare(html, [], surface, undefined, page);
  if (first.content.remoteItems.length === 0) return { ...first, known: undefined };
  const known = await findKnown(store.database.db, first.content.remoteItems);
  if (known.pictures.size + known.cards.size === 0) return { ...first, known: undefined };
  return { ...(await store.content.prepare(html, [], surface, known, page)), known };
}

/** Stores the rows of staged content, first in the transaction that writes the content. */
export async function recordStaged(
  trx: Transaction<Tables>,
  clock: Clock,
  { pictures, content }: Staged,
): Promise<void> {
  await recordPictures(trx, pictures);
  if (content) await requestItems(trx, clock.now(), content.remoteItems);
}
