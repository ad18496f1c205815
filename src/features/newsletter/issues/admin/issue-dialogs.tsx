import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { LastDialog } from "#features/documents/room/admin/last-dialog.tsx";
import type { Matter } from "#features/documents/room/admin/open-matters.tsx";
import { PictureTexts, type Place } from "#features/documents/room/admin/remote-checks.tsx";
import { usePictureTexts } from "#features/documents/room/admin/style-checks.ts";
import { ownProfile } from "#features/identity/accounts/admin/own-profile.ts";
import { NoMailNote } from "#features/mail/admin/outbox-section.tsx";
import { newsroomSettings, useNewsroomZone } from "#features/settings/calls.ts";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useSite } from "#shared/site-context.tsx";
import { adminUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton, RadioGroup } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { plannedTime } from "#ui/admin/local-time.ts";
import { FailedNote } from "#ui/admin/panel.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { Issue } from "../endpoints.ts";
import { issueChanged, issuePreview, issueReach, issueSize, issues, issuesChanged, sendIssue } from "./calls.ts";
import { inFigures } from "./issue-steps.tsx";

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

/** A little less than the 102 kB at which Gmail clips a message, as real links are longer than their placeholders. */
const CLIPPED_FROM = 100_000;

/** The size of an issue as mail, with a warning if mail clients would cut off its end. */
export function MailSize({ id }: { id: number }) {
  const { data } = useApi(issueSize(id), { refetchOnMount: "always" });
  if (!data) return null;
  const size = `The mail is ${Math.ceil(data.bytes / 1_000)} kB.`;
  if (data.bytes < CLIPPED_FROM) return <p className="text-[0.9375rem] text-muted">{size}</p>;
  return (
    <p className="border-l-4 border-down bg-surface px-4 py-3 text-[0.9375rem]">
      {size} Gmail cuts off mails larger than 102 kB and hides their end, including the unsubscribe link. Shorten the
      text.
    </p>
  );
}

/** Warns that the postal address is missing, which mails to subscribers must carry. It does not block sending. */
export function PostalNote() {
  const { data } = useApi(newsroomSettings());
  if (data?.postal_address !== "") return null;
  return (
    <p className="border-l-4 border-accent bg-surface px-4 py-3 text-[0.9375rem]">
      The newsroom’s postal address is missing. Many countries require one in every newsletter.{" "}
      <Link to={adminUrl.settings()} className="font-semibold underline underline-offset-2">
        Enter it in the settings
      </Link>
    </p>
  );
}

type SendProps = {
  issue: Issue;
  opensTimed: boolean;
  onMatter: (kind: Matter["kind"]) => void;
  onPlace: (place: Place) => void;
  onClose: () => void;
};

/** Confirms sending an issue, with the number of subscribers: now or at a time. */
export function SendDialog({ issue, opensTimed, onMatter, onPlace, onClose }: SendProps) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const [error, setError] = useState<string>();
  const { isBusy, run } = useCall();
  const zone = useNewsroomZone();
  const { sendsMail } = useSite();
  const { data: reach } = useApi(issueReach(), { refetchOnMount: "always" });
  const texts = usePictureTexts(issue.body);
  const isNew = issue.state !== "scheduled";

  function send(at: string | null) {
    setError(undefined);
    void run(
      async () => {
        const sent = await sendIssue(api, issue, at);
        onClose();
        issueChanged(client, sent);
        if (at === null) show({ title: sendsMail ? "Sending started" : "Writing the mails to files" });
        else show({ title: "Issue scheduled", description: `It is sent ${plannedTime(at, zone ?? "UTC")}.` });
      },
      {
        title: "Error sending issue",
        fallback: "Could not send the issue",
        onFailed: (failure) => {
          setError(failure instanceof ApiError ? failure.errors.at : undefined);
          issuesChanged(client);
        },
      },
    );
  }

  return (
    <LastDialog
      title="Send this issue?"
      document={{ type: "issue", id: issue.id }}
      verb="Send"
      zone={zone}
      planned={issue.state === "scheduled" ? issue.scheduled_at : null}
      opensTimed={opensTimed}
      timeError={error}
      isBusy={isBusy}
      isBlocked={(when) => (isNew && texts.required.length > 0) || (when === "now" && reach?.recipients === 0)}
      findings={
        <PictureTexts
          {...texts}
          onGo={(place) => {
            flushSync(onClose);
            onPlace(place);
          }}
        />
      }
      onGo={onMatter}
      onClose={onClose}
      onConfirm={send}
    >
      <p role="status" className="text-[0.9375rem] text-muted wrap-anywhere">
        “{issue.subject}” <Reach />
      </p>
      <NoMailNote />
      <PostalNote />
      <MailSize id={issue.id} />
    </LastDialog>
  );
}

/** The number of recipients: active subscribers, except for addresses that mail servers reject as unknown. */
function Reach() {
  const { data, isError } = useApi(issueReach(), { refetchOnMount: "always" });
  if (data) {
    const count = data.recipients;
    return <>goes to {count === 1 ? "1 subscriber" : `${inFigures(count)} subscribers`} at the moment.</>;
  }
  if (isError) return <>goes to all active subscribers. Their number could not be loaded.</>;
  return <>goes to all active subscribers. Counting them...</>;
}

/** Sends an issue as a test to the user's own address, or to another one. */
export function TestDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const api = useEditorApi();
  const show = useToast();
  const { sendsMail } = useSite();
  const own = useApi(ownProfile()).data?.email;
  const [typed, setEmail] = useState<string>();
  const email = typed ?? own ?? "";
  const [error, setError] = useState<string>();
  const { isBusy, run } = useCall();
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void run(
      async () => {
        await issues.send(api, "POST /newsletter/issues/:id/test", { params: { id }, body: { email } });
        if (sendsMail) show({ title: "Test sent", description: `It is on its way to ${email.trim()}.` });
        else show({ title: "Test written to a file", description: `Nothing was sent to ${email.trim()}.` });
        onClose();
      },
      {
        title: "Error sending test",
        fallback: "Could not send the test",
        onFailed: (failure) => setError(failure instanceof ApiError ? failure.errors.email : undefined),
      },
    );
  }
  return (
    <Dialog title="Send a test" onClose={onClose} focused={(dialog) => dialog.querySelector("input")}>
      <form onSubmit={onSubmit} aria-busy={isBusy} className="mt-3">
        <NoMailNote />
        <Field
          label="Email"
          name="email"
          type="email"
          required
          autoComplete="email"
          hint="Only this address gets it. Its subject starts with Test."
          value={email}
          error={error}
          onChange={(event) => {
            setEmail(event.target.value);
            setError(undefined);
          }}
        />
        <div className="mt-6 flex flex-wrap justify-end gap-2">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary" disabled={isBusy}>
            {isBusy ? "Sending..." : "Send test"}
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}
