import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { idText, noContent, text } from "#shared/schema.ts";
import { ENDS_BEFORE, MAX_SYMBOL_LENGTH } from "./rules.ts";

const SYMBOL = "Symbol must be letters and digits, with at least one letter, for example BTC.";
const YEARS = { first: "1900-01-01", last: "9999-12-31" };

/** A ticker in capitals, of any coin. */
const symbol = text({ name: "Symbol", min: 1, max: MAX_SYMBOL_LENGTH })
  .refine((given) => /^[A-Za-z0-9]+$/.test(given) && /[A-Za-z]/.test(given), { error: SYMBOL })
  .transform((ticker) => ticker.toUpperCase());

const day = (name: string) =>
  z.iso
    .date({
      error: ({ input }) =>
        input === undefined ? `${name} is required.` : `${name} must be a date such as 2026-11-23.`,
    })
    .refine((given) => given >= YEARS.first && given <= YEARS.last, {
      error: `${name} must be in a year from 1900 to 9999.`,
    });
const from = day("First day");
const to = day("Last day").nullable();

const NO_OBJECT = "The body must be a JSON object.";
const inOrder = { path: ["to"], error: ENDS_BEFORE };

export const holdingBody = z
  .object({ symbol, from, to: to.default(null) }, { error: NO_OBJECT })
  .refine((given) => given.to === null || given.from <= given.to, inOrder);
export type HoldingBody = z.output<typeof holdingBody>;

/** Omitted fields keep their value; `to` null for what is held again. */
export const holdingChange = z
  .object({ symbol, from, to }, { error: NO_OBJECT })
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: "Send symbol, from or to.",
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
    summary: "The user's own register: current holdings first, then by symbol",
    response: { 200: holdingList },
  },
  "POST /accounts/holdings": {
    ...own,
    summary: "Register a holding",
    description: "From then on, articles that name the symbol disclose it when they are published.",
    body: holdingBody,
    errors: ["too_many_holdings"],
    response: { 201: holding },
  },
  "PATCH /accounts/holdings/:id": {
    ...own,
    summary: "Change a holding, or set its last day",
    description: "Existing disclosures stay.",
    params: holdingParams,
    body: holdingChange,
    response: { 200: holding },
  },
  "DELETE /accounts/holdings/:id": {
    ...own,
    summary: "Remove a mistaken entry; existing disclosures stay",
    params: holdingParams,
    response: { 204: noContent },
  },
  "GET /accounts/users/:id/holdings": {
    access: "user.manage",
    tags: ["People"],
    summary: "The register of a user",
    params: holdingParams,
    response: { 200: holdingList },
  },
});
export type HoldingEndpoints = typeof holdingEndpoints;
