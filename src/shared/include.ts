import { z } from "zod";
import { InvalidError } from "./errors.ts";

const MAX_INCLUDE = 200;

/** The parameter `include` of a list whose rows name a relation by its id alone. */
export const includeParameter = (known: string) =>
  z
    .string()
    .max(MAX_INCLUDE)
    .optional()
    .describe(`Adds related rows to \`included\` of each row: \`${known}\`, as far as the caller may see them`);

/** Whether a request includes the relation that a list has. Throws InvalidError for any other. */
export function isIncluded(include: string | undefined, known: string): boolean {
  if (include === undefined) return false;
  const unknown = include.split(",").find((name) => name.trim() !== known);
  if (unknown === undefined) return true;
  const hint = `Known relations: ${known}.`;
  throw new InvalidError("unknown_include", `Unknown relation: ${unknown}. ${hint}`, { include: hint });
}
