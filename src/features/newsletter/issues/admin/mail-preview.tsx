import { useState } from "react";
import { useApi } from "#shared/use-api.ts";
import { AdminButton, RadioGroup } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { issuePreview } from "./calls.ts";

const VIEWS = [
  { value: "desktop", label: "Desktop" },
  { value: "phone", label: "Phone" },
  { value: "text", label: "Plain text" },
] as const;
type View = (typeof VIEWS)[number]["value"];

const THEMES = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;
type Theme = (typeof THEMES)[number]["value"];

const WIDTHS: Record<Exclude<View, "text">, string> = { desktop: "w-[45rem]", phone: "w-[23.4375rem]" };

/** An issue as readers receive it: the HTML part at two widths, light and dark, and the text part. */
export function MailPreview({ id, onClose }: { id: number; onClose: () => void }) {
  const [view, setView] = useState<View>("desktop");
  const [theme, setTheme] = useState<Theme>("light");
  const { data, isError, refetch } = useApi(issuePreview(id), { refetchOnMount: "always" });
  return (
    <Dialog title="The issue as mail" wide onClose={onClose}>
      {data && (
        <p className="mt-2 text-[0.9375rem] text-muted wrap-anywhere">
          Subject: <strong className="text-ink">{data.subject}</strong>
        </p>
      )}
      <div className="my-3 flex flex-wrap gap-x-10 gap-y-3">
        <RadioGroup legend="View" options={VIEWS} value={view} onChange={setView} />
        {view !== "text" && <RadioGroup legend="Theme" options={THEMES} value={theme} onChange={setTheme} />}
      </div>
      {isError && !data && <FailedNote onRetry={() => void refetch()}>Could not fetch the preview</FailedNote>}
      {!data && !isError && <Skeleton className="h-[60dvh] w-full" />}
      {data && view === "text" && (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
          tabIndex={0}
          className="max-h-[60dvh] overflow-auto border border-rule bg-surface/40 p-4 text-sm whitespace-pre-wrap wrap-anywhere"
        >
          {data.text}
        </pre>
      )}
      {data && view !== "text" && (
        <section
          aria-label="The mail"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
          tabIndex={0}
          className="overflow-x-auto border border-rule bg-surface"
        >
          <iframe
            sandbox=""
            key={theme}
            src={`${data.frame_url}&theme=${theme}`}
            title="The issue’s HTML part"
            className={`mx-auto block h-[60dvh] max-w-none border-0 ${theme === "dark" ? "bg-[#14171f]" : "bg-white"} ${WIDTHS[view]}`}
          />
        </section>
      )}
      <div className="mt-5 flex justify-end">
        <AdminButton onClick={onClose}>Close</AdminButton>
      </div>
    </Dialog>
  );
}
