import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useApi } from "#shared/use-api.ts";
import { AdminButton, RadioGroup } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { exactTime, fromLocalInput, localZone, toLocalInput } from "#ui/admin/local-time.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import type { Issue } from "../schema.ts";
import { issueChanged, issuesChanged, sendIssue, subscribersOf } from "./calls.ts";
import { inFigures } from "./issue-words.ts";

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

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (when === "later" && at === null) return setError("Please enter a date and time");
    void run(
      async () => {
        const sent = await sendIssue(api, issue, when === "now" ? null : at);
        onClose();
        issueChanged(client, sent);
        if (when === "now" || at === null) show({ title: "Sending begins" });
        else show({ title: "Issue scheduled", description: `It is sent ${exactTime(at)}.` });
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
      <form onSubmit={onSubmit} aria-busy={isBusy} className="mt-2 space-y-4">
        <p role="status" className="text-[0.9375rem] text-muted wrap-anywhere">
          “{issue.subject}” <Reach />
        </p>
        <RadioGroup legend="When" options={WHEN} value={when} onChange={setWhen} />
        {when === "later" && (
          <Field
            label="Date and time"
            name="at"
            type="datetime-local"
            required
            min={toLocalInput(new Date().toISOString())}
            max="9999-12-30T23:59"
            hint={`In your time zone: ${localZone()}`}
            error={error}
            value={toLocalInput(at)}
            onChange={(event) => {
              setAt(fromLocalInput(event.target.value));
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
  const active = useApi(subscribersOf("active"), { refetchOnMount: "always" });
  const bouncing = useApi(subscribersOf("bouncing"), { refetchOnMount: "always" });
  if (active.data && bouncing.data) {
    const count = active.data.total - bouncing.data.total;
    return <>goes to {count === 1 ? "1 subscriber" : `${inFigures(count)} subscribers`}, as the list is now.</>;
  }
  if (active.isError || bouncing.isError) return <>goes to all active subscribers; how many could not be fetched.</>;
  return <>goes to all active subscribers. Counting them...</>;
}
