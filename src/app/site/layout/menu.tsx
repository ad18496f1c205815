import type { ReactNode } from "react";
import { allCategories } from "#features/categories/rules.ts";
import type { MenuEntry } from "#shared/menus.ts";
import { Link, usePlace } from "#shared/router.tsx";
import { useSite } from "#shared/site-context.tsx";
import { pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { matchRoute } from "../match-route.ts";

type SiteLinkProps = {
  url: string;
  className: string;
  "aria-current"?: "page" | undefined;
  onClick?: () => void;
  children: ReactNode;
};

/** A link of a menu. The browser itself opens other sites, and pages that are complete without any script. */
export function SiteLink({ url, ...rest }: SiteLinkProps) {
  const { route } = matchRoute(url.split(/[?#]/)[0] ?? url);
  return url.startsWith("/") && route.pattern !== "*" ? <Link to={url} {...rest} /> : <a href={url} {...rest} />;
}

const ITEM =
  "flex min-h-11 grow items-center lg:whitespace-nowrap border-transparent text-[0.9375rem] font-semibold hover:text-accent aria-[current]:text-accent max-lg:headline-sm max-lg:min-h-13 lg:border-b-2 lg:pt-0.5 lg:aria-[current]:border-accent";
const SUB_ITEM =
  "flex min-h-11 items-center py-1.5 text-[0.9375rem] hover:text-accent aria-[current]:text-accent max-lg:ps-5 lg:px-5 wrap-anywhere";

/**
 * The header's menu: all categories, unless the newsroom has its own. A row on wide screens, which wraps between
 * entries, and a stack on small ones. Links below an entry open while it has the pointer or the focus, without a script;
 * in the stack they are always open. Empty if loading fails.
 */
export function HeaderMenu({ onChoose }: { onChoose: () => void }) {
  const { header } = useSite();
  const { data: categories = [] } = useApi(allCategories());
  const { pathname } = usePlace();
  const entries: readonly MenuEntry[] =
    header ?? categories.map(({ name, slug }) => ({ label: name, url: pageUrl.category(slug), items: [] }));
  const at = (url: string) => ({
    url,
    "aria-current": url === pathname ? ("page" as const) : undefined,
    onClick: onChoose,
  });
  return (
    <ul className="page-width flex flex-col max-lg:py-2 lg:min-h-12 lg:flex-row lg:flex-wrap lg:items-stretch lg:justify-center lg:gap-x-9">
      {entries.map(({ label, url, items }) => (
        <li
          key={`${url} ${label}`}
          className={`flex min-w-0 max-lg:border-b max-lg:border-rule max-lg:last:border-0${items.length > 0 ? " menu-parent group/menu relative max-lg:flex-col" : ""}`}
        >
          {url ? (
            <SiteLink {...at(url)} className={ITEM}>
              {label}
            </SiteLink>
          ) : (
            <button type="button" className={`${ITEM} text-start`}>
              {label}
            </button>
          )}
          {items.length > 0 && (
            <ul className="max-lg:pb-2 lg:absolute lg:hidden lg:group-hover/menu:block lg:group-focus-within/menu:block lg:top-full lg:-left-5 lg:z-30 lg:min-w-48 lg:border lg:border-rule lg:bg-paper lg:py-1 lg:raised">
              {items.map((item) => (
                <li key={`${item.url} ${item.label}`}>
                  <SiteLink {...at(item.url)} className={SUB_ITEM}>
                    {item.label}
                  </SiteLink>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}
