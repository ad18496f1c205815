import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { PasswordQuestion } from "#features/identity/credentials/admin/second-step-dialogs.tsx";
import type { SmtpSecurity } from "#features/mail/rules.ts";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { settingVersion } from "#shared/fingerprint.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { type FieldErrors, useErrorFocus } from "#ui/admin/field-errors.ts";
import { useSaveKey } from "#ui/admin/keyboard.tsx";
import { PasswordField } from "#ui/admin/password-field.tsx";
import { Select } from "#ui/admin/select.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import type { MailCheckEndpoints, MailSettings, MailState, TestOutcome } from "../endpoints.ts";

export const mail = editorClientOf<MailCheckEndpoints>();

const SECURITIES: { value: SmtpSecurity; label: string; port: string }[] = [
  { value: "tls", label: "TLS from the start, usually port 465", port: "465" },
  { value: "starttls", label: "STARTTLS, usually port 587", port: "587" },
  { value: "optional", label: "Only if the server offers it", port: "25" },
];
const USUAL_PORTS = SECURITIES.map(({ port }) => port);

/** The fields as they are typed. The password is never stored in the browser. */
type Typed = Omit<MailSettings, "port" | "has_password" | "is_locked"> & { port: string; smtp_password: string };

const typedOf = ({ has_password: _has, is_locked: _locked, port, ...rest }: MailSettings): Typed => ({
  ...rest,
  port: String(port),
  smtp_password: "",
});

/** An empty password is the stored one. */
const bodyOf = ({ smtp_password, port, ...rest }: Typed, isSet: boolean) => ({
  ...rest,
  port: Number(port),
  ...((smtp_password !== "" || !isSet) && { smtp_password }),
});

type Props = {
  settings: MailSettings;
  state: MailState;
  /** Shows what the mail server did with the test mail. */
  onTested: (outcome: TestOutcome | null) => void;
};

/** The mail server and the sender, with a test of what is typed. */
export function ServerForm({ settings, state, onTested }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(() => typedOf(settings));
  const [errors, setErrors] = useState<FieldErrors>({});
  useErrorFocus(form, errors);
  useSaveKey(form);
  const change = (fields: Partial<Typed>) => {
    setTyped({ ...typed, ...fields });
    setErrors(Object.fromEntries(Object.entries(errors).filter(([name]) => !(name in fields))));
  };
  const body = bodyOf(typed, settings.has_password);
  const onFailed = (error: unknown) => error instanceof ApiError && setErrors(withoutPath(error.errors));
  const saving = useSaving(settings, { onSaved: (saved) => setTyped(typedOf(saved)), onFailed });
  return (
    <>
      <form
        ref={form}
        noValidate
        aria-label="Mail server"
        aria-busy={saving.isBusy}
        onSubmit={(event) => {
          event.preventDefault();
          setErrors({});
          void saving.save(body);
        }}
        className="mt-6 max-w-2xl space-y-5"
      >
        <Variables state={state} />
        <ServerFields {...{ typed, errors, change, settings, state }} />
        <SenderFields {...{ typed, errors, change, state }} />
        <div className="flex flex-wrap gap-2">
          <AdminButton type="submit" variant="primary" isBusy={saving.isBusy}>
            {saving.isBusy ? "Saving..." : "Save mail settings"}
          </AdminButton>
          <TestButton email={state.own_email} body={body} onTested={onTested} onFailed={onFailed} />
        </div>
      </form>
      {saving.isAsked && (
        <PasswordQuestion
          title="Save the mail settings"
          confirm="Save"
          busy="Saving..."
          failed="Error saving the mail settings"
          onConfirm={(password) => saving.confirm(body, password)}
          onClose={saving.close}
        >
          <p className="text-[0.9375rem] text-muted">
            Links to set new passwords are sent through this server, so that only you may change it.
          </p>
        </PasswordQuestion>
      )}
    </>
  );
}

/** Faults of a test are at `settings.host` and so on. */
const withoutPath = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([name, error]) => [name.replace(/^settings\./, ""), error]));

type Body = ReturnType<typeof bodyOf>;
type SavingParts = { onSaved: (saved: MailSettings) => void; onFailed: (error: unknown) => void };

/** Saves the settings; asks for the account's password if the server wants it. */
function useSaving(settings: MailSettings, { onSaved, onFailed }: SavingParts) {
  const api = useEditorApi();
  const queries = useQueryClient();
  const show = useToast();
  const { isBusy, run } = useCall();
  const [isAsked, setAsked] = useState(false);
  const put = async (body: Body & { password?: string }) => {
    const { body: saved } = await mail.send(api, "PUT /settings/mail", {
      body,
      ifMatch: `"${settingVersion(settings)}"`,
    });
    queries.setQueryData(mail.query("GET /settings/mail").queryKey, saved);
    void queries.invalidateQueries({ queryKey: mail.query("GET /mail").queryKey });
    setAsked(false);
    onSaved(saved);
    show({ title: "Mail settings saved" });
  };
  return {
    isBusy,
    isAsked,
    close: () => setAsked(false),
    confirm: (body: Body, password: string) =>
      put({ ...body, password }).catch((error: unknown) => {
        // A fault of the settings is shown with their field, not under the account's password.
        if (error instanceof ApiError && error.code === "invalid_input" && !("password" in error.errors)) {
          setAsked(false);
          onFailed(error);
        }
        throw error;
      }),
    save: (body: Body) =>
      run(
        () =>
          put(body).catch((error: unknown) => {
            if (!(error instanceof ApiError) || error.code !== "password_required") throw error;
            setAsked(true);
          }),
        { title: "Error saving the mail settings", fallback: "Please try again.", onFailed },
      ),
  };
}

