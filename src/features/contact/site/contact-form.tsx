import { type FormEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError } from "#shared/api-client.ts";
import { clientOf } from "#shared/endpoint-client.ts";
import { formTracesOf } from "#shared/form-traces.ts";
import { useSearch } from "#shared/router.tsx";
import { useLanguage, useText } from "#shared/site-context.tsx";
import { type Translate, translateKnown } from "#shared/translate.ts";
import { pageUrl } from "#shared/urls.ts";
import { Button } from "#ui/button.tsx";
import { TrapField } from "#ui/control.tsx";
import { Field } from "#ui/field.tsx";
import type { ContactBody, ContactEndpoints } from "../endpoints.ts";

const sendContactMessage = (body: ContactBody) => clientOf<ContactEndpoints>().post("POST /contact", { body });

type State = { phase: "editing" | "sending" | "sent"; failure?: string; errors: Record<string, string> };

const EDITING: State = { phase: "editing", errors: {} };
const textOf = (data: FormData, name: keyof ContactBody) => String(data.get(name) ?? "");

/**
 * The contact form. A failed request keeps the input, shows the server's messages next to their fields, and focuses the
 * first invalid field. Without scripts the browser posts the form.
 */
export function ContactForm() {
  const t = useText();
  const language = useLanguage();
  const search = useSearch();
  const [state, setState] = useState(EDITING);
  const form = useRef<HTMLFormElement>(null);
  const notice = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (state.phase === "sent") notice.current?.focus();
    else if (state.failure) {
      (form.current?.querySelector<HTMLElement>("[aria-invalid=true]") ?? notice.current)?.focus();
    }
  }, [state]);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (state.phase === "sending") return;
    const data = new FormData(event.currentTarget);
    const traces = formTracesOf(event.currentTarget);
    setState({ phase: "sending", errors: {} });
    try {
      await sendContactMessage({
        firstName: textOf(data, "firstName"),
        lastName: textOf(data, "lastName"),
        email: textOf(data, "email"),
        subject: textOf(data, "subject"),
        message: textOf(data, "message"),
        ...(await traces),
      });
      setState({ phase: "sent", errors: {} });
    } catch (error) {
      setState({
        phase: "editing",
        failure: failureOf(error, t),
        errors: error instanceof ApiError ? error.errors : {},
      });
    }
  }

  /** Moves the focus to the first field, because the focused button was removed. */
  function onWriteAnother() {
    flushSync(() => setState(EDITING));
    form.current?.querySelector("input")?.focus();
  }

  if (state.phase === "sent") {
    return (
      <div ref={notice} tabIndex={-1} role="status" className="ruled pt-5 outline-none">
        <h2 className="headline-md">{t("Message sent")}</h2>
        <p className="mt-3 max-w-md text-muted">
          {t("Thank you for writing to us. We read every message and answer within two working days.")}
        </p>
        <Button variant="outline" className="mt-6" onClick={onWriteAnother}>
          {t("Send another message")}
        </Button>
      </div>
    );
  }
  const isSending = state.phase === "sending";
  return (
    <form ref={form} method="post" action={pageUrl.contact()} onSubmit={onSubmit} aria-busy={isSending}>
      {state.failure && (
        <div ref={notice} tabIndex={-1} role="alert" className="mb-6 border-s-4 border-down bg-surface px-4 py-3">
          <p className="font-semibold text-down">{t("Your message was not sent")}</p>
          <p className="mt-1 text-[0.9375rem]">{translateKnown(language, state.failure)}</p>
        </div>
      )}
      <ContactFields
        values={{ subject: search.get("subject")?.slice(0, 200).toWellFormed() ?? "" }}
        errors={state.errors}
      />
      <Button type="submit" variant="accent" className="mt-6" disabled={isSending}>
        {t("Send Message")}
      </Button>
      <p role="status" className="meta mt-3 min-h-5">
        {isSending && t("Sending your message...")}
      </p>
    </form>
  );
}

function failureOf(error: unknown, t: Translate): string {
  if (error instanceof ApiError) return error.detail || t("Please try again later.");
  return t(
    "You are offline, so nothing was sent. Please check your internet connection and try again. Your message is still here.",
  );
}

type FieldsProps = {
  values: Record<string, string>;
  errors: Record<string, string>;
};

/** The fields of the contact form, for the page and for the response to a form without JavaScript. */
export function ContactFields({ values, errors }: FieldsProps) {
  const t = useText();
  const named = (name: string) => ({ name, defaultValue: values[name] ?? "", error: errors[name], required: true });
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label={t("First name")} {...named("firstName")} autoComplete="given-name" maxLength={100} />
      <Field label={t("Last name")} {...named("lastName")} autoComplete="family-name" maxLength={100} />
      <Field
        className="sm:col-span-2"
        label={t("Email")}
        {...named("email")}
        type="email"
        autoComplete="email"
        maxLength={254}
      />
      <Field className="sm:col-span-2" label={t("Subject")} {...named("subject")} maxLength={200} />
      <Field className="sm:col-span-2" label={t("Message")} {...named("message")} rows={8} maxLength={10_000} />
      <TrapField />
    </div>
  );
}
