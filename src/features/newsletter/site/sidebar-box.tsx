import { ApiError, NetworkError } from "#shared/api-client.ts";
import { useSite, useText } from "#shared/site-context.tsx";
import { NEWSLETTER_TEXT } from "#shared/site-facts.ts";
import type { Translate } from "#shared/translate.ts";
import { Button } from "#ui/button.tsx";
import { Field, TrapField } from "#ui/field.tsx";
import { NOTHING_SENT, SUBSCRIBE_ACTION, useSubscribe } from "./footer-form.tsx";

function reason(error: unknown, t: Translate): string {
  if (error instanceof NetworkError) return t(NOTHING_SENT);
  return (error instanceof ApiError && error.detail) || t("Failed to subscribe.");
}

/** The sidebar's newsletter box. */
export function NewsletterBox() {
  const t = useText();
  const site = useSite();
  const { busy, input, submit } = useSubscribe({
    success: (message) => ({ title: t("Subscribed!"), ...(message && { description: message }) }),
    failure: (error) => ({ title: t("Error"), description: reason(error, t) }),
  });
  return (
    <section
      aria-labelledby="newsletter-box"
      className="corner-box border-t-2 border-accent bg-surface p-6 print:hidden"
    >
      <h2 id="newsletter-box" className="headline-md">
        {t("The {name} newsletter", { name: site.name })}
      </h2>
      <p className="mt-2 text-[0.9375rem] text-muted">{site.newsletterText ?? t(NEWSLETTER_TEXT)}</p>
      <form action={SUBSCRIBE_ACTION} method="post" onSubmit={submit} className="mt-4 space-y-3">
        <Field
          ref={input}
          label={t("Email address")}
          labelHidden
          type="email"
          name="email"
          placeholder={t("Enter your email")}
          autoComplete="email"
          required
          disabled={busy}
        />
        <TrapField />
        <Button type="submit" variant="accent" disabled={busy} className="w-full">
          {t(busy ? "Subscribing..." : "Subscribe")}
        </Button>
      </form>
    </section>
  );
}
