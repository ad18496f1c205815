import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { RadioGroup } from "#ui/admin/controls.tsx";
import { PageFrame } from "#ui/admin/page-frame.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import { useSettled } from "#ui/admin/timing.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import type { AppearanceEndpoints, PreviewBody } from "../appearance/endpoints.ts";

const PAGES = [
  { value: "home", label: "Home page" },
  { value: "article", label: "Newest article" },
] as const;
type PageName = (typeof PAGES)[number]["value"];

/** A link to a preview works for 30 minutes. */
const LINK_FRESH_MS = 25 * 60_000;

const looks = editorClientOf<AppearanceEndpoints>();

/** The layout of a form with its preview: next to each other on wide screens, where the preview stays in view. */
export const BESIDE_PREVIEW =
  "grid gap-x-10 gap-y-8 lg:grid-cols-[var(--fields,20rem)_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:items-start";

/** Until settings are loaded. */
export const LoadingSettings = ({ what }: { what: string }) => (
  <div className="grid gap-10 lg:grid-cols-[20rem_minmax(0,1fr)]" aria-busy="true">
    <p role="status" className="sr-only">
      {`Loading ${what}...`}
    </p>
    <Skeleton className="h-64 w-full" />
    <Skeleton className="h-[60dvh] w-full" />
  </div>
);

/**
 * Two pages of the site with settings that are not saved. `changed`: the typed ones; while they cannot be saved, the
 * preview keeps the last ones that could. `children`: what it does not show.
 */
export function SitePreview({ changed, children }: { changed: PreviewBody; children?: ReactNode }) {
  const api = useEditorApi();
  const [page, setPage] = useState<PageName>("home");
  const typed = useSettled(JSON.stringify(changed));
  const { data, error, refetch } = useQuery({
    queryKey: ["site-preview", typed],
    queryFn: async ({ signal }) => {
      const body = JSON.parse(typed) as PreviewBody;
      return (await looks.send(api, "POST /settings/appearance/preview", { body, signal })).body.url;
    },
    staleTime: LINK_FRESH_MS,
    gcTime: LINK_FRESH_MS,
    retry: false,
  });
  const [shown, setShown] = useState(data);
  if (data !== undefined && data !== shown) setShown(data);
  const isUnusable = error instanceof ApiError && error.status === 400;
  return (
    <section aria-label="Preview" className="min-w-0 lg:sticky lg:top-4 lg:col-start-2 lg:row-span-2 lg:row-start-1">
      {isUnusable ? (
        <p role="status" className="meta mb-3">
          The preview waits until these settings can be saved.
        </p>
      ) : (
        error && (
          <FailedNote onRetry={() => void refetch()}>
            {shown ? "Could not update the preview." : "Could not load the preview."}
          </FailedNote>
        )
      )}
      {shown ? (
        <PageFrame
          addressOf={(theme) => `${shown}&page=${page}&theme=${theme}`}
          className="h-[max(24rem,100dvh-18rem)] max-lg:h-[70dvh]"
        >
          <RadioGroup legend="Page" options={PAGES} value={page} onChange={setPage} />
        </PageFrame>
      ) : (
        !error && <Skeleton className="h-[60dvh] w-full" />
      )}
      {children && <p className="meta mt-3 text-pretty">{children}</p>}
    </section>
  );
}
