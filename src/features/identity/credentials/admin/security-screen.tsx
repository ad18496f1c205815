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

/** The user's address, and a pending change of it. */
export const ownEmail = () => credentials.query("GET /accounts/email");

type Props = {
  /** Sends a request that ends the session, and uses the tokens it returns. */
  restartSession: (method: "PUT", url: string, body: object) => Promise<void>;
};

export function SecurityScreen({ restartSession }: Props) {
  return (
    <div className="space-y-12">
      <PasswordForm restartSession={restartSession} />
      <EmailSection />
      <SecondStepSection />
      <SessionList />
      <p className="text-[0.9375rem]">
        <Link to={`${pageUrl.admin()}?tab=profile`} className="underline underline-offset-4 hover:text-accent">
          Open the author profile
        </Link>
      </p>
    </div>
  );
}

type PasswordProps = { restartSession: (method: "PUT", url: string, body: object) => Promise<void> };

/** Changes the user's password. Unlike article forms, it stores nothing that is typed. */
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
          hint={`At least ${MIN_PASSWORD_LENGTH} characters. A few unrelated words work well.`}
          error={errors.password}
        />
        <AdminButton type="submit" variant="primary" isBusy={isBusy}>
          {isBusy ? "Changing..." : "Change password"}
        </AdminButton>
      </form>
    </section>
  );
}

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
  /** Called when the focused button was removed. */
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
            You log in with <strong className="font-semibold">{email}</strong>
          </p>
          <AdminButton onClick={() => setOpen(true)}>Change address</AdminButton>
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
              Cancel the change
            </AdminButton>
          </div>
        )}
      </div>
      {isOpen && (
        <PasswordQuestion
          title="Change your address"
          confirm="Send the links"
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
              description: "Open the link in each of them to confirm the change.",
            });
          }}
        >
          {(errors) => (
            <>
              <p className="text-[0.9375rem] text-muted">
                {site.sendsMail
                  ? "We send a link to your current and your new address. It works for 24 hours. The address changes once both are confirmed."
                  : "This site cannot send mail. Ask its administrator for the two links, or to change the address for you."}
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
  if (confirmed.includes("old")) return "Waiting for the new address to confirm.";
  if (confirmed.includes("new")) return "Waiting for your current address to confirm.";
  return "Waiting for both addresses to confirm.";
}

/** The user's sessions, each with where and when it is used. */
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
      title: "End this session?",
      confirm: "End session",
      busy: "Ending...",
      deleted: "Session ended",
      failed: "The session was not ended",
      fallback: "Please try again.",
    },
    consequence: ({ device, origin }) =>
      `${device}${origin && `, network ${origin}`} will be logged out immediately. Unsaved work stays in that browser.`,
    call: ({ id }) => credentials.send(api, "DELETE /accounts/sessions/:id", { params: { id } }),
    onDeleted: ({ id }) => left((session) => session.id !== id),
  });
  const others = useDeletion<number>({
    words: {
      title: "End all other sessions?",
      confirm: "End all others",
      busy: "Ending...",
      deleted: "All other sessions ended",
      failed: "The sessions were not ended",
      fallback: "Please try again.",
    },
    consequence: (count) =>
      `${count === 1 ? "One other session is" : `${count} other sessions are`} logged out immediately. You stay logged in here.`,
    call: () => credentials.send(api, "DELETE /accounts/sessions"),
    onDeleted: () => left(({ is_current }) => is_current),
  });
  const otherCount = data?.filter(({ is_current }) => !is_current).length ?? 0;
  return (
    <section aria-label="Sessions">
      <PanelHeading ref={heading} title="Sessions">
        {otherCount > 0 && <AdminButton onClick={() => others.ask(otherCount)}>End all others</AdminButton>}
      </PanelHeading>
      <p className="mb-5 max-w-2xl text-[0.9375rem] text-muted">
        Where you are logged in. Sessions end after 14 days without use and after 90 days at most. Don’t recognise one?
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
