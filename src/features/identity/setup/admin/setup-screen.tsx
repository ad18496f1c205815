import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { EntryFrame, EntryOutcome } from "#features/identity/accounts/admin/entry-frame.tsx";
import { MAX_NAME_LENGTH, MIN_PASSWORD_LENGTH } from "#features/identity/accounts/rules.ts";
import { ZoneField } from "#features/settings/admin/settings-screen.tsx";
import { AccentField } from "#features/settings/appearance/admin/colour-field.tsx";
import { LANGUAGE_NAMES, SITE_FIELDS } from "#features/settings/facts/rules.ts";
import { ApiError, NetworkError } from "#shared/api-client.ts";
import { editorClientOf } from "#shared/editor-client.ts";
import { type BuiltInLanguage, LANGUAGES } from "#shared/translate.ts";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { useLinkToken } from "#ui/admin/address.tsx";
import { Checkbox } from "#ui/admin/controls.tsx";
import { type FieldErrors, useErrorFocus } from "#ui/admin/field-errors.ts";
import { FailedNote } from "#ui/admin/panel.tsx";
import { PasswordField } from "#ui/admin/password-field.tsx";
import { Select } from "#ui/admin/select.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { SetupEndpoints, SetupState } from "../endpoints.ts";
import { SETUP_TTL_WORDS } from "../rules.ts";

const setup = editorClientOf<SetupEndpoints>();

type Props = {
  /** Logs in with the tokens that the endpoint returns. Throws `ApiError` or `NetworkError`. */
  enterBy: (url: string, body: object) => Promise<void>;
};

/** Opened by the link of the first start: the first chief makes the account and the publication their own. */
export function SetupScreen({ enterBy }: Props) {
  const token = useLinkToken(adminUrl.setup());
  const [isBad, setBad] = useState(token === "");
  return (
    <EntryFrame>
      <div className="ruled pt-5">
        <h1 className="headline-md mb-4 font-semibold">Set up your publication</h1>
        {isBad ? <BadLink /> : <CheckedSetup token={token} enterBy={enterBy} onBad={() => setBad(true)} />}
      </div>
    </EntryFrame>
  );
}

function BadLink() {
  return (
    <EntryOutcome to={pageUrl.admin()} next="Go to login">
      This link was used or has expired. It works once, for {SETUP_TTL_WORDS}, until the first login. Log in with the
      account that the first start printed.
    </EntryOutcome>
  );
}

type CheckedProps = Props & { token: string; onBad: () => void };

