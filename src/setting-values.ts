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
export const mailAddress = z
  .string()
  .refine((text) => emailAddress.safeParse(text).success, { error: "must be an email address" })
  .trim()
  .toLowerCase();
