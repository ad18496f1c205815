import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { idText, pageQuery } from "#shared/schema.ts";

const taskParams = z.object({ id: idText });
/** Tasks of one kind, or all. */
const taskQuery = pageQuery.extend({
  kind: z
    .string()
    .regex(/^[a-z-]{1,50}$/, { error: "Kind must be a known kind of task." })
    .optional(),
});

/**
 * Work that continues after the response to the request that started it. `running`: a process is working on it;
 * `queued`: it waits, after a failure until `due_at`. It resumes after a restart.
 */
export const task = z
  .object({
    id: z.int().positive(),
    kind: z.string(),
    state: z.enum(["queued", "running", "done", "failed"]),
    done: z.int().describe("The completed part of `total`; the unit depends on the kind"),
    total: z.int().describe("0 until it is known"),
    last_error: z.string().describe("Why it failed or is retried; otherwise empty"),
    due_at: z.iso.datetime(),
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
    result: z.unknown().describe("The result, by kind; null until it is done"),
  })
  .meta({ id: "Task" });
const taskList = z.array(task);
export type Task = z.infer<typeof task>;

const tags = ["Tasks"];

export const taskEndpoints = endpoints({
  "GET /tasks": {
    access: "subscriber.manage",
    summary: "Background work, newest first; finished work for a week",
    tags,
    query: taskQuery,
    response: { 200: taskList },
  },
  "GET /tasks/:id": {
    access: "subscriber.manage",
    summary: "The progress of a task",
    tags,
    params: taskParams,
    response: { 200: task },
  },
});
export type TaskEndpoints = typeof taskEndpoints;
