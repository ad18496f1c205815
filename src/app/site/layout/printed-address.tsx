import { usePlace, useSearch } from "#shared/router.tsx";
import { useSite } from "#shared/site-context.tsx";
import { absoluteUrl } from "#shared/urls.ts";
import { knownSearch, matchRoute } from "../match-route.ts";

/**
 * The address of a printed page: paper has no address bar. Omitted on the not-found page, which is cached once for all
 * unknown addresses, and without parameters that the server ignores.
 */
export function PrintedAddress({ isStatic = false }) {
  const { name, url } = useSite();
  const { pathname, search: ownSearch } = usePlace();
  const search = useSearch();
  const { route } = matchRoute(pathname);
  const address = isStatic ? pathname + ownSearch : pathname + knownSearch(route, search);
  return (
    <p className="ruled hidden justify-between gap-6 pt-2 text-sm print:flex">
      <span className="font-serif text-lg leading-none font-bold">{name}</span>
      {(isStatic || route.pattern !== "*") && <span>{absoluteUrl(url, address)}</span>}
    </p>
  );
}
