import { type FormEvent, useEffect, useRef, useState } from "react";
import { EntryFrame, EntryOutcome } from "#features/identity/accounts/admin/entry-frame.tsx";
import { MIN_PASSWORD_LENGTH } from "#features/identity/accounts/rules.ts";
import { ApiError, NetworkError } from "#shared/api-client.ts";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { useLinkToken } from "#ui/admin/address.tsx";
import { PasswordField } from "#ui/admin/password-field.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Button } from "#ui/button.tsx";
import { RESET_URL } from "./calls.ts";

type Props = {
  /** Sends a call without a token. Throws `ApiError` or `NetworkError`. */
  ask: (url: string, body: object) => Promise<void>;
};
type Phase = "form" | "done" | "expired";

/** 'New password': what a link from a mail opens. */
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
          <EntryOutcome to={adminUrl.forgot()} next="Ask for a new link">
            This link is not valid any more: it works once, for 30 minutes, and only until the password is changed.
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
        await ask(RESET_URL, { token, password: field.current?.value ?? "" });
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
        hint={`At least ${MIN_PASSWORD_LENGTH} characters; a few words that do not belong together are good.`}
        error={failure}
      />
      <Button type="submit" disabled={isBusy} className="mt-6 w-full">
        {isBusy ? "Setting..." : "Set the password"}
      </Button>
    </form>
  );
}
