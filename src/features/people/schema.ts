import { z } from "zod";
import { role } from "#features/accounts/schema.ts";
import { idText, pageQuery } from "#shared/schema.ts";

/** Somebody who can log in, or could until the account was suspended. */
export const user = z
  .object({
    id: z.int().positive(),
    name: z.string(),
    email: z.string(),
    image_url: z.string().describe("Empty if there is none"),
    role,
    is_active: z.boolean().describe("False for a suspended account"),
    created: z.iso.datetime(),
    last_sign_in: z.iso.datetime().nullable(),
  })
  .meta({ id: "User" });
export type User = z.infer<typeof user>;
export const userList = z.array(user);
export const usersQuery = pageQuery;
export const userParams = z.object({ id: idText });

export const removalQuery = z.object({
  erase: z
    .enum(["true", "false"], { error: "Erase must be true or false." })
    .default("false")
    .transform((erase) => erase === "true"),
});

/** `PATCH accounts/users/{id}/`: omitted fields keep their value. */
export const userChange = z
  .object(
    { role, is_active: z.boolean({ error: "Is active must be true or false." }) },
    { error: "The body must be a JSON object." },
  )
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: "Name what is to be changed: role or is_active.",
  });
