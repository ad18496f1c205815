import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { errorBody, idText, noContent, text } from "#shared/schema.ts";
import { ENDS_BEFORE, MAX_SYMBOL_LENGTH } from "./rules.ts";

const SYMBOL = "Symbol must be letters and digits of which one is a letter, for example BTC.";
const YEARS = { first: "1900-01-01", last: "9999-12-31" };

/** A ticker, in capitals. It need not be one of a coin that the publication follows. */
const symbol = text({ name: "Symbol", min: 1, max: MAX_SYMBOL_LENGTH })
  .refine((given) => /^[A-Za-z0-9]+$/.test(given) && /[A-Za-z]/.test(given), { error: SYMBOL })
  .transform((ticker) => ticker.toUpperCase());

const day = (name: string) =>
  z.iso
    .date({
      error: ({ input }) =>
        input === undefined ? `${name} is required.` : `${name} must be a day in the form 2026-11-23.`,
    })
    .refine((given) => given >= YEARS.first && given <= YEARS.last, {
      error: `${name} must be in a year from 1900 to 9999.`,
    });
const from = day("First day");
const to = day("Last day").nullable();

const NO_OBJECT = "The body must be a JSON object.";
const inOrder = { path: ["to"], error: ENDS_BEFORE };

/** `POST accounts/holdings/`: without `to` it is still held. */
export const holdingBody = z
  .object({ symbol, from, to: to.default(null) }, { error: NO_OBJECT })
  .refine((given) => given.to === null || given.from <= given.to, inOrder);
export type HoldingBody = z.output<typeof holdingBody>;

/** `PATCH accounts/holdings/{id}/`: omitted fields keep their value; `to` null for what is held again. */
export const holdingChange = z
  .object({ symbol, from, to }, { error: NO_OBJECT })
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: "Name what is to be changed: symbol, from or to.",
  });
export type HoldingChange = z.output<typeof holdingChange>;

const holding = z
  .object({
    id: z.int().positive(),
    symbol: z.string(),
    from: z.iso.date().describe("The first day, in the newsroom's time zone"),
    to: z.iso.date().nullable().describe("The last day; null while it is held"),
    is_current: z.boolean().describe("Whether it is held today"),
  })
  .meta({ id: "Holding" });
export type Holding = z.infer<typeof holding>;
const holdingList = z.array(holding);
const holdingParams = z.object({ id: idText });

const own = { access: "account.own", tags: ["Holdings"] } as const;

export const holdingEndpoints = endpoints({
  "GET /accounts/holdings": {
    ...own,
    summary: "What one has registered oneself: what is held first, then by symbol",
    response: { 200: holdingList },
  },
  "POST /accounts/holdings": {
    ...own,
    summary: "Register a holding",
    description: "Articles that name the symbol disclose it from then on, as of when they are published.",
    body: holdingBody,
    response: { 201: holding, 400: errorBody, 409: errorBody },
  },
  "PATCH /accounts/holdings/:id": {
    ...own,
    summary: "Change a holding, or say when it ended",
    description: "What articles have disclosed already stays.",
    params: holdingParams,
    body: holdingChange,
    response: { 200: holding, 400: errorBody, 404: errorBody },
  },
  "DELETE /accounts/holdings/:id": {
    ...own,
    summary: "Remove an entry that was made by mistake; what articles have disclosed already stays",
    params: holdingParams,
    response: { 204: noContent, 404: errorBody },
  },
  "GET /accounts/users/:id/holdings": {
    access: "user.manage",
    tags: ["People"],
    summary: "What somebody has registered",
    params: holdingParams,
    response: { 200: holdingList, 404: errorBody },
  },
});
export type HoldingEndpoints = typeof holdingEndpoints;
