import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { ownProfile } from "#features/identity/accounts/admin/own-profile.ts";
import { MIN_PASSWORD_LENGTH } from "#features/identity/accounts/rules.ts";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { useSite } from "#shared/site-context.tsx";
import { pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { type Column, DataTable } from "#ui/admin/data-table.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { type FieldErrors, useErrorFocus } from "#ui/admin/field-errors.ts";
import { FailedNote, PanelHeading } from "#ui/admin/panel.tsx";
import { PasswordField } from "#ui/admin/password-field.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { RelativeDate } from "#ui/time.tsx";
import type { CredentialEndpoints, OwnEmail, OwnSession } from "../endpoints.ts";
import { SecondStepSection } from "./second-step.tsx";
import { PasswordQuestion, withPassword } from "./second-step-dialogs.tsx";

const credentials = editorClientOf<CredentialEndpoints>();

export const ownSessions = () => credentials.query("GET /accounts/sessions");

/** The address that one logs in by, and a change of it that waits. */
export const ownEmail = () => credentials.query("GET /accounts/email");

type Props = {
  /** Sends a call that ends the session, and goes on with the tokens it answers. */
  restartSession: (method: "PUT", url: string, body: object) => Promise<void>;
};

/** 'Security': one's own password, second step and sessions. */
export function SecurityScreen({ restartSession }: Props) {
  return (
    <div className="space-y-12 pt-6">
      <PasswordForm restartSession={restartSession} />
      <EmailSection />
      <SecondStepSection />
      <SessionList />
      <p className="text-[0.9375rem]">
        <Link to={`${pageUrl.admin()}?tab=profile`} className="underline underline-offset-4 hover:text-accent">
          To the author profile
        </Link>
      </p>
    </div>
  );
}

type PasswordProps = { restartSession: (method: "PUT", url: string, body: object) => Promise<void> };

/** Changes one's own password. What is typed here is kept nowhere, unlike in the forms of articles. */
function PasswordForm({ restartSession }: PasswordProps) {
  const client = useQueryClient();
  const show = useToast();
  const { data } = useApi(ownProfile());
  const { isBusy, run } = useCall();
  const [errors, setErrors] = useState<FieldErrors>({});
  const form = useRef<HTMLFormElement>(null);
  useErrorFocus(form, errors);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const body = { current: String(typed.get("current")), password: String(typed.get("password")) };
    setErrors({});
    void run(
      async () => {
        await restartSession("PUT", credentials.url("PUT /accounts/password"), body);
        form.current?.reset();
        show({ title: "Password changed", description: "All other devices have been logged out." });
        await client.invalidateQueries({ queryKey: ownSessions().queryKey });
      },
      {
        title: "The password was not changed",
        fallback: "Please try again.",
        onFailed: (error) => setErrors(error instanceof ApiError ? error.errors : {}),
      },
    );
  }

  return (
    <section aria-label="Password" className="max-w-md">
      <PanelHeading title="Password" />
      <form ref={form} onSubmit={onSubmit} aria-busy={isBusy} noValidate className="space-y-5">
        {/* So that a password manager knows whose password it keeps. */}
        <input type="text" name="username" autoComplete="username" value={data?.email ?? ""} readOnly hidden />
        <PasswordField
          label="Current password"
          name="current"
          autoComplete="current-password"
          required
          error={errors.current}
        />
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          required
          hint={`At least ${MIN_PASSWORD_LENGTH} characters; a few words that do not belong together are good.`}
          error={errors.password}
        />
        <AdminButton type="submit" variant="primary" isBusy={isBusy}>
          {isBusy ? "Changing..." : "Change Password"}
        </AdminButton>
      </form>
    </section>
  );
}

/** The address that one logs in by, and a change of it that waits to be confirmed. */
function EmailSection() {
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
            const body = { email: String(fields.get("email")), ...withPassword(password).body };
            const asked = await credentials.send(api, "PUT /accounts/email", { body });
            client.setQueryData(ownEmail().queryKey, asked.body);
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

/** One's own sessions, each with where and when it is used, to be ended singly or all but this one. */
function SessionList() {
  const api = useEditorApi();
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, isError, refetch } = useApi(ownSessions(), { refetchOnMount: "always" });
  const left = (isLeft: (session: OwnSession) => boolean) => {
    heading.current?.focus();
    client.setQueryData<OwnSession[]>(ownSessions().queryKey, (sessions) => sessions?.filter(isLeft));
  };
  const one = useDeletion<OwnSession>({
    words: {
      ...{ title: "End this session?", confirm: "End Session", busy: "Ending..." },
      deleted: "Session ended",
      failed: "The session was not ended",
      fallback: "Please try again.",
    },
    consequence: ({ device, origin }) =>
      `${device}${origin && `, network ${origin}`}: whoever uses it is logged out at once. What was not saved there is kept in its browser.`,
    call: ({ id }) => credentials.send(api, "DELETE /accounts/sessions/:id", { params: { id } }),
    onDeleted: ({ id }) => left((session) => session.id !== id),
  });
  const others = useDeletion<number>({
    words: {
      ...{ title: "End all other sessions?", confirm: "End All Others", busy: "Ending..." },
      deleted: "All other sessions ended",
      failed: "The sessions were not ended",
      fallback: "Please try again.",
    },
    consequence: (count) =>
      `${count === 1 ? "One other session is" : `${count} other sessions are`} logged out at once. This one goes on.`,
    call: () => credentials.send(api, "DELETE /accounts/sessions"),
    onDeleted: () => left(({ is_current }) => is_current),
  });
  const otherCount = data?.filter(({ is_current }) => !is_current).length ?? 0;
  return (
    <section aria-label="Sessions">
      <PanelHeading ref={heading} title="Sessions">
        {otherCount > 0 && <AdminButton onClick={() => others.ask(otherCount)}>End All Others</AdminButton>}
      </PanelHeading>
      <p className="mb-5 max-w-2xl text-[0.9375rem] text-muted">
        Where you are logged in. A session ends after 14 days without use, and after 90 days at most. Is one not yours?
        End it, and change your password.
      </p>
      {isError && !data ? (
        <FailedNote onRetry={refetch}>Could not load the sessions.</FailedNote>
      ) : (
        <DataTable
          caption="Sessions"
          columns={columnsWith(one.ask)}
          rows={data?.toSorted((left, right) => Number(right.is_current) - Number(left.is_current))}
          rowKey={({ id }) => id}
          skeletonRows={2}
          loading="Loading the sessions..."
        />
      )}
      {one.question}
      {others.question}
    </section>
  );
}

const columnsWith = (onEnd: (session: OwnSession) => void): Column<OwnSession>[] => [
  {
    label: "Device",
    card: "title",
    cell: ({ device, is_current }) => (
      <span className="wrap-anywhere">
        {device}
        {is_current && <strong className="ml-2 whitespace-nowrap text-up">This session</strong>}
      </span>
    ),
  },
  { label: "Network", cell: ({ origin }) => origin || "Unknown" },
  { label: "Logged in", cell: ({ started }) => <RelativeDate date={started} /> },
  { label: "Last used", cell: ({ last_used }) => <RelativeDate date={last_used} /> },
  {
    label: "Actions",
    card: "actions",
    className: "as-rows:w-28",
    cell: (session) =>
      session.is_current ? null : (
        <AdminButton
          className="as-rows:-my-1.5"
          aria-label={`End the session of ${session.device}${session.origin && `, ${session.origin}`}`}
          onClick={() => onEnd(session)}
        >
          End
        </AdminButton>
      ),
  },
];
