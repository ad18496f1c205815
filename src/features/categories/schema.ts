import { z } from "zod";

/** A category (spec section 3). `count` is the number of published articles in it. */
export const category = z
  .object({ id: z.int().positive(), name: z.string(), slug: z.string(), count: z.int().nonnegative() })
  .meta({ id: "Category" });
export type Category = z.infer<typeof category>;

export const categoryList = z.array(category);
export const categoryParams = z.object({ slug: z.string().describe("The slug, or the name in lower case") });
