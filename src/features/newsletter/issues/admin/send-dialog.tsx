import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { NoMailNote } from "#features/mail/admin/no-mail-note.tsx";
import { useNewsroomZone } from "#features/settings/admin/use-newsroom-zone.ts";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useSite } from "#shared/site-context.tsx";
import { useApi } from "#shared/use-api.ts";
import { AdminButton, RadioGroup } from "#ui/admin/controls.tsx";
import { DateTimeField } from "#ui/admin/date-fields.tsx";
import { problemOf } from "#ui/admin/date-values.ts";
import { Dialog } from "#ui/admin/dialog.tsx";
import { plannedTime } from "#ui/admin/local-time.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import type { Issue } from "../schema.ts";
import { issueChanged, issueReach, issuesChanged, sendIssue } from "./calls.ts";
import { inFigures } from "./issue-words.ts";
import { MailSize } from "./mail-size.tsx";
import { PostalNote } from "./postal-note.tsx";

const WHEN = [
  { value: "now", label: "Now" },
  { value: "later", label: "At a time" },
] as const;

/** Confirms sending an issue, with the number of subscribers: now or at a time. */
export function SendDialog({ issue, onClose }: { issue: Issue; onClose: () => void }) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const [when, setWhen] = useState<(typeof WHEN)[number]["value"]>(issue.state === "scheduled" ? "later" : "now");
  const [at, setAt] = useState(issue.scheduled_at);
  const [error, setError] = useState<string>();
  const { isBusy, run } = useCall();
  const zone = useNewsroomZone();
  const { sendsMail } = useSite();

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (when === "later" && at === null) return setError("Please enter a date and time");
    if (when === "later" && problemOf(at)) return setError(problemOf(at));
    void run(
      async () => {
        const sent = await sendIssue(api, issue, when === "now" ? null : at);
        onClose();
        issueChanged(client, sent);
        if (when === "now" || at === null) show({ title: sendsMail ? "Sending begins" : "Writing the mails to files" });
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
    <Dialog title="Send this issue?" onClose={onClose}>
      <form noValidate onSubmit={onSubmit} aria-busy={isBusy} className="mt-2 space-y-4">
        <p role="status" className="text-[0.9375rem] text-muted wrap-anywhere">
          “{issue.subject}” <Reach />
        </p>
        <NoMailNote />
        <PostalNote />
        <MailSize id={issue.id} />
        <RadioGroup legend="When" options={WHEN} value={when} onChange={setWhen} />
        {when === "later" && (
          <DateTimeField
            label="Date and time"
            name="at"
            value={at}
            zone={zone}
            error={error}
            onChange={(next) => {
              setAt(next);
              setError(undefined);
            }}
          />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <AdminButton autoFocus onClick={onClose}>
            Cancel
          </AdminButton>
          <AdminButton type="submit" variant="primary" disabled={isBusy}>
            {when === "now" ? "Send now" : "Schedule"}
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}

/** How many receive it: active subscribers, except for addresses that mail servers reject as unknown. */
function Reach() {
  const { data, isError } = useApi(issueReach(), { refetchOnMount: "always" });
  if (data) {
    const count = data.recipients;
    return <>goes to {count === 1 ? "1 subscriber" : `${inFigures(count)} subscribers`}, as the list is now.</>;
  }
  if (isError) return <>goes to all active subscribers; how many could not be fetched.</>;
  return <>goes to all active subscribers. Counting them...</>;
}
