import type { Publication } from "#features/settings/publication/schema.ts";
import { useSite } from "#shared/site-context.tsx";

/** Other ways to reach the publication: mail, office, hours. */
export function ContactDetails({ office, hours }: Pick<Publication["contact"], "office" | "hours">) {
  const email = useSite().contactEmail;
  return (
    <div className="space-y-8">
      {email && (
        <section>
          <h2 className="ruled pt-3 text-[0.9375rem] font-bold">Email</h2>
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
      <section>
        <h2 className="ruled pt-3 text-[0.9375rem] font-bold">Office</h2>
        <p className="mt-3">{office}</p>
      </section>
      <section>
        <h2 className="ruled pt-3 text-[0.9375rem] font-bold">Business hours</h2>
        <dl className="mt-3 divide-y divide-rule tabular-nums">
          {hours.map(({ days, time }) => (
            <div key={days} className="flex justify-between gap-4 py-2 first:pt-0">
              <dt className="text-muted">{days}</dt>
              <dd>{time}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}
