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

/** The rows of stored pictures. */
export type PictureTable = {
  id: Generated<number>;
  /** Random name in the address. */
  key: string;
  /** SHA-256 of the uploaded bytes, so that a picture is stored only once. */
  sha256: string;
  width: number;
  height: number;
  fallback_format: "jpg" | "png";
  /** 1 when all variants exist; until then each is made on first request. */
  has_variants: 0 | 1;
  created_at: number;
  /** Uploaded file name; empty for none. */
  name: Generated<string>;
  alt: Generated<string>;
  caption: Generated<string>;
  credit: Generated<string>;
  licence: Generated<string>;
  /** Folded search words, each after a space. */
  words: Generated<string>;
  /** Focal point as fractions (0 to 1) of width and height. */
  focal_x: Generated<number>;
  focal_y: Generated<number>;
  /** Size of the master in bytes; null for rows older than this column. */
  size: number | null;
  /** The uploader's account, which may be deleted; null for the operator or if unknown. */
  uploaded_by: number | null;
  /** When it was hidden from the library, until it is deleted; null for all others. */
  hidden_at: Generated<number | null>;
};

/** A tag of a picture; `tag_key` is its folded name. */
export type PictureTagTable = { picture_id: number; tag_key: string; name: string };

/** A picture that was taken down permanently. */
export type RemovedPictureTable = { key: string; removed_at: number };

/** A remote item in use: fetched, pending or failed. Of a link the site only learns whether its page exists. */
export type RemoteItemTable = {
  /** Derived from kind and address (features/media/remote/queries.ts). */
  key: string;
  kind: "picture" | "card" | "link";
  address: string;
  /** Our copy of the picture, or of the card's picture; empty for none. */
  picture_key: Generated<string>;
  /** Content of a card as JSON. */
  details: Generated<string>;
  /** Reason of the last failure; empty for none. */
  error: Generated<string>;
  asked_at: number;
  done_at: number | null;
};
