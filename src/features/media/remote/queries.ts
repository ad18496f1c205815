import { createHash } from "node:crypto";
import type { Kysely, Selectable } from "kysely";
import type { Tables } from "#db/tables.ts";
import { pictureAddresses } from "#features/media/pictures/queries.ts";
import type { RemoteItemTable } from "#features/media/tables.ts";
import type { CardDetails, KnownItems, RemoteItem } from "./rules.ts";

export type RemoteRow = Selectable<RemoteItemTable>;

const KEY_STARTS = { picture: "r", card: "c", link: "l" } as const;

/**
 * The key of a remote item. `article_picture` uses it as well as the keys of stored pictures,
 * which are shorter.
 */
export const remoteKey = ({ kind, address }: RemoteItem): string =>
  `${KEY_STARTS[kind]}${createHash("sha256").update(address).digest("hex").slice(0, 39)}`;

/** The rows of some items by key, within the limit of a statement. */
export async function findItems(db: Kysely<Tables>, keys: string[]): Promise<Map<string, RemoteRow>> {
  if (keys.length === 0) return new Map();
  const rows = await db.selectFrom("remote_item").selectAll().where("key", "in", keys).execute();
  return new Map(rows.map((row) => [row.key, row]));
}

/** An item with its data; `picture`, the address of our copy, is empty without a copy. */
export type FoundItem = RemoteRow & { picture: string };

/** Items with the addresses of their pictures, by key. */
export async function findWithPictures(db: Kysely<Tables>, keys: string[]): Promise<Map<string, FoundItem>> {
  const rows = await findItems(db, keys);
  const pictures = await pictureAddresses(
    db,
    [...rows.values()].flatMap(({ picture_key }) => (picture_key === "" ? [] : [picture_key])),
  );
  return new Map([...rows].map(([key, row]) => [key, { ...row, picture: pictures.get(row.picture_key) ?? "" }]));
}

/** Whether the site has an item. A picture whose copy was deleted must be fetched again. */
export const isKnown = ({ kind, done_at, picture }: FoundItem): boolean =>
  done_at !== null && (kind !== "picture" || picture !== "");

/** The content of a card, with our copy of its picture. */
export const detailsOf = ({ details, picture }: FoundItem): CardDetails => ({ ...JSON.parse(details), picture });

/** Keys in one statement. */
const MAX_KEYS = 200;

/** The available data of items. */
export async function findKnown(db: Kysely<Tables>, items: readonly RemoteItem[]): Promise<KnownItems> {
  const pictures = new Map<string, string>();
  const cards = new Map<string, CardDetails>();
  const keys = [...new Set(items.map(remoteKey))];
  for (let at = 0; at < keys.length; at += MAX_KEYS)
    for (const found of (await findWithPictures(db, keys.slice(at, at + MAX_KEYS))).values()) {
      if (!isKnown(found)) continue;
      if (found.kind === "picture") pictures.set(found.address, found.picture);
      if (found.kind === "card") cards.set(found.address, detailsOf(found));
    }
  return { pictures, cards };
}
