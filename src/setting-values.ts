import { join, resolve } from "node:path";
import { z } from "zod";
import { emailAddress } from "#shared/schema.ts";

/** Schemas of setting values. Their errors complete a sentence that starts with the setting's name. */

export const wholeNumber = (lowest: number, highest: number) =>
  z
    .string()
    .refine((text) => /^\d{1,6}$/.test(text) && Number(text) >= lowest && Number(text) <= highest, {
      error: `must be a whole number from ${lowest} to ${highest}`,
    })
    .transform(Number);
export const words = (longest: number) =>
  z
    .string()
    .trim()
    .min(1, { error: "must not be blank" })
    .max(longest, { error: `must have at most ${longest} characters` });
export const onOff = (on: string[], off: string[]) =>
  z
    .enum([...on, ...off], { error: `must be ${[...on, ...off].join(" or ")}` })
    .transform((value) => on.includes(value));
export const webUrl = z.url({ protocol: /^https?$/, error: "must be an http or https address" });
export const smtpUrl = z
  .string()
  .refine((url) => url === "off" || (/^smtps?:\/\/./.test(url) && URL.canParse(url) && new URL(url).hostname !== ""), {
    error: "must be smtp://…, smtps://… or off",
  });
export const mailAddress = z
  .string()
  .refine((text) => emailAddress.safeParse(text).success, { error: "must be an email address" })
  .trim()
  .toLowerCase();

export const DEFAULT_DATA_DIR = "./data";
export const DATABASE_FILE = "jarida.db";
export const databaseUrl = z
  .string()
  .regex(/^(file:.+|postgres(ql)?:\/\/.+)$/, { error: "must be file:PATH or postgres://…" });

/** The path in a `file:` address. */
export const databasePath = (url: string): string => resolve(url.slice("file:".length).replace(/^\/\/(?=\/)/, ""));

type Where = { DATA_DIR?: string | undefined; DATABASE_URL?: string | undefined };

/** Where these settings have their SQLite database; undefined for PostgreSQL and for wrong values. Creates nothing. */
export function sqliteFile({ DATA_DIR, DATABASE_URL: url }: Where): string | undefined {
  if (!url) return join(resolve(DATA_DIR || DEFAULT_DATA_DIR), DATABASE_FILE);
  return url.startsWith("file:") && databaseUrl.safeParse(url).success ? databasePath(url) : undefined;
}

/** `address`, or `Name <address>`; never two addresses, and nothing that would break out of a header. */
export const MAIL_FROM = /^(?:([^<>\p{Cc}]{0,100}?)\s*<([^\s@<>,]+@[^\s@<>,]+)>|([^\s@<>,]+@[^\s@<>,]+))$/u;

/** The sender that a text of that form names; by default the newsletter at the site's host. */
export function readMailFrom(text: string | undefined, host: string) {
  const [, name = "", inBrackets, bare] = MAIL_FROM.exec(text ?? "") ?? [];
  const address = inBrackets ?? bare ?? text ?? `newsletter@${host}`;
  return { name: name.replace(/^"(.*)"$/, "$1").trim() || undefined, address, isDefault: text === undefined };
}
