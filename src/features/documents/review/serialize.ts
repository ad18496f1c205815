import { createHash } from "node:crypto";

/** The approved part of an article: everything that readers read, and pictures. */
export type ReviewedText = { title: string; excerpt: string; image_url: string; image_alt: string; content: string };

/** SHA-256 of exact texts, in hexadecimal. Stored with approvals, so it must not change. */
export const hashOfTexts = (texts: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(texts)).digest("hex");

/** The hash of an article's text. `names`: names of its category and authors that match the rule. */
export const textHash = (
  { title, excerpt, image_url, image_alt, content }: ReviewedText,
  names: readonly string[] = [],
): string => hashOfTexts([title, excerpt, image_url, image_alt, content, ...names]);
