import { useEffect, useEffectEvent } from "react";
import type { Task } from "#features/tasks/schema.ts";
import { useApi } from "#shared/use-api.ts";
import { taskOf } from "./calls.ts";

/** Polling interval of a task, in milliseconds. */
const POLL_INTERVAL_MS = 700;

const isOver = (task: Task | undefined) => task?.state === "done" || task?.state === "failed";

type Props = { id: number; label: string; onOver: (task: Task) => void };

/** The progress of a large file's import, which runs on the server. Calls `onOver` once when it is finished. */
export function ImportProgress({ id, label, onOver }: Props) {
  const { data: task, error } = useApi(taskOf(id), {
    refetchInterval: ({ state }) => (isOver(state.data) ? false : POLL_INTERVAL_MS),
    refetchOnMount: "always",
  });
  const notify = useEffectEvent(onOver);
  useEffect(() => {
    if (task && isOver(task)) notify(task);
  }, [task]);
  const isCounted = task !== undefined && task.total > 0;
  return (
    <section aria-label={label} className="border border-rule bg-paper p-4">
      <p className="mb-2 flex flex-wrap justify-between gap-x-6 text-sm font-semibold">
        <span>{label}</span>
        <span className="tabular-nums">
          {isCounted
            ? `${task.done.toLocaleString("en")} of ${task.total.toLocaleString("en")} addresses`
            : "Reading the file..."}
        </span>
      </p>
      <progress
        className="h-2 w-full accent-current"
        aria-label={label}
        {...(isCounted && { value: task.done, max: task.total })}
      />
      <p className="meta mt-2">
        {error && !task
          ? "The server does not answer at the moment. It goes on with the file all the same."
          : task?.last_error || "It goes on by itself: you may leave this page."}
      </p>
    </section>
  );
}
