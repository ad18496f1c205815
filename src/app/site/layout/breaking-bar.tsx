import { X } from "lucide";
import { inLanguage } from "#shared/language.ts";
import { articlePath } from "#shared/page.ts";
import { Link } from "#shared/router.tsx";
import { useLanguage, useSite, useText } from "#shared/site-context.tsx";
import { IconButton } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";

/**
 * The breaking story, on all pages while it is young. The page may be older than the story's end, or its reader may have
 * closed it: `public/start.js` hides it then, before the first paint.
 */
export function BreakingBar() {
  const t = useText();
  const site = useSite();
  const siteLanguage = useLanguage();
  const { breaking } = site;
  if (!breaking) return null;
  return (
    <aside aria-label={t("Breaking")} className="breaking-bar">
      <div className="page-width flex items-center">
        <Link
          to={articlePath(site, breaking)}
          className="flex min-h-11 min-w-0 grow items-center gap-3 hover:underline"
        >
          <span aria-hidden="true" className="shrink-0 font-bold">
            {t("Breaking")}
          </span>
          <span {...inLanguage(breaking.language, siteLanguage, breaking.title)} className="line-clamp-2 font-semibold">
            {breaking.title}
          </span>
        </Link>
        <IconButton label={t("Close")} data-close-breaking="" className="-me-3 text-white! noscript:hidden">
          <Icon icon={X} size={20} />
        </IconButton>
      </div>
    </aside>
  );
}
