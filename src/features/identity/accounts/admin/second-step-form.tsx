import { type FormEvent, useEffect, useRef, useState } from "react";
import {
  askPasskey,
  hasPasskeys,
  PasskeyError,
  passkeyFallback,
} from "#features/identity/second-factor/admin/browser-passkeys.ts";
import type { SecondStep } from "#features/identity/second-factor/schema.ts";
import { ApiError } from "#shared/api-client.ts";
import { useCall } from "#ui/admin/use-call.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import type { Entries } from "./entries.ts";
import { ENTRY_LINK } from "./entry-frame.tsx";

type Props = {
  step: SecondStep;
  takeSecondStep: Entries["takeSecondStep"];
  onDone: () => void;
  /** Back to the password: on request, or as the sign-in has taken too long, with a sentence that says so. */
  onBack: (reason?: string) => void;
};

/** The second step of a login: a code of the app or a recovery code, or a passkey. */
export function SecondStepForm({ step, takeSecondStep, onDone, onBack }: Props) {
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
                ? "One of the ten that you stored; it works once."
                : "The six digits that your authenticator app shows."
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
