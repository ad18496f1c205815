import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { ENTRY_LINK, EntryFrame, EntryOutcome } from "#features/identity/accounts/admin/entry-frame.tsx";
import { MIN_PASSWORD_LENGTH } from "#features/identity/accounts/rules.ts";
import { ApiError, NetworkError } from "#shared/api-client.ts";
import { editorClientOf } from "#shared/editor-client.ts";
import { useSite } from "#shared/site-context.tsx";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { useLinkToken } from "#ui/admin/address.tsx";
import { PasswordField } from "#ui/admin/password-field.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import type { CredentialEndpoints } from "../endpoints.ts";

const credentials = editorClientOf<CredentialEndpoints>();

/** Requests a link by mail. It does not reveal whether an account has the address. */
export function ForgotScreen() {
  const site = useSite();
  const [sentTo, setSentTo] = useState<string>();
  return (
    <EntryFrame>
      <div className="ruled pt-5">
        <h1 className="headline-md mb-4 font-semibold">Forgot password</h1>
        {!site.sendsMail ? (
          <p className="text-[0.9375rem]">
            This site cannot send mail. Ask its administrator to set a new password for you.
          </p>
        ) : sentTo === undefined ? (
          <ForgotForm onSent={setSentTo} />
        ) : (
          <Sent to={sentTo} />
        )}
        <p className="mt-4">
          <Link to={pageUrl.admin()} className={ENTRY_LINK}>
            Back to login
          </Link>
        </p>
      </div>
    </EntryFrame>
  );
}

function Sent({ to }: { to: string }) {
  const message = useRef<HTMLDivElement>(null);
  // The form that had the focus is gone.
  useEffect(() => message.current?.focus(), []);
  return (
    <div ref={message} tabIndex={-1} className="space-y-3 text-[0.9375rem] outline-none">
      <p className="wrap-anywhere">
        If there is an account for <strong>{to}</strong>, a link to set a new password is on its way to it. The link
        works once, for 30 minutes.
      </p>
      <p className="text-muted">No mail after a few minutes? Check your spam folder, or ask the administrator.</p>
    </div>
  );
}

function ForgotForm({ onSent }: { onSent: (email: string) => void }) {
  const { isBusy, run } = useCall();
  const [failure, setFailure] = useState<string>();
  const email = useRef<HTMLInputElement>(null);
  useEffect(() => email.current?.focus(), []);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const address = email.current?.value.trim() ?? "";
    setFailure(undefined);
    void run(
      async () => {
        await credentials.post("POST /accounts/password/forgot", { body: { email: address } });
        onSent(address);
      },
      {
        title: "Nothing was sent",
        fallback: "The link could not be sent. Please try again.",
        onFailed: (_error, description) => {
          setFailure(description);
          email.current?.focus();
        },
      },
    );
  }

  return (
    <form onSubmit={onSubmit} aria-busy={isBusy} noValidate>
      <p className="mb-5 text-[0.9375rem] text-muted">
        Enter your email address. We will send you a link to set a new password.
      </p>
      <Field ref={email} label="Email" name="email" type="email" autoComplete="username" required error={failure} />
      <Button type="submit" disabled={isBusy} className="mt-6 w-full">
        {isBusy ? "Sending..." : "Send link"}
      </Button>
    </form>
  );
}

type Props = {
  /** Sends a request without a token. Throws `ApiError` or `NetworkError`. */
  ask: (url: string, body: object) => Promise<void>;
};
type Phase = "form" | "done" | "expired";

/** Opened by the link in a mail to reset a password. */
export function ResetScreen({ ask }: Props) {
  const token = useLinkToken(adminUrl.reset());
  const [phase, setPhase] = useState<Phase>(token === "" ? "expired" : "form");
  return (
    <EntryFrame>
      <div className="ruled pt-5">
        <h1 className="headline-md mb-4 font-semibold">New password</h1>
        {phase === "form" && <ResetForm token={token} ask={ask} onPhase={setPhase} />}
        {phase === "done" && (
          <EntryOutcome to={pageUrl.admin()} next="Log in">
            Your password has been changed, and all devices have been logged out. Log in with the new one.
          </EntryOutcome>
        )}
        {phase === "expired" && (
          <EntryOutcome to={adminUrl.forgot()} next="Request a new link">
            This link has expired or was used. Links work once, for 30 minutes.
          </EntryOutcome>
        )}
      </div>
    </EntryFrame>
  );
}

type FormProps = Props & { token: string; onPhase: (phase: Phase) => void };

function ResetForm({ token, ask, onPhase }: FormProps) {
  const { isBusy, run } = useCall();
  const [failure, setFailure] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setFailure(undefined);
    void run(
      async () => {
        await ask(credentials.url("POST /accounts/password/reset"), { token, password: field.current?.value ?? "" });
        onPhase("done");
      },
      {
        title: "The password was not changed",
        fallback: (error) => (error instanceof NetworkError ? error.message : "Please try again."),
        onFailed(error, description) {
          if (error instanceof ApiError && error.errors.token) {
            onPhase("expired");
            return;
          }
          setFailure(description);
          field.current?.focus();
        },
      },
    );
  }

  return (
    <form onSubmit={onSubmit} aria-busy={isBusy} noValidate>
      <PasswordField
        ref={field}
        label="New password"
        name="password"
        autoComplete="new-password"
        required
        hint={`At least ${MIN_PASSWORD_LENGTH} characters. A few unrelated words work well.`}
        error={failure}
      />
      <Button type="submit" disabled={isBusy} className="mt-6 w-full">
        {isBusy ? "Setting..." : "Set password"}
      </Button>
    </form>
  );
}

const BAD_LINK = "This link has expired, was used or was cancelled. Links work once, for 24 hours.";

/** Opened by the links that confirm a new address. It needs a click, as programs that scan mail open links. */
export function ConfirmEmailScreen() {
  const token = useLinkToken(adminUrl.confirmEmail());
  const [outcome, setOutcome] = useState(token === "" ? BAD_LINK : undefined);
  return (
    <EntryFrame>
      <div className="ruled pt-5">
        <h1 className="headline-md mb-4 font-semibold">Confirm your address</h1>
        {outcome === undefined ? (
          <Question token={token} onDone={setOutcome} />
        ) : (
          <EntryOutcome to={pageUrl.admin()} next="To the admin area">
            {outcome}
          </EntryOutcome>
        )}
      </div>
    </EntryFrame>
  );
}

function Question({ token, onDone }: { token: string; onDone: (sentence: string) => void }) {
  const { isBusy, run } = useCall();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const confirm = () =>
    run(async () => onDone((await credentials.post("POST /accounts/email/confirm", { body: { token } })).message), {
      title: "The address was not confirmed",
      fallback: (error) => (error instanceof NetworkError ? error.message : "Please try again."),
      onFailed(error, description) {
        // Too many requests, or no response: the link is still valid.
        if (error instanceof ApiError && (error.status === 400 || error.status === 409))
          onDone(error.status === 400 ? BAD_LINK : description);
      },
    });
  return (
    <>
      <p className="text-[0.9375rem]">
        The login address of an account is being changed. Both the old and the new address must confirm.
      </p>
      <Button ref={button} type="button" disabled={isBusy} className="mt-6 w-full" onClick={() => void confirm()}>
        {isBusy ? "Confirming..." : "Confirm change"}
      </Button>
    </>
  );
}
