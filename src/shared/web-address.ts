import { z } from "zod";

const LONGEST = 2000;
/** A path of this site: one slash, and not the two (or the backslash) that would lead to another host. */
const PATH = /^\/(?![/\\])/;

/** Whether a text is a path of this site or an http or https address, without white space or control characters. */
export function isWebAddress(address: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be in it
  if (/[\s\u0000-\u001f\u007f\\]/.test(address) || !address.isWellFormed()) return false;
  if (PATH.test(address)) return true;
  return /^https?:\/\//i.test(address) && URL.canParse(address);
}

/** The address of a picture or a link in a request body; empty for none. */
export const webAddress = (name: string) =>
  z
    .string({ error: `${name} must be text.` })
    .trim()
    .max(LONGEST, { error: `${name} must have at most ${LONGEST} characters.` })
    .refine((address) => address === "" || isWebAddress(address), {
      error: `${name} must be an http or https address, or a path of this site.`,
    });
