import { useSite, useText } from "#shared/site-context.tsx";
import { documentUrl, feedUrl } from "#shared/urls.ts";

/** What readers can check about the publication. A backend of the specification has none of these pages. */
export function AboutLinks() {
  const t = useText();
  const { name, menu = [] } = useSite();
  const links = [
    { label: t("Authors"), path: documentUrl.authors(), about: t("Everyone who writes for {name}.", { name }) },
    {
      label: t("Corrections"),
      path: documentUrl.corrections(),
      about: t("Mistakes {name} has corrected, newest first.", { name }),
    },
    { label: t("Past newsletters"), path: documentUrl.issues() },
    { label: t("Record"), path: feedUrl.record(), about: t("Proof of what was published, and when.") },
    ...menu,
  ];
  return (
    <nav aria-label={t("About {name}", { name })} className="page-width pb-14">
      <ul className="grid gap-x-12 border-t border-rule sm:grid-cols-2 lg:grid-cols-3">
        {links.map(({ label, path, ...link }) => (
          <li key={path} className="relative border-b border-rule py-5">
            <a href={path} className="headline-sm link-quiet stretch">
              {label}
            </a>
            {"about" in link && link.about && <p className="mt-1 text-[0.9375rem] text-muted">{link.about}</p>}
          </li>
        ))}
      </ul>
    </nav>
  );
}
