import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { NetworkError } from "#shared/api-client.ts";
import { useSite } from "#shared/site-context.tsx";
import { adminUrl } from "#shared/urls.ts";
import { PasswordField } from "#ui/admin/password-field.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import type { LoginBody } from "../schema.ts";
import { ENTRY_LINK, EntryColumn, EntryFrame } from "./entry-frame.tsx";

type Props = {
  logIn: (body: LoginBody) => Promise<void>;
  /** A session has ended by itself: the screen covers the dashboard, which keeps everything typed in it. */
  hasEnded: boolean;
};

/** 'Admin Login'. */
export function LoginScreen({ logIn, hasEnded }: Props) {
  const cover = useRef<HTMLDialogElement>(null);
  // A modal of its own: a dialog of the dashboard may be open and would make everything else inert.
  useLayoutEffect(() => {
    const element = cover.current;
    if (!element) return;
    element.showModal();
    return () => element.close();
  }, []);
  if (!hasEnded) {
    return (
      <EntryFrame>
        <LoginForm logIn={logIn} hasEnded={false} />
      </EntryFrame>
    );
  }
  return (
    <dialog
      ref={cover}
      aria-labelledby="login-title"
      onCancel={(event) => event.preventDefault()}
      // Browsers let a second Esc close the dialog.
      onClose={({ currentTarget }) => currentTarget.isConnected && currentTarget.showModal()}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none overflow-y-auto overscroll-contain border-0 bg-paper p-0 text-ink"
    >
      <div className="grid min-h-dvh place-items-center px-4 py-12">
        <EntryColumn>
          <LoginForm logIn={logIn} hasEnded />
        </EntryColumn>
      </div>
    </dialog>
  );
}

/** Both fields keep their values when logging in fails. */
function LoginForm({ logIn, hasEnded }: Props) {
  const site = useSite();
  const show = useToast();
  const { isBusy, run } = useCall();
  const [failure, setFailure] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const focus = (name: "email" | "password") =>
    form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen comes.
  useEffect(() => focus("email"), []);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const body = { email: String(data.get("email")), password: String(data.get("password")) };
    setFailure(undefined);
    void run(
      async () => {
        await logIn(body);
        show({ title: "Login Successful", description: "You are now logged in." });
      },
      {
        title: "Login Failed",
        // The default message would blame the password when only the connection is down.
        fallback: (error) => (error instanceof NetworkError ? error.message : "Invalid email or password."),
        onFailed: (_error, description) => {
          setFailure(description);
          focus("password");
        },
      },
    );
  }

  return (
    <form ref={form} onSubmit={onSubmit} aria-busy={isBusy} className="ruled pt-5">
      <h1 id="login-title" className="headline-md mb-5 font-semibold">
        Admin Login
      </h1>
      {hasEnded && (
        <p className="mb-5 border-l-4 border-accent bg-surface px-4 py-3 text-[0.9375rem]">
          Your session has ended. Log in again to go on where you were: nothing that you typed is lost.
        </p>
      )}
      <div className="space-y-4">
        <Field label="Email" name="email" type="email" autoComplete="username" required />
        <PasswordField label="Password" name="password" autoComplete="current-password" required error={failure} />
      </div>
      <Button type="submit" disabled={isBusy} className="mt-6 w-full">
        {isBusy ? "Logging In..." : "Log In"}
      </Button>
      {site.sendsMail && (
        <p className="mt-4 text-sm">
          {/* In a tab of its own where the screen covers work: it goes on here. */}
          <a href={adminUrl.forgot()} target={hasEnded ? "_blank" : undefined} className={ENTRY_LINK}>
            Forgot password?
          </a>
        </p>
      )}
    </form>
  );
}
