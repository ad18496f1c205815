import { endpoints } from "#shared/endpoint.ts";
import { task, taskList, taskParams, taskQuery } from "./schema.ts";

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
