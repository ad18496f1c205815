import { createHash } from "node:crypto";

/** What is approved of an article: all that its readers read of it, with its pictures. */
export type ReviewedText = { title: string; excerpt: string; image_url: string; image_alt: string; content: string };

/** SHA-256, in hexadecimal, of texts to the letter. Stored with approvals, so it must not change. */
export const hashOfTexts = (texts: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(texts)).digest("hex");

/** The hash of an article's text. `names`: those of its category and authors that the rule finds words in. */
export const textHash = (
  { title, excerpt, image_url, image_alt, content }: ReviewedText,
  names: readonly string[] = [],
): string => hashOfTexts([title, excerpt, image_url, image_alt, content, ...names]);