/** Asks for nothing before the server has confirmed the link. */
function CheckedSetup({ token, enterBy, onBad }: CheckedProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ["setup"],
    queryFn: () => setup.post("POST /setup/check", { body: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isRejected = error instanceof ApiError && (error.status === 400 || error.status === 404);
  if (isRejected) return <BadLink />;
  if (error) return <FailedNote onRetry={refetch}>Could not check the link.</FailedNote>;
  if (!data)
    return (
      <div className="space-y-5" aria-busy="true">
        <p role="status" className="sr-only">
          Checking the link...
        </p>
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-16 w-full" />
      </div>
    );
  return <SetupForm token={token} first={data} enterBy={enterBy} onBad={onBad} />;
}

/** The zone that this device uses, unless another one was set. */
const firstZone = ({ time_zone }: SetupState): string =>
  time_zone === "UTC" ? Intl.DateTimeFormat().resolvedOptions().timeZone : time_zone;

function SetupForm({ token, first, enterBy, onBad }: CheckedProps & { first: SetupState }) {
  const { isBusy, run } = useCall();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [values, setValues] = useState<Chosen>(() => ({
    language: first.language,
    accent: first.accent,
    time_zone: firstZone(first),
    keeps_demo: true,
  }));
  const form = useRef<HTMLFormElement>(null);
  useErrorFocus(form, errors);
  useEffect(() => form.current?.querySelector<HTMLInputElement>("[name=name]")?.focus(), []);

  function change(part: Partial<Chosen>) {
    setValues((before) => ({ ...before, ...part }));
    // The error of the accent names a colour for the one that was sent.
    if (part.accent !== undefined) setErrors(({ accent: _sent, ...others }) => others);
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const text = (name: string) => String(typed.get(name));
    const body = {
      token,
      name: text("name"),
      email: text("email"),
      password: text("password"),
      site_name: text("site_name"),
      tagline: text("tagline"),
      contact_email: text("contact_email"),
      ...values,
      time_zone: values.time_zone.trim(),
    };
    setErrors({});
    void run(
      async () => {
        await enterBy(setup.url("POST /setup"), body);
        // Loads the document again, which has the publication's name and look.
        window.location.assign(pageUrl.admin());
      },
      {
        title: "Nothing was set up",
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
      <p className="mb-5 text-[0.9375rem] text-muted">
        You become the chief: you can invite people and change every setting. All of this can be changed later.
      </p>
      <AccountFields first={first} errors={errors} />
      <PublicationFields first={first} values={values} errors={errors} change={change} />
      <Button type="submit" disabled={isBusy} className="w-full">
        {isBusy ? "Setting up..." : "Set up"}
      </Button>
    </form>
  );
}

type Chosen = { language: BuiltInLanguage; accent: string; time_zone: string; keeps_demo: boolean };
type FieldsProps = {
  first: SetupState;
  values: Chosen;
  errors: FieldErrors;
  change: (change: Partial<Chosen>) => void;
};

function AccountFields({ first, errors }: Pick<FieldsProps, "first" | "errors">) {
  return (
    <Group legend="Your account">
      <Field
        label="Your name"
        name="name"
        autoComplete="name"
        required
        maxLength={MAX_NAME_LENGTH}
        hint="Readers see it on your articles."
        error={errors.name}
      />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        inputMode="email"
        required
        defaultValue={first.email}
        error={errors.email}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        required
        hint={`At least ${MIN_PASSWORD_LENGTH} characters. A few unrelated words work well. It replaces the printed one.`}
        error={errors.password}
      />
    </Group>
  );
}

function PublicationFields({ first, values, errors, change }: FieldsProps) {
  return (
    <Group legend="Your publication">
      <Field
        label="Name of the publication"
        name="site_name"
        autoComplete="off"
        required
        maxLength={SITE_FIELDS.name.max}
        defaultValue={first.site_name}
        error={errors.site_name}
      />
      <Field
        label="Tagline (optional)"
        name="tagline"
        autoComplete="off"
        maxLength={SITE_FIELDS.tagline.max}
        hint="What it is about, in a few words: in the footer, in feeds and for search engines."
        error={errors.tagline}
      />
      <Field
        label="Contact address (optional)"
        name="contact_email"
        type="email"
        autoComplete="off"
        inputMode="email"
        hint="Readers see it, and it receives their messages. Leave it empty to use your email above."
        error={errors.contact_email}
      />
      <div>
        <Select
          label="Language"
          value={values.language}
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          onChange={(chosen) => change({ language: LANGUAGES.find((one) => one === chosen) ?? values.language })}
        />
        <p className="meta mt-1.5">For the menus, buttons and dates that readers see.</p>
      </div>
      <AccentField value={values.accent} error={errors.accent} onChange={(accent) => change({ accent })} />
      <ZoneField value={values.time_zone} error={errors.time_zone} onChange={(time_zone) => change({ time_zone })} />
      <Checkbox
        label={first.has_demo ? "Keep the demo articles" : "Keep the sections and texts about crypto and technology"}
        hint={`${first.has_demo ? "They show what the site can do. You can also remove them later, under System. " : ""}${WITHOUT_DEMO}`}
        checked={values.keeps_demo}
        onChange={(keeps_demo) => change({ keeps_demo })}
      />
    </Group>
  );
}

const WITHOUT_DEMO =
  "If not, you start with one section, News, without the price ticker. Contact and Advertise are drafts until you publish them.";

const Group = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset className="mb-8 min-w-0 space-y-4">
    <legend className="mb-3 font-semibold">{legend}</legend>
    {children}
  </fieldset>
);
