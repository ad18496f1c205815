import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";

/** What a new publication still needs, in the order of the list. */
export const TO_DO = [
  "contact_email",
  "tagline",
  "logo",
  "about",
  "contact",
  "advertise",
  "mail",
  "postal_address",
  "backups",
] as const;
export type ToDo = (typeof TO_DO)[number];

const openItem = z.object({
  name: z.enum(TO_DO),
  page: z.int().positive().optional().describe("The id of the page to write"),
});

export const toDoList = z
  .object({
    items: z.array(openItem).describe("Items that are not done; empty for the demo edition, and once it was dismissed"),
    is_dismissed: z.boolean(),
  })
  .meta({ id: "ToDoList" });
export type ToDoList = z.infer<typeof toDoList>;

export const toDoEndpoints = endpoints({
  "GET /system/to-do": {
    access: "settings.manage",
    summary: "What a publication without the demo edition still needs",
    tags: ["System"],
    response: { 200: toDoList },
  },
  "PUT /system/to-do": {
    access: "settings.manage",
    summary: "Dismiss the list for the publication, or show it again",
    tags: ["System"],
    body: z.strictObject(
      { is_dismissed: z.boolean({ error: "is_dismissed must be true or false." }) },
      { error: "The body must be a JSON object with is_dismissed." },
    ),
    response: { 200: toDoList },
  },
});
export type ToDoEndpoints = typeof toDoEndpoints;
