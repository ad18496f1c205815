import type { PagePart } from "#features/content/page-view.ts";
import { useSite, useText } from "#shared/site-context.tsx";

/** Address, office and business hours, next to the contact form. */
export function Office({ place, hours }: Extract<PagePart, { type: "office" }>) {
  const t = useText();
  const email = useSite().contactEmail;
  return (
    <aside aria-label={t("Other ways to reach us")} className="space-y-8">
      {email && (
        <section>
          <h2 className="ruled pt-3 text-[0.9375rem] font-bold">{t("Email")}</h2>
          <p className="mt-2">
            <a
              href={`mailto:${email}`}
              className="inline-block py-1.5 break-all underline decoration-accent underline-offset-4"
            >
              {email}
            </a>
          </p>
        </section>
      )}
      {place !== "" && (
        <section>
          <h2 className="ruled pt-3 text-[0.9375rem] font-bold">{t("Office")}</h2>
          <p className="mt-3">{place}</p>
        </section>
      )}
      {hours.length > 0 && (
        <section>
          <h2 className="ruled pt-3 text-[0.9375rem] font-bold">{t("Business hours")}</h2>
          <dl className="mt-3 divide-y divide-rule tabular-nums">
            {hours.map(({ days, time }) => (
              <div key={days} className="flex justify-between gap-4 py-2 first:pt-0">
                <dt dir="auto" className="text-muted">
                  {days}
                </dt>
                <dd dir="auto">{time}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </aside>
  );
}
