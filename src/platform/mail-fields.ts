import { randomBytes } from "node:crypto";

/**
 * The prefix of this process's placeholders. It is random, and stored with the bodies that use it: nothing that somebody
 * writes into a mail's content can be a placeholder.
 */
export const FIELD_KEY = `${randomBytes(9).toString("hex")}_`;

/** A placeholder in a body whose placeholders begin with `key`. */
export const placeholderOf = (key: string, name: string): string => `{{${key}${name}}}`;

/** A placeholder that is filled in for each recipient while a mail is sent. */
export const mailField = (name: string): string => placeholderOf(FIELD_KEY, name);
