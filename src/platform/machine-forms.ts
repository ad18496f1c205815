import { z } from "zod";
import { MIN_FILL_MS } from "#shared/form-traces.ts";

/**
 * Signals that distinguish a machine from a person filling in a form, without bothering the person. Both are optional:
 * other clients of the API have no form.
 */
export const formTraces = z.object({
  website: z.string().max(2000).optional().describe("A hidden field. Only machines fill it in."),
  elapsed: z.number().nonnegative().optional().describe("Milliseconds from opening the page to sending the form"),
});
export type FormTraces = z.infer<typeof formTraces>;

/** `machine`: filled in a hidden field. `hasty`: faster than people are, though a person with autofill may be. */
export function judgeTraces({ website = "", elapsed }: FormTraces): "person" | "hasty" | "machine" {
  if (website.trim() !== "") return "machine";
  return elapsed !== undefined && elapsed < MIN_FILL_MS ? "hasty" : "person";
}
