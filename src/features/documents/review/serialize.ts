import { createHash } from "node:crypto";

/** What is approved of an article: all that its readers read of it, with its pictures. */
export type ReviewedText = { title: string; excerpt: string; image_url: string; image_alt: string; content: string };

/**
 * SHA-256, in hexadecimal, of a text to the letter. Stored with approvals, so it must not change. `names`: those of its
 * category and authors that the rule finds words in, which are approved with it.
 */
export const textHash = (
  { title, excerpt, image_url, image_alt, content }: ReviewedText,
  names: readonly string[] = [],
): string =>
  createHash("sha256")
    .update(JSON.stringify([title, excerpt, image_url, image_alt, content, ...names]))
    .digest("hex");
