import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { errorBody } from "#shared/schema.ts";

/** The state of the installation. */
export const systemState = z
  .object({
    version: z.string(),
    node: z.string().describe("The version of Node"),
    database: z.object({ name: z.string().describe("Its name"), bytes: z.int() }),
    disk: z
      .object({ free: z.number(), total: z.number() })
      .nullable()
      .describe("In bytes, of the disk with the data; null if it can't be read"),
    tasks: z.object({ queued: z.int(), running: z.int(), failed: z.int() }),
    failed_tasks: z
      .array(z.object({ id: z.int(), kind: z.string(), error: z.string(), at: z.iso.datetime().nullable() }))
      .describe("The newest failed tasks"),
    last_backup: z.object({ at: z.iso.datetime(), place: z.string() }).nullable(),
    backup: z
      .object({ state: z.enum(["running", "done", "failed"]), started: z.iso.datetime(), error: z.string() })
      .nullable()
      .describe("The latest backup that was started here"),
  })
  .meta({ id: "SystemState" });
export type SystemState = z.infer<typeof systemState>;

const managing = { access: "system.manage", tags: ["System"] } as const;

export const stateEndpoints = endpoints({
  "GET /system": {
    ...managing,
    summary: "Version, database, disk, background tasks and backups",
    response: { 200: systemState },
  },
  "POST /system/backups": {
    ...managing,
    summary: "Start a backup, into a new folder of DATA_DIR/backups",
    description: "It continues after the response; `GET /system` has its state. 409 while a backup is running.",
    response: { 202: systemState, 409: errorBody },
  },
});
export type StateEndpoints = typeof stateEndpoints;