type TestProps = {
  email: string;
  body: Body;
  onTested: Props["onTested"];
  onFailed: (error: unknown) => void;
};

/** Sends a test mail with what is typed, to the user's own address. */
function TestButton({ email, body, onTested, onFailed }: TestProps) {
  const api = useEditorApi();
  const { isBusy, run } = useCall();
  const send = () => {
    onTested(null);
    void run(
      async () => onTested((await mail.send(api, "POST /mail/test", { body: { email, settings: body } })).body),
      { title: "No test mail was sent", fallback: "Please try again.", onFailed },
    );
  };
  return (
    <AdminButton isBusy={isBusy} onClick={send} title={`Sends a mail to ${email}, without saving`}>
      {isBusy ? "Testing..." : "Test these settings"}
    </AdminButton>
  );
}

/** What the operator's variables replace. */
function Variables({ state: { variables, server } }: { state: MailState }) {
  if (variables.server === null && !variables.sender) return null;
  return (
    <div className="space-y-2 border-l-4 border-accent bg-surface px-4 py-3 text-[0.9375rem] text-pretty">
      {variables.server === "set" && (
        <p>
          The operator’s variable <code>SMTP_URL</code> is in use ({server}). The server below is used once the operator
          removes it.
        </p>
      )}
      {variables.server === "off" && (
        <p>
          The operator has switched mail off with <code>SMTP_URL=off</code>. The server below is used once the operator
          removes it.
        </p>
      )}
      {variables.sender && (
        <p>
          The sender is the operator’s variable <code>MAIL_FROM</code>. The one below is used once the operator removes
          it.
        </p>
      )}
    </div>
  );
}

type FieldsProps = {
  typed: Typed;
  errors: FieldErrors;
  change: (fields: Partial<Typed>) => void;
  settings: MailSettings;
  state: MailState;
};

function ServerFields({ typed, errors, change, settings, state }: FieldsProps) {
  const isStored = settings.has_password && settings.host === typed.host.trim() && settings.user === typed.user;
  const text = (name: "host" | "port" | "user") => ({
    name,
    value: typed[name],
    error: errors[name],
    autoCapitalize: "none",
    autoCorrect: "off",
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-[1fr_8rem]">
        <Field
          {...text("host")}
          label="Host"
          autoComplete="off"
          placeholder="smtp.provider.example"
          hint={
            state.variables.any_host
              ? "Your mail provider names it. Empty for no mail server."
              : "Your mail provider names it: a host on the internet, or localhost. Empty for no mail server."
          }
        />
        <Field {...text("port")} label="Port" inputMode="numeric" autoComplete="off" />
      </div>
      <Select
        label="Encryption"
        value={typed.security}
        options={SECURITIES}
        onChange={(value) => {
          const chosen = SECURITIES.find((one) => one.value === value);
          if (!chosen) return;
          const isUsual = typed.port === "" || USUAL_PORTS.includes(typed.port);
          change({ security: chosen.value, ...(isUsual && { port: chosen.port }) });
        }}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field {...text("user")} label="User" autoComplete="off" hint="Empty if the server needs no login." />
        <PasswordField
          label="Password"
          name="smtp_password"
          autoComplete="new-password"
          value={typed.smtp_password}
          error={errors.smtp_password}
          placeholder={isStored ? "Stored" : undefined}
          hint={passwordHint(settings, isStored)}
          onChange={({ target }) => change({ smtp_password: target.value })}
        />
      </div>
    </>
  );
}

function passwordHint({ is_locked: isLocked }: MailSettings, isStored: boolean): string {
  if (isLocked) return "The stored password can’t be read, as the site’s secret key was changed. Enter it again.";
  if (isStored) return "Stored encrypted. Leave it empty to keep it.";
  return "Some providers need a password made for this use. It is stored encrypted.";
}

function SenderFields({ typed, errors, change, state }: Omit<FieldsProps, "settings">) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field
        label="Sender’s name"
        name="from_name"
        value={typed.from_name}
        error={errors.from_name}
        hint="Empty for the publication’s name."
        onChange={({ target }) => change({ from_name: target.value })}
      />
      <Field
        label="Sender’s address"
        name="from_email"
        type="email"
        autoComplete="off"
        value={typed.from_email}
        error={errors.from_email}
        hint={typed.from_email === "" ? `Now ${state.from.email}.` : "Your provider must allow it."}
        onChange={({ target }) => change({ from_email: target.value })}
      />
    </div>
  );
}
