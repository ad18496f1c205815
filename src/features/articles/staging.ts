import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import type { PreparedContent } from "#features/content/derive.ts";
import type { Surface } from "#features/content/model.ts";
import type { PictureStore } from "#features/media/pictures/commands.ts";
import { recordPictures, type StagedPictures, stagePictures } from "#features/media/pictures/staging.ts";
import { requestItems } from "#features/media/remote/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { prepareKnown } from "./derive.ts";

/** A text and the pictures that come with it, whose files are stored. Files without a row are removed when it is disposed. */
export type Staged<Content = PreparedContent | undefined> = AsyncDisposable & {
  content: Content;
  /** The future address of the picture that was uploaded with the text. */
  imageUrl: string | undefined;
  pictures: StagedPictures;
};

/** `picture`: the file of the picture that is uploaded with the text. */
type Given = { actor: Actor; picture?: File | undefined; surface?: Surface };

/**
 * Prepares a text and stores the files of its pictures, and of `picture`, before anything is written. Throws ImageError if
 * `picture` cannot be read, TooLargeError and InvalidError for the text.
 */
export async function stageContent(
  store: PictureStore & { content: ContentPreparer },
  html: string,
  { actor, picture, surface }: Given,
): Promise<Staged<PreparedContent>> {
  const { content, embedded, known } = await prepareKnown(store, html, surface);
  const pictures = await stageFiles(store, embedded, { actor, picture });
  const { addresses } = pictures;
  const isComplete = embedded.length === 0;
  const whole = isComplete ? content : (await store.content.prepare(html, [...addresses], surface, known)).content;
  return staged(whole, pictures, picture);
}

/** The same for a change that leaves the text as it is. */
export async function stagePicture(store: PictureStore, { actor, picture }: Given): Promise<Staged> {
  return staged(undefined, await stageFiles(store, [], { actor, picture }), picture);
}

/** Stores what belongs to staged content, first of all in the transaction that writes the content. */
export async function recordStaged(
  trx: Transaction<Tables>,
  clock: Clock,
  { pictures, content }: Staged,
): Promise<void> {
  await recordPictures(trx, pictures);
  if (content) await requestItems(trx, clock.now(), content.remoteItems);
}

const staged = <Content>(content: Content, pictures: StagedPictures, picture: File | undefined): Staged<Content> => ({
  content,
  imageUrl: picture && pictures.addresses.at(-1),
  pictures,
  [Symbol.asyncDispose]: () => pictures[Symbol.asyncDispose](),
});

/** Stages all pictures that come with an article; those in its text have no names. */
async function stageFiles(store: PictureStore, embedded: Uint8Array[], { actor, picture }: Given) {
  const files = picture ? [...embedded, new Uint8Array(await picture.arrayBuffer())] : embedded;
  const names = [...embedded.map(() => ""), picture?.name ?? ""];
  return stagePictures(store, files, { actor, names, embedded: embedded.length });
}
