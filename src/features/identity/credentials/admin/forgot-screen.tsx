import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { ENTRY_LINK, EntryFrame } from "#features/identity/accounts/admin/entry-frame.tsx";
import { useSite } from "#shared/site-context.tsx";
import { pageUrl } from "#shared/urls.ts";
import { useCall } from "#ui/admin/use-call.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { askForLink } from "./calls.ts";

/** 'Forgot password': asks for a link by mail. It does not reveal whether an account has the address. */
export function ForgotScreen() {
  const site = useSite();
  const [sentTo, setSentTo] = useState<string>();
  return (
    <EntryFrame>
      <div className="ruled pt-5">
        <h1 className="headline-md mb-4 font-semibold">Forgot password</h1>
        {!site.sendsMail ? (
          <p className="text-[0.9375rem]">
            This site sends no mail, so there is no link to ask for. Whoever runs it can set a new password for you.
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
      <p className="text-muted">Nothing after a few minutes? Look among unwanted mail, or ask whoever runs the site.</p>
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
        await askForLink(address);
        onSent(address);
      },
      {
        title: "Nothing was sent",
        fallback: "The link could not be asked for. Please try again.",
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
        Enter the address of your account. You get a mail with a link to set a new password.
      </p>
      <Field ref={email} label="Email" name="email" type="email" autoComplete="username" required error={failure} />
      <Button type="submit" disabled={isBusy} className="mt-6 w-full">
        {isBusy ? "Sending..." : "Send the link"}
      </Button>
    </form>
  );
}
