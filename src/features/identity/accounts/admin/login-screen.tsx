import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import {
  askPasskey,
  hasPasskeys,
  PasskeyError,
  passkeyFallback,
} from "#features/identity/second-factor/admin/browser-passkeys.ts";
import type { SecondStep } from "#features/identity/second-factor/schema.ts";
import { ApiError, NetworkError } from "#shared/api-client.ts";
import { useSite } from "#shared/site-context.tsx";
import { adminUrl } from "#shared/urls.ts";
import { PasswordField } from "#ui/admin/password-field.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { ENTRY_LINK, EntryCover, EntryFrame } from "./entry-frame.tsx";
import type { Entries } from "./session.ts";

type Props = {
  /** The single sign-on button, if a provider is set up. */
  signOn?: ReactNode;
  /** Why the previous attempt failed. */
  reason?: string | undefined;
  entries: Pick<Entries, "logIn" | "startPasskeyLogin" | "takeSecondStep">;
  /** The session has ended: the screen covers the dashboard, which keeps everything typed in it. */
  hasEnded: boolean;
};

export function LoginScreen({ hasEnded, ...steps }: Props) {
  if (!hasEnded) {
    return (
      <EntryFrame>
        <LoginSteps {...steps} hasEnded={false} />
      </EntryFrame>
    );
  }
  return (
    <EntryCover labelledBy="login-title">
      <LoginSteps {...steps} hasEnded />
    </EntryCover>
  );
}

/** The password, then the second step if the account has one. */
function LoginSteps({ entries, hasEnded, signOn, reason: first }: Props) {
  const show = useToast();
  const [step, setStep] = useState<SecondStep | null>(null);
  const [reason, setReason] = useState(first);
  const onDone = () => show({ title: "Login Successful", description: "You are now logged in." });
  if (!step) return <LoginForm {...{ entries, hasEnded, signOn, reason, onDone }} onStep={setStep} />;
  return (
    <SecondStepForm
      step={step}
      takeSecondStep={entries.takeSecondStep}
      onDone={onDone}
      onBack={(sentence) => {
        setReason(sentence);
        setStep(null);
      }}
    />
  );
}

type FormProps = Props & {
  onStep: (step: SecondStep) => void;
  onDone: () => void;
};

/** Both fields keep their values when logging in fails. */
function LoginForm({ entries, hasEnded, signOn, reason, onStep, onDone }: FormProps) {
  const site = useSite();
  const { isBusy, run } = useCall();
  const [failure, setFailure] = useState(reason);
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
        const step = await entries.logIn(body);
        if (step) onStep(step);
        else onDone();
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

  const onPasskey = () =>
    run(
      async () => {
        const { ticket, passkey } = await entries.startPasskeyLogin();
        await entries.takeSecondStep({ ticket, passkey: await askPasskey(passkey) });
        onDone();
      },
      {
        title: "Login Failed",
        fallback: passkeyFallback,
      },
    );

  return (
    <form ref={form} onSubmit={onSubmit} aria-busy={isBusy} className="ruled pt-5">
      <h1 id="login-title" className="headline-md mb-5 font-semibold">
        Admin Login
      </h1>
      {hasEnded && (
        <p className="mb-5 border-l-4 border-accent bg-surface px-4 py-3 text-[0.9375rem]">
          Your session has ended. Log in again to continue. Nothing you typed is lost.
        </p>
      )}
      <div className="space-y-4">
        <Field label="Email" name="email" type="email" autoComplete="username" required />
        <PasswordField label="Password" name="password" autoComplete="current-password" required error={failure} />
      </div>
      <Button type="submit" disabled={isBusy} className="mt-6 w-full">
        {isBusy ? "Logging In..." : "Log In"}
      </Button>
      {signOn}
      {hasPasskeys() && (
        <p className="mt-4 text-sm">
          <button type="button" className={ENTRY_LINK} onClick={onPasskey}>
            Use a passkey
          </button>
        </p>
      )}
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

type StepProps = {
  step: SecondStep;
  takeSecondStep: Entries["takeSecondStep"];
  onDone: () => void;
  /** Returns to the password: on request, or with a reason because the login took too long. */
  onBack: (reason?: string) => void;
};

/** The second step of a login: a code from the app, a recovery code, or a passkey. */
export function SecondStepForm({ step, takeSecondStep, onDone, onBack }: StepProps) {
  const { isBusy, run } = useCall();
  const [failure, setFailure] = useState<string>();
  const offers = (way: SecondStep["second_factor"][number]) => step.second_factor.includes(way);
  const [usesRecovery, setUsesRecovery] = useState(!offers("totp"));
  const code = useRef<HTMLInputElement>(null);
  const passkey = useRef<HTMLButtonElement>(null);
  const canUsePasskey = step.passkey !== undefined && hasPasskeys();
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when the field becomes another one.
  useEffect(() => (offers("totp") || !canUsePasskey ? code.current : passkey.current)?.focus(), [usesRecovery]);

  const take = (answer: () => Promise<{ code: string } | { passkey: object }>) => {
    setFailure(undefined);
    return run(
      async () => {
        await takeSecondStep({ ticket: step.ticket, ...(await answer()) });
        onDone();
      },
      {
        title: "Login Failed",
        fallback: passkeyFallback,
        onFailed(error, description) {
          if (error instanceof ApiError && error.errors.ticket) {
            onBack(description);
            return;
          }
          if (error instanceof PasskeyError) return;
          setFailure(description);
          code.current?.select();
        },
      },
    );
  };
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = code.current?.value ?? "";
    void take(async () => ({ code: typed }));
  }
  const onPasskey = () => take(async () => ({ passkey: await askPasskey(step.passkey ?? {}) }));

  return (
    <form onSubmit={onSubmit} aria-busy={isBusy} className="ruled pt-5">
      <h1 id="login-title" className="headline-md mb-5 font-semibold">
        Second step
      </h1>
      {canUsePasskey && (
        <Button ref={passkey} type="button" disabled={isBusy} className="mb-6 w-full" onClick={onPasskey}>
          Use a passkey
        </Button>
      )}
      {(offers("totp") || offers("recovery")) && (
        <>
          <Field
            key={usesRecovery ? "recovery" : "totp"}
            ref={code}
            label={usesRecovery ? "Recovery code" : "Code"}
            name="code"
            hint={
              usesRecovery
                ? "One of the ten codes you saved. Each works once."
                : "The six-digit code from your authenticator app."
            }
            inputMode={usesRecovery ? "text" : "numeric"}
            autoComplete={usesRecovery ? "off" : "one-time-code"}
            autoCapitalize="none"
            spellCheck={false}
            required
            error={failure}
          />
          <Button type="submit" disabled={isBusy} className="mt-6 w-full">
            {isBusy ? "Checking..." : "Continue"}
          </Button>
        </>
      )}
      <p className="mt-4 flex flex-wrap gap-x-6 text-sm">
        {offers("totp") && offers("recovery") && (
          <button
            type="button"
            className={ENTRY_LINK}
            onClick={() => {
              setFailure(undefined);
              setUsesRecovery(!usesRecovery);
            }}
          >
            {usesRecovery ? "Use the authenticator app" : "Use a recovery code"}
          </button>
        )}
        <button type="button" className={ENTRY_LINK} onClick={() => onBack()}>
          Back
        </button>
      </p>
    </form>
  );
}
