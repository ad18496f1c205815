import { type TaskJobDeps, taskJobs } from "#features/tasks/jobs.ts";
import type { Job } from "#platform/scheduler.ts";
import { importTasks } from "./tasks.ts";

/** Imports large lists of subscribers. */
export const audienceJobs = (deps: TaskJobDeps): Job[] => taskJobs(deps, importTasks(deps));
