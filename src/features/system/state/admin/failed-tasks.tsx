import { useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { adminUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton, buttonLook } from "#ui/admin/controls.tsx";
import { shortTime } from "#ui/admin/local-time.ts";
import { useCall } from "#ui/admin/use-call.ts";
import type { ShownTask, StateEndpoints } from "../endpoints.ts";
import { systemNotices, systemState } from "./calls.ts";

const system = editorClientOf<StateEndpoints>();

/** What failed, and its document: `Card of news.example in “Bridge opens”`. */
const taskWords = ({ what, document }: Pick<ShownTask, "what" | "document">): string =>
  document ? `${what} in “${document.title || "Untitled"}”` : what;

/** Failed tasks as sentences, each with what can be done about it. */
export function FailedTasks({
  tasks,
  isOnDashboard = false,
}: {
  tasks: readonly ShownTask[];
  isOnDashboard?: boolean;
}) {
  const api = useEditorApi();
  const client = useQueryClient();
  const { isBusy, run } = useCall();
  if (tasks.length === 0) return null;
  const reread = () =>
    Promise.all([client.invalidateQueries(systemState()), client.invalidateQueries(systemNotices())]);
  const act = (id: number, how: "retry" | "dismiss") =>
    void run(
      async () => {
        await system.send(api, `POST /system/tasks/:id/${how}`, { params: { id } });
        await reread();
      },
      {
        title: how === "retry" ? "Could not retry the task" : "Could not dismiss the task",
        fallback: "Please try again.",
        // It may have been decided on another screen.
        onFailed: () => void reread(),
      },
    );
  return (
    <section
      className={isOnDashboard ? "pt-2" : "mt-10 border-t border-rule pt-6"}
      aria-labelledby="failed-tasks"
      aria-busy={isBusy}
    >
      <h2 id="failed-tasks" className={isOnDashboard ? "sr-only" : "headline-sm mb-3 font-semibold"}>
        Failed tasks
      </h2>
      <ul className={`divide-y divide-rule text-[0.9375rem] ${isOnDashboard ? "" : "border-y border-rule"}`}>
        {tasks.map((task) => (
          <FailedTask key={task.id} task={task} isBusy={isBusy} act={(how) => act(task.id, how)} />
        ))}
      </ul>
    </section>
  );
}

type Props = { task: ShownTask; isBusy: boolean; act: (how: "retry" | "dismiss") => void };

function FailedTask({ task, isBusy, act }: Props) {
  const words = taskWords(task);
  const of = <span className="sr-only"> “{words}”</span>;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <p className="min-w-0 flex-[1_1_18rem] wrap-anywhere">
        <strong className="font-semibold">{words}</strong>
        {task.at && (
          <>
            , <time dateTime={task.at}>{shortTime(Date.parse(task.at), Date.now())}</time>
          </>
        )}
        <span className="meta block">{task.error || "No reason was given."}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        {task.may_retry && (
          <AdminButton isBusy={isBusy} onClick={() => act("retry")}>
            Retry{of}
          </AdminButton>
        )}
        {task.path && (
          <Link to={task.path} className={buttonLook("plain")}>
            Open{of}
          </Link>
        )}
        <AdminButton variant="quiet" isBusy={isBusy} onClick={() => act("dismiss")}>
          Dismiss{of}
        </AdminButton>
      </div>
    </li>
  );
}

/** On the dashboard the newest one, for those who manage the system, so that the list stays in view; the screen has all. */
export function FailedTasksNotice() {
  const { data } = useApi(systemNotices());
  const all = data?.failed_tasks ?? [];
  const more = all.length - 1;
  return (
    <>
      <FailedTasks tasks={all.slice(0, 1)} isOnDashboard />
      {more > 0 && (
        <p className="text-sm">
          <Link to={adminUrl.system()} className="tap underline underline-offset-4 hover:text-accent">
            {more === 1 ? "1 more failed task" : `${more} more failed tasks`}
          </Link>
        </p>
      )}
    </>
  );
}
