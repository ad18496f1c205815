import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { adminUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { PlaceLink } from "#ui/admin/address.tsx";
import { AdminButton } from "#ui/admin/controls.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { plannedTime } from "#ui/admin/local-time.ts";
import { FailedNote } from "#ui/admin/panel.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import type { DemoCounts, DemoEndpoints, DemoState } from "../endpoints.ts";

const demo = editorClientOf<DemoEndpoints>();

export const demoContent = () => demo.query("GET /demo");

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** The counts in words, without zeros: "49 articles, 5 authors and 60 pictures". */
export function listOf({ articles, authors, pictures, topics }: DemoCounts): string {
  const parts = [
    counted(articles, "article"),
    counted(authors, "author"),
    counted(pictures, "picture"),
    counted(topics, "topic"),
  ].filter((part) => !part.startsWith("0 "));
  return new Intl.ListFormat("en", { type: "conjunction" }).format(parts);
}

/** Removes the demo content, or restores it. Nothing at all in a publication without any. */
export function DemoSection() {
  const { data, isError, refetch } = useApi(demoContent(), { refetchOnMount: "always" });
  if (data?.state === "none" && data.kept.length === 0) return null;
  return (
    <section className="mt-10 border-t border-rule pt-6">
      <h2 className="headline-sm mb-3 font-semibold">Demo content</h2>
      {data ? (
        <DemoForm state={data} />
      ) : isError ? (
        <FailedNote onRetry={refetch}>Could not load the demo content.</FailedNote>
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </section>
  );
}

function DemoForm({ state: now }: { state: DemoState }) {
  const api = useEditorApi();
  const client = useQueryClient();
  const zone = useNewsroomZone();
  const show = useToast();
  const words = useRef<HTMLParagraphElement>(null);
  const { isBusy, run } = useCall();
  const refresh = () => {
    words.current?.focus();
    // It changes every list of the admin area.
    void client.invalidateQueries();
  };
  const restore = () =>
    run(
      async () => {
        await demo.send(api, "DELETE /demo/removal");
        refresh();
        show({ title: "Demo content restored" });
      },
      {
        title: "The demo content was not restored",
        fallback: "Please try again.",
        onFailed: () => void client.invalidateQueries(demoContent()),
      },
    );
  const removal = useDeletion<DemoState>({
    words: {
      title: "Remove the demo content?",
      confirm: "Remove",
      busy: "Removing...",
      deleted: "Demo content removed",
      failed: "The demo content was not removed",
      fallback: "Please try again.",
    },
    consequence: ({ counts }) =>
      `This removes ${listOf(counts)}. You can undo it for 30 days. What people have edited stays, and so does what other content uses.`,
    call: () => demo.send(api, "POST /demo/removal"),
    onDeleted: refresh,
    undo: () => void restore(),
    // Perhaps it was removed in another window.
    onFailed: (error) => {
      if (!(error instanceof ApiError && error.status === 409)) return "stay";
      void client.invalidateQueries(demoContent());
      return "close";
    },
  });
  return (
    <div className="max-w-prose space-y-4">
      <p ref={words} tabIndex={-1} className="text-pretty text-[0.9375rem] outline-none">
        {now.state === "present" && `The first start added ${listOf(now.counts)} as an example.`}
        {now.state === "none" && "The unedited demo content is removed."}
        {now.state === "removed" && now.undo_until && (
          <>
            Removed: {listOf(now.counts)}. The articles are in the{" "}
            <PlaceLink to={adminUrl.trash()} className="underline underline-offset-4 hover:text-accent">
              trash
            </PlaceLink>
            . You can undo this until{" "}
            <time dateTime={now.undo_until}>{zone !== null && plannedTime(now.undo_until, zone)}</time>.
          </>
        )}
      </p>
      {now.kept.length > 0 && (
        <details className="text-[0.9375rem]">
          <summary className="cursor-pointer font-semibold">
            {counted(now.kept.length, "edited item")} {now.kept.length === 1 ? "stays" : "stay"}
          </summary>
          <ul className="mt-2 list-disc pl-5">
            {now.kept.map((name) => (
              <li key={name} className="wrap-anywhere">
                {name}
              </li>
            ))}
          </ul>
        </details>
      )}
      {now.state === "present" && <AdminButton onClick={() => removal.ask(now)}>Remove demo content</AdminButton>}
      {now.state === "removed" && (
        <AdminButton isBusy={isBusy} onClick={() => void restore()}>
          {isBusy ? "Restoring..." : "Restore demo content"}
        </AdminButton>
      )}
      {removal.question}
    </div>
  );
}
