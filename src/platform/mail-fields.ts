import { randomBytes } from "node:crypto";

/**
 * What the placeholders of this process begin with. Random, and stored with the bodies that have it: whatever somebody
 * writes into a mail's content, it is no placeholder.
 */
export const FIELD_KEY = `${randomBytes(9).toString("hex")}_`;

/** A placeholder that is filled in for each recipient while a mail is sent. */
export const mailField = (name: string): string => `{{${FIELD_KEY}${name}}}`;
