import type { Generated, Selectable } from "kysely";

declare module "#db/tables.ts" {
  interface Tables {
    picture: PictureTable;
    removed_picture: RemovedPictureTable;
    picture_tag: PictureTagTable;
    remote_item: RemoteItemTable;
  }
}

export type PictureRow = Selectable<PictureTable>;

/** The rows of stored pictures; see tables.ts. */
export type PictureTable = {
  id: Generated<number>;
  /** The random name in the address. */
  key: string;
  /** SHA-256 of the uploaded bytes: the same picture is stored only once. */
  sha256: string;
  width: number;
  height: number;
  fallback_format: "jpg" | "png";
  /** 1 when the smaller variants are made; until then the master is used. */
  has_variants: 0 | 1;
  created_at: number;
  /** The file name it was uploaded under; empty where it had none. */
  name: Generated<string>;
  alt: Generated<string>;
  caption: Generated<string>;
  credit: Generated<string>;
  licence: Generated<string>;
  /** The folded words of all its texts, each after a space. */
  words: Generated<string>;
  /** The point that stays visible when it is cropped, as shares (0 to 1) of its width and height. */
  focal_x: Generated<number>;
  focal_y: Generated<number>;
  /** Of the master, in bytes; null where it was stored before sizes were. */
  size: number | null;
  /** The account that uploaded it, which may be deleted; null for the operator, or where nobody knows. */
  uploaded_by: number | null;
};

/** A tag of a picture; `tag_key` is its folded name, which tells tags apart. */
export type PictureTagTable = { picture_id: number; tag_key: string; name: string };

/** A picture that was taken down for good. */
export type RemovedPictureTable = { key: string; removed_at: number };

/** A thing on another host that something of this site names: fetched, or to be fetched, or failed. */
export type RemoteItemTable = {
  /** Made of kind and address (features/media/remote/queries.ts). */
  key: string;
  kind: "picture" | "card";
  address: string;
  /** The picture's copy, or that of the card's picture; empty for none. */
  picture_key: Generated<string>;
  /** What a card says, as JSON. */
  details: Generated<string>;
  /** Why it could not be fetched the last time; empty while it has not failed. */
  error: Generated<string>;
  asked_at: number;
  done_at: number | null;
};
