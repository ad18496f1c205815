import { z } from "zod";
import { ERROR_CODE_NAMES } from "./error-codes.ts";
import { MAX_ID } from "./ids.ts";
import { STORY_STATES } from "./story.ts";
import { hasOverride, isStorable } from "./text.ts";
import { completeAddress, isWebAddress, MAX_ADDRESS_LENGTH } from "./web-address.ts";

/** An id in a path, as text: digits only, no sign, no leading zero. Anything else does not exist (404). */
export const idText = z.string().meta({ type: "integer", minimum: 1, maximum: MAX_ID, examples: [12] });

/** An id in a body: a whole number that both engines' columns can store. `error` is one sentence for every mistake. */
export const idNumber = (error: string) => z.int({ error }).positive({ error }).max(MAX_ID, { error });

type TextLimits = { min?: number; max: number; name: string };

/** Text that survives every store unchanged (`isStorable`). Lengths in code points, after trimming. */
export const text = (limits: TextLimits) => textThat((value) => !hasOverride(value), limits);

/** The same for text that only staff read: it may show letters in reverse. */
export const messageText = (limits: TextLimits) => textThat(() => true, limits);

/** HTML from a client, of any length; it is sanitised before it is stored. */
export const htmlText = (name: string) =>
  z
    .string({ error: `${name} must be text.` })
    .refine(isStorable, { error: `${name} contains characters that cannot be stored.` });

function textThat(isShowable: (value: string) => boolean, { min = 0, max, name }: TextLimits) {
  return z
    .string({ error: ({ input }) => (input === undefined ? `${name} is required.` : `${name} must be text.`) })
    .refine(isStorable, { error: `${name} contains characters that cannot be stored.` })
    .refine(isShowable, {
      error: `${name} contains a character that reverses the direction of text (U+202D or U+202E).`,
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
    .pipe(within(lowest, highest, `${name} must be from ${lowest} to ${highest}.`))
    .default(fallback);

const within = (lowest: number, highest: number, error: string) =>
  z.int({ error }).min(lowest, { error }).max(highest, { error });

/** `limit` and `offset` of a paged list (1 to 100, default 50; outside is 400). */
export const pageQuery = z.object({
  limit: wholeNumber("Limit", 1, 100, 50),
  offset: wholeNumber("Offset", 0, 100_000_000, 0),
});
export type Page = z.infer<typeof pageQuery>;

/** The response of an endpoint with nothing to return (204). */
export const noContent = z.null();

/** The body of every 4xx and 5xx response. */
export const errorBody = z
  .object({
    code: z.enum(ERROR_CODE_NAMES).describe("The machine-readable error code; each operation lists its own"),
    detail: z.string().describe("A sentence for users"),
    errors: z.record(z.string(), z.string()).optional().describe("Validation errors: field to sentence"),
    scope: z.string().optional().describe("The scope that an API key needs"),
    error: z.string().optional().describe("The same sentence, on newsletter endpoints"),
  })
  .meta({ id: "Error" });
export type ErrorBody = z.infer<typeof errorBody>;

/** The address of a picture in a request body; empty for none. */
export const webAddress = (name: string) => webText(name, (address) => address);

/** The address of a link in a request body, completed if it has no scheme; empty for none. */
export const linkAddress = (name: string) => webText(name, completeAddress);

const webText = (name: string, complete: (address: string) => string) =>
  z
    .string({ error: `${name} must be text.` })
    .trim()
    .overwrite(complete)
    .max(MAX_ADDRESS_LENGTH, { error: `${name} must have at most ${MAX_ADDRESS_LENGTH} characters.` })
    .refine((address) => address === "" || isWebAddress(address), {
      error: `${name} must be an http or https address, or a path of this site.`,
    });

/**
 * HTML's own rule, verbatim: what a browser's email field accepts is accepted here too. It allows no quotes, comments,
 * lists or control characters, so nothing in it could inject mail commands. Labels are bounded and end at a dot:
 * matching takes linear time.
 */
const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/**
 * An email address of a request body, trimmed and lower-cased, so that one address is one subscriber. Lower-cased after
 * the check: the Kelvin sign becomes an ordinary k, and would otherwise pass as another person's address.
 */
export const emailAddress = z
  .string({ error: ({ input }) => (input === undefined ? "Email is required." : "Email must be text.") })
  .trim()
  .min(1, { error: "Email is required.", abort: true })
  .max(254, { error: "Email must have at most 254 characters.", abort: true })
  .regex(ADDRESS, { error: "Please enter a valid email address." })
  .toLowerCase();

/** The schema of a story's state in lists for the newsroom; readers never get it. */
export const storySchema = z
  .object({
    state: z.enum(STORY_STATES),
    has_changes: z.boolean().describe("Whether the newsroom's text differs from what readers have or will have"),
  })
  .meta({ id: "Story" });
