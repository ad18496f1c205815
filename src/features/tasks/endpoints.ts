import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { idText, pageQuery } from "#shared/schema.ts";

const taskParams = z.object({ id: idText });
/** `GET tasks/`: of one kind, or all. */
const taskQuery = pageQuery.extend({
  kind: z
    .string()
    .regex(/^[a-z-]{1,50}$/, { error: "Kind must be the name of a kind of task." })
    .optional(),
});

/**
 * Work that continues after the response to the request that started it. `running`: a process is working on it;
 * `queued`: it waits, after a failure until `due_at`. It resumes where it was when the server is restarted.
 */
export const task = z
  .object({
    id: z.int().positive(),
    kind: z.string(),
    state: z.enum(["queued", "running", "done", "failed"]),
    done: z.int().describe("How much of `total` is done; what is counted depends on the kind"),
    total: z.int().describe("0 until it is known"),
    last_error: z.string().describe("Why it failed, or is tried again; else empty"),
    due_at: z.iso.datetime(),
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
    result: z.unknown().describe("What came of it, by kind; null until it is done"),
  })
  .meta({ id: "Task" });
const taskList = z.array(task);
export type Task = z.infer<typeof task>;

const tags = ["Tasks"];

/** `tasks/`: the progress of work that continues after its request. */
export const taskEndpoints = endpoints({
  "GET /tasks": {
    access: "subscriber.manage",
    summary: "Work that goes on by itself, newest first; finished work for a week",
    tags,
    query: taskQuery,
    response: { 200: taskList },
  },
  "GET /tasks/:id": {
    access: "subscriber.manage",
    summary: "How far one has come",
    tags,
    params: taskParams,
    response: { 200: task },
  },
});
export type TaskEndpoints = typeof taskEndpoints;
