import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";

const counts = z.object({ articles: z.int(), authors: z.int(), pictures: z.int(), topics: z.int() });
export type DemoCounts = z.infer<typeof counts>;

/** The demo content of a publication. */
export const demoState = z
  .object({
    state: z.enum(["present", "removed", "none"]),
    counts: counts.describe("What a removal takes along, or has taken along"),
    kept: z
      .array(z.string())
      .describe("Titles of demo articles and names of demo authors that people have edited: they stay"),
    removed_at: z.iso.datetime().nullable(),
    undo_until: z.iso.datetime().nullable(),
  })
  .meta({ id: "DemoState" });
export type DemoState = z.infer<typeof demoState>;

const managing = { access: "system.manage", tags: ["System"] } as const;

export const demoEndpoints = endpoints({
  "GET /demo": {
    ...managing,
    summary: "The demo content: what a removal would take along, or what it has removed",
    response: { 200: demoState },
  },
  "POST /demo/removal": {
    ...managing,
    summary: "Remove the unedited demo content; can be undone for 30 days",
    errors: ["no_demo_content"],
    response: { 200: demoState },
  },
  "DELETE /demo/removal": {
    ...managing,
    summary: "Restore the removed demo content",
    errors: ["no_demo_removal"],
    response: { 200: demoState },
  },
});
export type DemoEndpoints = typeof demoEndpoints;
