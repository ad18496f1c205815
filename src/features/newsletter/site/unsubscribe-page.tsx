import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { NetworkError } from "#shared/api-client.ts";
import { clientOf } from "#shared/endpoint-client.ts";
import type { Head, PageContext } from "#shared/page.ts";
import { Link, useSearch } from "#shared/router.tsx";
import { useLanguage, useText } from "#shared/site-context.tsx";
import { type Translate, textIn, translateKnown } from "#shared/translate.ts";
import { pageUrl } from "#shared/urls.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { CONTROL, returnFocus } from "#ui/control.tsx";
import { showToast } from "#ui/toast.ts";
import type { NewsletterEndpoints, UnsubscribeBody } from "../endpoints.ts";

const newsletter = clientOf<NewsletterEndpoints>();

/** `processing`: the token in the address is being sent; `sending`: the form is. */
type Phase = "initial" | "processing" | "sending" | "unsubscribed" | "failed";

/** The form's action without scripts. */
const FORM_ACTION = "/newsletter/unsubscribe";

/**
 * The unsubscribe page. A token in the address is used immediately, but by a POST from the browser, so that a mail
 * scanner that fetches the link does not unsubscribe the reader.
 */
export function Page() {
  const t = useText();
  const language = useLanguage();
  const token = useSearch().get("token") ?? "";
  const [phase, setPhase] = useState<Phase>(token ? "processing" : "initial");
  const heading = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const usedToken = useRef("");

  async function send(body: UnsubscribeBody) {
    setPhase("token" in body ? "processing" : "sending");
    try {
      await newsletter.post("POST /newsletter/unsubscribe", { body, status: 200 });
      setPhase("unsubscribed");
      heading.current?.focus();
      showToast({
        title: t("Successfully unsubscribed"),
        description: t("You have been removed from our mailing list."),
      });
    } catch (error) {
      flushSync(() => setPhase("failed"));
      if ("email" in body) returnFocus(field.current);
      showToast({
        title: t("Unsubscribe failed"),
        description: translateKnown(language, reason(error, t)),
        variant: "destructive",
      });
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: one token is sent once, whatever else changes
  useEffect(() => {
    if (!token || usedToken.current === token) return;
    usedToken.current = token;
    send({ token });
  }, [token]);

  return (
    <div className="page-width py-16 sm:py-24">
      <div className="ruled mx-auto min-h-96 max-w-xl pt-6">
        <h1 ref={heading} tabIndex={-1} className="headline-lg outline-none">
          {t(phase === "unsubscribed" ? "Unsubscribed" : "Unsubscribe from Newsletter")}
        </h1>
        {phase === "unsubscribed" ? (
          <Farewell />
        ) : phase === "processing" ? (
          <>
            <p role="status" className="mt-4 text-lg text-muted noscript:hidden">
              {t("Processing your unsubscribe request...")}
            </p>
            <noscript>
              <p className="mt-4 text-lg text-pretty text-muted">
                {t("Press the button to stop receiving our newsletter. You can subscribe again at any time.")}
              </p>
              <form method="post" action={FORM_ACTION} className="mt-6">
                <input type="hidden" name="token" value={token} />
                <button type="submit" className={buttonClass("solid")}>
                  {t("Unsubscribe")}
                </button>
              </form>
            </noscript>
          </>
        ) : (
          <EmailForm field={field} isBusy={phase === "sending"} hasFailed={phase === "failed"} onSend={send} />
        )}
      </div>
    </div>
  );
}

function reason(error: unknown, t: Translate): string {
  if (error instanceof NetworkError) {
    return t("You are offline, so nothing was sent. Please try again when you are online.");
  }
  return (error instanceof Error && error.message) || t("An error occurred.");
}

function Farewell() {
  const t = useText();
  return (
    <div className="mt-4">
      <p className="text-lg text-pretty text-muted">
        {t(
          "We are sorry to see you go. You will get no more newsletters from us, and you are welcome back whenever you like.",
        )}
      </p>
      <Link to={pageUrl.home()} className={buttonClass("solid", "mt-8")}>
        {t("Return to Home")}
      </Link>
    </div>
  );
}

type EmailFormProps = {
  field: RefObject<HTMLInputElement | null>;
  isBusy: boolean;
  hasFailed: boolean;
  onSend: (body: UnsubscribeBody) => void;
};

function EmailForm({ field, isBusy, hasFailed, onSend }: EmailFormProps) {
  const t = useText();
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isBusy) onSend({ email: String(new FormData(event.currentTarget).get("email") ?? "") });
  }
  return (
    <form method="post" action={FORM_ACTION} onSubmit={onSubmit} aria-busy={isBusy} className="mt-4">
      <p className="text-lg text-pretty text-muted">
        {t(
          hasFailed
            ? "That did not work. Enter the address that receives the newsletter to try again."
            : "Enter the address that receives the newsletter. You can subscribe again at any time.",
        )}
      </p>
      <label className="mt-6 block text-sm font-semibold">
        {t("Email")}
        <input
          ref={field}
          className={`${CONTROL} mt-1.5 font-normal`}
          dir="auto"
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          disabled={isBusy}
        />
      </label>
      <Button type="submit" className="mt-5" disabled={isBusy}>
        {t(isBusy ? "Unsubscribing..." : "Unsubscribe")}
      </Button>
    </form>
  );
}

export const queries = () => [];

export const head = ({ site }: PageContext): Head => ({
  title: textIn(site.language)("Unsubscribe from Newsletter"),
  description: textIn(site.language)("Stop receiving our newsletter."),
  canonical: pageUrl.unsubscribe(),
  robots: "noindex",
});
