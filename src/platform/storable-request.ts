import type { FastifyInstance } from "fastify";
import { InvalidError, NotFoundError } from "#shared/errors.ts";
import { isStorable } from "#shared/text.ts";

/**
 * Refuses addresses with text that no store keeps, on every route registered in `scope` after this: 404 where it
 * stands in the path, 400 in the query. Without it PostgreSQL fails where SQLite finds nothing.
 */
export function refuseUnstorableText(scope: FastifyInstance): void {
  scope.addHook("preValidation", async (request) => refuseUnstorable(request));
}

/** The same for one address. Throws NotFoundError or InvalidError. */
export function refuseUnstorable({ params, query }: { params: unknown; query: unknown }): void {
  for (const value of textsOf(params))
    if (!isStorable(value)) throw new NotFoundError("There is nothing at this address.");
  for (const [name, value] of Object.entries(Object(query)))
    if (isStorable(name) && !textsOf([value].flat()).every(isStorable)) {
      const detail = `${name.slice(0, 1).toUpperCase()}${name.slice(1)} contains characters that cannot be stored.`;
      throw new InvalidError(detail, { [name]: detail });
    }
}

const textsOf = (values: unknown) =>
  Object.values(Object(values)).filter((value): value is string => typeof value === "string");
