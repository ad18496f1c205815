import { z } from "zod";
import { text } from "#shared/schema.ts";
import { isSlug, MAX_SLUG } from "#shared/slug.ts";

/** A category. `count` is the number of published articles in it. */
export const category = z
  .object({
    id: z.int().positive(),
    name: z.string(),
    slug: z.string(),
    count: z.int().nonnegative(),
    is_hidden: z
      .literal(true)
      .optional()
      .describe("For editors only: an article named it, and readers do not see it until something in it is published"),
  })
  .meta({ id: "Category" });
export type Category = z.infer<typeof category>;

export const categoryList = z.array(category);
export const categoryParams = z.object({ slug: z.string().describe("The slug, or the name in lower case") });

/** The same place in the path as the slug of the reader's call, and so of the same name. */
export const categoryIdParams = z.object({ slug: z.string().describe("The category's id") });

const name = text({ name: "Name", min: 1, max: 100 });
const slug = text({ name: "Slug", max: MAX_SLUG }).refine((given) => given === "" || isSlug(given), {
  error: "Slug may hold lower-case letters and digits with single hyphens between them, and not only digits.",
});
const NO_OBJECT = "The body must be a JSON object.";

/**
 * `POST categories/` and `PUT categories/{id}/`. An empty slug is derived from the name; one that is
 * left out too, or stays as it was. `count` is passed over.
 */
export const categoryBody = z.object({ name, slug: slug.optional() }, { error: NO_OBJECT });
export type CategoryBody = z.infer<typeof categoryBody>;
