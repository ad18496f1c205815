import { z } from "zod";
import { MAX_ID } from "./ids.ts";
import { hasOverride, isStorable } from "./text.ts";

/** An id in a path, as text: digits only, no sign, no leading zero. Anything else does not exist (404). */
export const idText = z.string().meta({ description: "A positive whole number", example: "12" });

/** An id in a body: a whole number that both engines' columns can hold. `error` is one sentence for every mistake. */
export const idNumber = (error: string) => z.int({ error }).positive({ error }).max(MAX_ID, { error });

type TextLimits = { min?: number; max: number; name: string };

/** Text that survives every store unchanged (`isStorable`). Lengths in code points, after trimming. */
export const text = (limits: TextLimits) => textThat((value) => !hasOverride(value), limits);

/** The same for text that only the newsroom reads: it may show letters in reverse. */
export const messageText = (limits: TextLimits) => textThat(() => true, limits);

function textThat(isShowable: (value: string) => boolean, { min = 0, max, name }: TextLimits) {
  return z
    .string({ error: ({ input }) => (input === undefined ? `${name} is required.` : `${name} must be text.`) })
    .refine(isStorable, { error: `${name} contains characters that cannot be stored.` })
    .refine(isShowable, {
      error: `${name} contains a character that shows letters in reverse (U+202D or U+202E).`,
    })
    .trim()
    .min(min, { error: min === 1 ? `${name} is required.` : `${name} must have at least ${min} characters.` })
    .max(max, { error: `${name} must have at most ${max} characters.` });
}

/** A whole number in a query, with bounds and a default. */
export const wholeNumber = (name: string, lowest: number, highest: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error: `${name} must be a whole number.` })
    .transform(Number)
    .refine((value) => value >= lowest && value <= highest, { error: `${name} must be from ${lowest} to ${highest}.` })
    .default(fallback);

/** `limit` and `offset` of a paged list (1 to 100, default 50; outside is 400). */
export const pageQuery = z.object({
  limit: wholeNumber("Limit", 1, 100, 50),
  offset: wholeNumber("Offset", 0, 100_000_000, 0),
});
export type Page = z.infer<typeof pageQuery>;

/** The response of a call with nothing to return (204). */
export const noContent = z.null();

/** The body of every 4xx and 5xx response. */
export const errorBody = z
  .object({
    detail: z.string().describe("One sentence for a person"),
    errors: z.record(z.string(), z.string()).optional().describe("Validation errors: field to sentence"),
    error: z.string().optional().describe("The same sentence again, on newsletter calls"),
  })
  .meta({ id: "Error" });
export type ErrorBody = z.infer<typeof errorBody>;
