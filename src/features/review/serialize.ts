import { createHash } from "node:crypto";

/** What is approved of an article: all that its readers read of it, with its pictures. */
export type ReviewedText = { title: string; excerpt: string; image_url: string; image_alt: string; content: string };

/** SHA-256, in hexadecimal, of a text to the letter. Stored with approvals, so it must not change. */
export const textHash = ({ title, excerpt, image_url, image_alt, content }: ReviewedText): string =>
  createHash("sha256")
    .update(JSON.stringify([title, excerpt, image_url, image_alt, content]))
    .digest("hex");
