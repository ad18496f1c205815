import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { EntryFrame } from "#features/identity/accounts/admin/entry-frame.tsx";
import { MAX_NAME_LENGTH, MIN_PASSWORD_LENGTH } from "#features/identity/accounts/rules.ts";
import { ApiError, NetworkError } from "#shared/api-client.ts";
import { editorClientOf } from "#shared/editor-client.ts";
import { useSite } from "#shared/site-context.tsx";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { useLinkToken } from "#ui/admin/address.tsx";
import { type FieldErrors, useErrorFocus } from "#ui/admin/field-errors.ts";
import { PasswordField } from "#ui/admin/password-field.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import type { PeopleEndpoints } from "../endpoints.ts";

const ACCEPT_URL = editorClientOf<PeopleEndpoints>().url("POST /accounts/invitations/accept");

type Props = {
  /** Logs in with the tokens that the endpoint returns. Throws `ApiError` or `NetworkError`. */
  enterBy: (url: string, body: object) => Promise<void>;
};

/** Opened by the link of an invitation: the person chooses a name and a password, and is logged in. */
export function JoinScreen({ enterBy }: Props) {
  const site = useSite();
  const token = useLinkToken(adminUrl.join());
  const [isBad, setBad] = useState(token === "");
  return (
    <EntryFrame>
      <div className="ruled pt-5">
        <h1 className="headline-md mb-4 font-semibold">Join {site.name}</h1>
        {isBad ? (
          <p className="text-[0.9375rem]">
            This invitation has expired or was used. Invitations work once, for 3 days. Ask the person who invited you
            for a new one.
          </p>
        ) : (
          <JoinForm token={token} enterBy={enterBy} onBad={() => setBad(true)} />
        )}
      </div>
    </EntryFrame>
  );
}

function JoinForm({ token, enterBy, onBad }: Props & { token: string; onBad: () => void }) {
  const navigate = useNavigate();
  const { isBusy, run } = useCall();
  const [errors, setErrors] = useState<FieldErrors>({});
  const form = useRef<HTMLFormElement>(null);
  useErrorFocus(form, errors);
  useEffect(() => form.current?.querySelector<HTMLInputElement>("[name=name]")?.focus(), []);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const body = { token, name: String(typed.get("name")), password: String(typed.get("password")) };
    setErrors({});
    void run(
      async () => {
        await enterBy(ACCEPT_URL, body);
        await navigate(pageUrl.admin(), { replace: true });
      },
      {
        title: "You have not joined yet",
        fallback: (error) => (error instanceof NetworkError ? error.message : "Please try again."),
        onFailed(error) {
          if (!(error instanceof ApiError)) return;
          if (error.errors.token) onBad();
          else setErrors(error.errors);
        },
      },
    );
  }

  return (
    <form ref={form} onSubmit={onSubmit} aria-busy={isBusy} noValidate>
      <p className="mb-5 text-[0.9375rem] text-muted">Choose the name that readers will see, and a password.</p>
      <div className="space-y-4">
        <Field label="Name" name="name" autoComplete="name" required maxLength={MAX_NAME_LENGTH} error={errors.name} />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          required
          hint={`At least ${MIN_PASSWORD_LENGTH} characters. A few unrelated words work well.`}
          error={errors.password}
        />
      </div>
      <Button type="submit" disabled={isBusy} className="mt-6 w-full">
        {isBusy ? "Joining..." : "Join"}
      </Button>
    </form>
  );
}
