import { usePlace, useSearch } from "#shared/router.tsx";
import { useSite } from "#shared/site-context.tsx";
import { absoluteUrl } from "#shared/urls.ts";
import { knownSearch, matchRoute } from "../match-route.ts";

/**
 * Where a printed page comes from: paper has no address bar. Not of an unknown page, which is kept once for all of
 * their addresses, and without parameters that the server does not tell apart.
 */
export function PrintedAddress() {
  const { name, url } = useSite();
  const { pathname } = usePlace();
  const search = useSearch();
  const { route } = matchRoute(pathname);
  return (
    <p className="ruled hidden justify-between gap-6 pt-2 text-sm print:flex">
      <span className="font-serif text-lg leading-none font-bold">{name}</span>
      {route.pattern !== "*" && <span>{absoluteUrl(url, pathname + knownSearch(route, search))}</span>}
    </p>
  );
}
