import { useSite, useText } from "#shared/site-context.tsx";
import { NEWSLETTER_TEXT } from "#shared/site-facts.ts";
import { SubscribeForm } from "./subscribe-form.tsx";

export function NewsletterBox() {
  const t = useText();
  const site = useSite();
  return (
    <section
      aria-labelledby="newsletter-box"
      className="corner-box border-t-2 border-accent bg-surface p-6 print:hidden"
    >
      <h2 id="newsletter-box" className="headline-md">
        {t("{name} by email", { name: site.name })}
      </h2>
      <p className="mt-2 text-[0.9375rem] text-muted">{site.newsletterText ?? t(NEWSLETTER_TEXT)}</p>
      <SubscribeForm isBox />
    </section>
  );
}
