import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import type { PublishedVersionTable } from "./tables.ts";

export type PublishedText = { title: string; excerpt: string; image_url: string; content: string };

export const publishedText = ({ title, excerpt, image_url, content }: PublishedText): PublishedText => ({
  title,
  excerpt,
  image_url,
  content,
});

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/**
 * The hash of a published text: SHA-256, in hexadecimal, of its JSON without spaces, in this order, in UTF-8. It never
 * changes: docs/record.md describes it, so that anyone can compute it.
 */
export const contentHash = (text: PublishedText): string => sha256(JSON.stringify(publishedText(text)));

/** The disclosed holdings of an author: the account's number, and symbols in alphabetical order. */
export type Disclosure = { account: number; symbols: string[] };

/** Disclosures as stored; null for none. */
export const encodeDisclosures = (disclosures: Disclosure[]): string | null =>
  disclosures.length > 0 ? JSON.stringify(disclosures) : null;
export const decodeDisclosures = (stored: string | null): Disclosure[] => (stored === null ? [] : JSON.parse(stored));

export type VersionFacts = Pick<
  Selectable<PublishedVersionTable>,
  "article_id" | "n" | "at" | "kind" | "reason" | "position" | "content_hash" | "previous_hash" | "disclosures"
>;

/**
 * The hash of a version: its fields and the previous hash of the article. It never changes; disclosures are hashed only
 * if there are any.
 */
export const versionHash = ({ article_id, n, at, kind, reason, position, ...rest }: VersionFacts): string =>
  sha256(
    JSON.stringify({
      article: article_id,
      n,
      date: new Date(at).toISOString(),
      kind,
      reason,
      position,
      content_hash: rest.content_hash,
      previous_hash: rest.previous_hash,
      ...(rest.disclosures !== null && { disclosures: decodeDisclosures(rest.disclosures) }),
    }),
  );

/**
 * Computes the head of a day from the hashes of its versions, one by one: SHA-256 of the JSON of the day, the previous
 * head, and the list of hashes.
 */
export function dayHash(day: string, previousHead: string | null) {
  const hash = createHash("sha256").update(
    `{"day":${JSON.stringify(day)},"previous_head":${JSON.stringify(previousHead)},"versions":[`,
  );
  let count = 0;
  return {
    add: (version: string) => hash.update(`${count++ === 0 ? "" : ","}${JSON.stringify(version)}`),
    count: () => count,
    head: () => hash.update("]}").digest("hex"),
  };
}
