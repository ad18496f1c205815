import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { ownProfile } from "#features/identity/accounts/admin/calls.ts";
import { MIN_PASSWORD_LENGTH } from "#features/identity/accounts/rules.ts";
import { ApiError } from "#shared/api-client.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { type FieldErrors, useErrorFocus } from "#ui/admin/field-errors.ts";
import { PanelHeading } from "#ui/admin/panel.tsx";
import { PasswordField } from "#ui/admin/password-field.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { ownSessions, PASSWORD_URL } from "../calls.ts";

type Props = { restartSession: (method: "PUT", url: string, body: object) => Promise<void> };

/** Changes one's own password. What is typed here is kept nowhere, unlike in the forms of articles. */
export function PasswordForm({ restartSession }: Props) {
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
        await restartSession("PUT", PASSWORD_URL, body);
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
