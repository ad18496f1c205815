import { type SubmitEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { NetworkError } from "#shared/api-client.ts";
import { isServerThere } from "#shared/other-build.ts";
import { useLanguage, useText } from "#shared/site-context.tsx";
import { Button } from "#ui/button.tsx";
import { CONTROL, returnFocus, TrapField } from "#ui/control.tsx";
import { showToast } from "#ui/toast.ts";

/** The form's action without JavaScript; the server responds with a small page. */
export const SUBSCRIBE_ACTION = "/newsletter/subscribe";

/**
 * The newsletter form of the footer or of the sidebar's box, which has other texts: idle, submitting, done. The code that
 * sends it is loaded when it is submitted.
 */
export function SubscribeForm({ isBox = false }: { isBox?: boolean }) {
  const t = useText();
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
      const { sendSubscription } = await import("./send-subscription.ts");
      if (await sendSubscription({ email, website, isBox, language })) form.reset();
    } catch (error) {
      if (!(error instanceof NetworkError) && (await isServerThere())) {
        // The code belongs to a former build. A disabled field would not be sent.
        flushSync(() => setBusy(false));
        return form.submit();
      }
      showToast({
        title: t(isBox ? "Error" : "Subscription failed"),
        description: t(
          "You are offline, so nothing was sent. Please try again when you are online. Your address is still here.",
        ),
        variant: "destructive",
      });
    } finally {
      flushSync(() => setBusy(false));
      returnFocus(input.current);
    }
  };
  return (
    <form
      action={SUBSCRIBE_ACTION}
      method="post"
      onSubmit={submit}
      className={isBox ? "mt-4 space-y-3" : "mt-3 flex flex-wrap gap-2"}
    >
      <input
        ref={input}
        dir="auto"
        aria-label={t(isBox ? "Email address" : "Your email")}
        type="email"
        name="email"
        placeholder={t(isBox ? "Enter your email" : "Your email")}
        autoComplete="email"
        required
        disabled={busy}
        className={isBox ? CONTROL : `${CONTROL} min-w-0 flex-[1_1_8.5rem]`}
      />
      <TrapField />
      <Button
        type="submit"
        variant={isBox ? "accent" : "solid"}
        disabled={busy}
        className={isBox ? "w-full" : "min-w-28 grow-[0.001]"}
      >
        {busy ? (isBox ? t("Subscribing...") : "...") : t("Subscribe")}
      </Button>
    </form>
  );
}
