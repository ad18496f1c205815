import { type SaveOptions, saveDocument } from "#features/documents/lifecycle/saving.ts";
import { stageContent } from "#features/documents/staging.ts";
import { RESTAGING } from "#features/media/pictures/staging.ts";
import type { Actor } from "#shared/actor.ts";
import { retry } from "#shared/retry.ts";
import type { ArticleDraft, ArticleSnapshot } from "./drafts.ts";
import type { EditorRow } from "./queries.ts";
import { articleType, type DeskStore } from "./type.ts";

type Save = Omit<SaveOptions, "staged"> & { picture: File | undefined };

/**
 * Saves the given fields of an article with their pictures, and returns it as read in the same transaction. Throws
 * ImageError if `picture` cannot be read, TooLargeError, and what `saveDocument` throws.
 */
export function saveArticle(
  store: DeskStore,
  actor: Actor,
  id: number,
  { content, ...fields }: Partial<ArticleDraft>,
  { picture, ...options }: Save,
): Promise<EditorRow> {
  return retry(RESTAGING, async () => {
    await using staged = await stageContent(store, content, { actor, picture });
    const { content: prepared, imageUrl } = staged;
    const change = { ...fields, ...(prepared && { content: prepared }), ...(imageUrl && { image_url: imageUrl }) };
    const { status: _status, publishedAt: _date, ...said } = change;
    const names = Object.keys(said) as (keyof ArticleSnapshot)[];
    const { row } = await saveDocument(store, articleType(store), actor, id, { change, names }, { ...options, staged });
    return row;
  });
}
