import type { Actor } from "#shared/actor.ts";
import type { ListedPicture } from "./queries.ts";
import { addressOf } from "./rules.ts";
import type { StoredPicture } from "./schema.ts";

/** A stored picture as editors see it. */
export function presentPicture(row: ListedPicture, { accountId }: Actor): StoredPicture {
  const { id, width, height, name, alt, caption, credit, licence, focal_x, focal_y, size, uploader } = row;
  return {
    id,
    url: addressOf(row),
    ...{ width, height },
    created_at: new Date(row.created_at).toISOString(),
    ...{ name, alt, caption, credit, licence, focal_x, focal_y, size },
    uploaded_by: uploader,
    is_own: accountId !== null && row.uploaded_by === accountId,
  };
}
