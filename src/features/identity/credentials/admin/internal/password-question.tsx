import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { passkeyFallback } from "#features/identity/second-factor/admin/browser-passkeys.ts";
import { ApiError } from "#shared/api-client.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { type FieldErrors, useErrorFocus } from "#ui/admin/field-errors.ts";
import { PasswordField } from "#ui/admin/password-field.tsx";
import { useCall } from "#ui/admin/use-call.ts";

type Props = {
  title: string;
  /** What follows from it, and fields that come before the password, perhaps with the errors of these. */
  children?: ReactNode | ((errors: FieldErrors) => ReactNode);
  confirm: string;
  busy: string;
  /** Whether it may be left out by whoever has just logged in, perhaps without one. */
  isOptional?: boolean;
  /** The toast of a failure. */
  failed: string;
  /** Done with the password that was typed; rejects to keep the dialog open. */
  onConfirm: (password: string, fields: FormData) => Promise<void>;
  onClose: () => void;
};

/** Asks for the password before something that protects the account is changed. */
export function PasswordQuestion({ title, children, confirm, busy, isOptional = false, failed, ...on }: Props) {
  const { isBusy, run } = useCall();
  const [errors, setErrors] = useState<FieldErrors>({});
  const field = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  useErrorFocus(form, errors);
  useEffect(() => form.current?.querySelector<HTMLInputElement>("input")?.focus(), []);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    setErrors({});
    void run(() => on.onConfirm(String(typed.get("password")), typed), {
      title: failed,
      fallback: passkeyFallback,
      onFailed(error, description) {
        if (!(error instanceof ApiError)) return;
        const isElsewhere =
          typeof children === "function" && Object.keys(error.errors).some((name) => name !== "password");
        setErrors(isElsewhere ? error.errors : { password: error.errors.password ?? description });
        if (!isElsewhere) field.current?.select();
      },
    });
  }

  return (
    <Dialog title={title} onClose={on.onClose}>
      <form ref={form} onSubmit={onSubmit} aria-busy={isBusy} noValidate className="mt-3 space-y-5">
        {typeof children === "function" ? children(errors) : children}
        <PasswordField
          ref={field}
          label="Current password"
          name="password"
          autoComplete="current-password"
          required={!isOptional}
          hint={isOptional ? "You may leave it out within 15 minutes of logging in." : undefined}
          error={errors.password}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <AdminButton onClick={on.onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary" isBusy={isBusy}>
            {isBusy ? busy : confirm}
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}
