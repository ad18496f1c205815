import type { FastifyInstance } from "fastify";
import { InvalidError, NotFoundError } from "#shared/errors.ts";
import { isStorable } from "#shared/text.ts";

/**
 * Rejects addresses with text that some store cannot keep, on every route registered in `scope` after this: 404 if it
 * is in the path, 400 if in the query. Otherwise PostgreSQL fails where SQLite finds nothing.
 */
export function rejectUnstorableText(scope: FastifyInstance): void {
  scope.addHook("preValidation", async (request) => rejectUnstorable(request));
}

/** The same for one address. Throws NotFoundError or InvalidError. */
export function rejectUnstorable({ params, query }: { params: unknown; query: unknown }): void {
  for (const value of textsOf(params))
    if (!isStorable(value)) throw new NotFoundError("not_found", "Nothing was found at this address.");
  for (const [name, value] of Object.entries(Object(query)))
    if (isStorable(name) && !textsOf([value].flat()).every(isStorable)) {
      const detail = `${name.slice(0, 1).toUpperCase()}${name.slice(1)} contains characters that cannot be stored.`;
      throw new InvalidError("invalid_input", detail, { [name]: detail });
    }
}

const textsOf = (values: unknown) =>
  Object.values(Object(values)).filter((value): value is string => typeof value === "string");
