import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useSite } from "#shared/site-context.tsx";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { FailedNote, PanelHeading } from "#ui/admin/panel.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { RelativeDate } from "#ui/time.tsx";
import type { OwnEmail } from "../../schema.ts";
import { askForEmail, credentials, ownEmail } from "../calls.ts";
import { PasswordQuestion } from "./password-question.tsx";

/** The address that one logs in by, and a change of it that waits to be confirmed. */
export function EmailSection() {
  const { data, isError, refetch } = useApi(ownEmail(), { refetchOnMount: "always" });
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-label="Email">
      <PanelHeading ref={heading} title="Email" />
      {data ? (
        <Address own={data} onGone={() => heading.current?.focus()} />
      ) : isError ? (
        <FailedNote onRetry={refetch}>Could not load your address.</FailedNote>
      ) : (
        <Skeleton className="h-14 w-full max-w-3xl" />
      )}
    </section>
  );
}

type AddressProps = {
  own: OwnEmail;
  /** Called when the button that had the focus is gone. */
  onGone: () => void;
};

function Address({ own: { email, pending }, onGone }: AddressProps) {
  const api = useEditorApi();
  const client = useQueryClient();
  const site = useSite();
  const show = useToast();
  const { isBusy, run } = useCall();
  const [isOpen, setOpen] = useState(false);
  const cancel = () =>
    run(
      async () => {
        await credentials.send(api, "DELETE /accounts/email");
        client.setQueryData<OwnEmail>(ownEmail().queryKey, { email, pending: null });
        onGone();
        show({ title: "Change cancelled" });
      },
      { title: "The change was not cancelled", fallback: "Please try again." },
    );
  return (
    <>
      <div className="max-w-3xl divide-y divide-rule border-y border-rule">
        <div className="flex flex-wrap items-center justify-between gap-3 py-3">
          <p className="wrap-anywhere">
            You log in by <strong className="font-semibold">{email}</strong>
          </p>
          <AdminButton onClick={() => setOpen(true)}>Change Address</AdminButton>
        </div>
        {pending && (
          <div className="flex flex-wrap items-center justify-between gap-3 py-3">
            <p className="min-w-0 wrap-anywhere">
              To become <strong className="font-semibold">{pending.email}</strong>{" "}
              <span className="block text-sm text-muted">
                {waitsFor(pending.confirmed)} Asked for <RelativeDate date={pending.asked} />.
              </span>
            </p>
            <AdminButton isBusy={isBusy} onClick={() => void cancel()}>
              Cancel the Change
            </AdminButton>
          </div>
        )}
      </div>
      {isOpen && (
        <PasswordQuestion
          title="Change your address"
          confirm="Send the Links"
          busy="Sending..."
          isOptional
          failed="The address was not changed"
          onClose={() => setOpen(false)}
          onConfirm={async (password, fields) => {
            const asked = await askForEmail(api, { email: String(fields.get("email")), password });
            client.setQueryData(ownEmail().queryKey, asked);
            flushSync(() => setOpen(false));
            show({
              title: "Two mails are on their way",
              description: "Confirm the change by the link in each of them.",
            });
          }}
        >
          {(errors) => (
            <>
              <p className="text-[0.9375rem] text-muted">
                {site.sendsMail
                  ? "Your present and your new address get a link each, which works for 24 hours. The address changes once both are confirmed."
                  : "This site sends no mail. Whoever runs it finds the two links among its files, or changes the address for you."}
              </p>
              <Field label="New address" name="email" type="email" autoComplete="email" required error={errors.email} />
            </>
          )}
        </PasswordQuestion>
      )}
    </>
  );
}

function waitsFor(confirmed: readonly ("old" | "new")[]): string {
  if (confirmed.includes("old")) return "Waits for the new address to confirm it.";
  if (confirmed.includes("new")) return "Waits for your present address to confirm it.";
  return "Waits for both addresses to confirm it.";
}
