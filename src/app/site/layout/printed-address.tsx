import { usePlace, useSearch } from "#shared/router.tsx";
import { useSite } from "#shared/site-context.tsx";
import { absoluteUrl } from "#shared/urls.ts";
import { knownSearch, matchRoute } from "../match-route.ts";

/**
 * The address of a printed page: paper has no address bar. Omitted on the not-found page, which is cached once for all
 * unknown addresses, and without parameters that the server ignores.
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
