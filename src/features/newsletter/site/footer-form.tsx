import { type RefObject, type SubmitEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError, NetworkError } from "#shared/api-client.ts";
import { useLanguage, useText } from "#shared/site-context.tsx";
import type { Translate } from "#shared/translate.ts";
import { translateKnown } from "#shared/translate.ts";
import { Button } from "#ui/button.tsx";
import { Field, returnFocus, TrapField } from "#ui/field.tsx";
import { showToast } from "#ui/toast.ts";
import type { ToastMessage } from "#ui/toast-stage.tsx";
import { subscribe } from "../calls.ts";

/** The form's action without JavaScript; the server responds with a small page. */
export const SUBSCRIBE_ACTION = "/newsletter/subscribe";

/** Shown if the request failed: the address was not stored, and is still in the field. */
export const NOTHING_SENT =
  "You are offline, so nothing was sent. Please try again when you are online. Your address is still here.";

type Words = { success: (message: string | undefined) => ToastMessage; failure: (error: unknown) => ToastMessage };
type Subscribe = {
  /** True while the request is in flight: field and button are disabled. */
  busy: boolean;
  input: RefObject<HTMLInputElement | null>;
  submit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>;
};

/** The behaviour shared by the newsletter forms: idle, submitting, done; each form has its own texts. */
export function useSubscribe(words: Words): Subscribe {
  const language = useLanguage();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const email = input.current?.value ?? "";
    const website = String(new FormData(form).get("website") ?? "");
    setBusy(true);
    try {
      // The hidden field is sent only if it is filled in: a backend need not support it, nor return a body.
      const response = await subscribe({ email, ...(website && { website }) });
      form.reset();
      showToast(words.success(response?.message && translateKnown(language, response.message)));
    } catch (error) {
      const { description = "", ...failure } = words.failure(error);
      showToast({ ...failure, description: translateKnown(language, description), variant: "destructive" });
    } finally {
      flushSync(() => setBusy(false));
      returnFocus(input.current);
    }
  };
  return { busy, input, submit };
}

function reason(error: unknown, t: Translate): string {
  if (error instanceof ApiError) return error.detail ?? t("Subscription failed.");
  if (error instanceof NetworkError) return t(NOTHING_SENT);
  return (error instanceof Error && error.message) || t("Please try again later.");
}

/** The footer's newsletter form. */
export function FooterForm() {
  const t = useText();
  const { busy, input, submit } = useSubscribe({
    success: () => ({
      title: t("Successfully subscribed!"),
      description: t("Thank you for subscribing to our newsletter."),
    }),
    failure: (error) => ({ title: t("Subscription failed"), description: reason(error, t) }),
  });
  return (
    <form action={SUBSCRIBE_ACTION} method="post" onSubmit={submit} className="mt-3 flex flex-wrap">
      <Field
        ref={input}
        label={t("Your email")}
        labelHidden
        type="email"
        name="email"
        placeholder={t("Your email")}
        autoComplete="email"
        required
        disabled={busy}
        className="min-w-0 flex-[1_1_8.5rem]"
      />
      <TrapField />
      <Button type="submit" disabled={busy} className="min-w-28 grow-[0.001]">
        {busy ? "..." : t("Subscribe")}
      </Button>
    </form>
  );
}
