import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { encode } from "uqr";
import { passkeyFallback } from "#features/identity/second-factor/admin/browser-passkeys.ts";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { useSite } from "#shared/site-context.tsx";
import { AdminButton } from "#ui/admin/controls.tsx";
import { saveFile, useCopy } from "#ui/admin/copy-link.ts";
import { Dialog, lastButton } from "#ui/admin/dialog.tsx";
import { type FieldErrors, useErrorFocus } from "#ui/admin/field-errors.ts";
import { PasswordField } from "#ui/admin/password-field.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import type { CredentialEndpoints } from "../endpoints.ts";

const credentials = editorClientOf<CredentialEndpoints>();

/** Omits an empty password: it is not needed shortly after logging in. */
export const withPassword = (password: string) => ({ body: password === "" ? {} : { password } });

type Props = {
  title: string;
  /** Explains the consequences, and may hold fields above the password. */
  children?: ReactNode | ((errors: FieldErrors) => ReactNode);
  confirm: string;
  busy: string;
  /** The password may be empty shortly after logging in. */
  isOptional?: boolean;
  failed: string;
  /** Rejects to keep the dialog open. */
  onConfirm: (password: string, fields: FormData) => Promise<void>;
  onClose: () => void;
};

/** Asks for the password before a change to how the account is protected. */
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
          hint={isOptional ? "Not required within 15 minutes of logging in." : undefined}
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

type SetupProps = { onDone: (codes: string[]) => void; onClose: () => void };
type Offer = { secret: string; otpauth: string };

/** Sets up an authenticator app: the password, then its secret, until a first code shows that the app has it. */
export function AppSetup({ onDone, onClose }: SetupProps) {
  const api = useEditorApi();
  const [offer, setOffer] = useState<Offer | null>(null);
  if (offer) return <FirstCode offer={offer} onDone={onDone} onClose={onClose} />;
  return (
    <PasswordQuestion
      title="Set up an authenticator app"
      confirm="Continue"
      busy="Checking..."
      isOptional
      failed="The app was not set up"
      onConfirm={async (password) =>
        setOffer((await credentials.send(api, "POST /accounts/two-factor/totp", withPassword(password))).body)
      }
      onClose={onClose}
    />
  );
}

function FirstCode({ offer, onDone, onClose }: SetupProps & { offer: Offer }) {
  const api = useEditorApi();
  const { isBusy, run } = useCall();
  const [failure, setFailure] = useState<string>();
  const code = useRef<HTMLInputElement>(null);
  useEffect(() => code.current?.focus(), []);
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setFailure(undefined);
    void run(
      async () => {
        const body = { code: code.current?.value ?? "" };
        onDone((await credentials.send(api, "POST /accounts/two-factor/totp/confirm", { body })).body.recovery_codes);
      },
      {
        title: "The app was not set up",
        fallback: "Please try again.",
        onFailed(error, description) {
          setFailure((error instanceof ApiError && error.errors.code) || description);
          code.current?.select();
        },
      },
    );
  }
  return (
    <Dialog title="Set up an authenticator app" onClose={onClose}>
      <form onSubmit={onSubmit} aria-busy={isBusy} noValidate className="mt-3 space-y-5">
        <p className="text-[0.9375rem] text-muted">Scan this with the app, or type the key below into it.</p>
        <QrCode text={offer.otpauth} />
        <p className="text-center font-mono text-sm wrap-anywhere">
          <span className="sr-only">Key: </span>
          {offer.secret.match(/.{1,4}/g)?.join(" ")}
        </p>
        <Field
          ref={code}
          label="Code"
          name="code"
          hint="The six-digit code that the app shows now."
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          error={failure}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary" isBusy={isBusy}>
            {isBusy ? "Checking..." : "Turn on"}
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}

/** Dark on light in every theme: many cameras read nothing else. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg
      role="img"
      aria-label="QR code for an authenticator app"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto block size-52 bg-white"
    >
      <path d={path} fill="black" />
    </svg>
  );
}

type CodesProps = { codes: readonly string[]; onClose: () => void };

/** Ten recovery codes, shown once, to copy or to save as a file. */
export function RecoveryCodes({ codes, onClose }: CodesProps) {
  const site = useSite();
  const copy = useCopy();
  const list = codes.join("\n");
  const save = () =>
    saveFile(
      new Blob([`Recovery codes for ${site.name} (${site.url})\n\n${list}\n`], { type: "text/plain" }),
      "recovery-codes.txt",
    );
  return (
    <Dialog title="Your recovery codes" onClose={onClose} focused={lastButton}>
      <p className="mt-2 text-[0.9375rem] text-muted">
        Use a code to log in when you have neither the app nor a passkey. Each code works once. Store them outside this
        device: they are shown only now.
      </p>
      <ul className="my-5 grid grid-cols-2 gap-x-6 gap-y-1.5 border border-rule bg-surface px-4 py-3 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <AdminButton onClick={() => copy(list, "Codes copied")}>Copy</AdminButton>
        <AdminButton onClick={save}>Save as file</AdminButton>
        <AdminButton variant="primary" onClick={onClose}>
          I have stored them
        </AdminButton>
      </div>
    </Dialog>
  );
}
