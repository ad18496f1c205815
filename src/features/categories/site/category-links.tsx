import { Link, usePlace } from "#shared/router.tsx";
import { pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { allCategories } from "../calls.ts";

/** The header's category links: a row on wide screens, a stack on small ones. Empty if loading fails. */
export function CategoryLinks(props: { onChoose: () => void }) {
  const { data: categories = [] } = useApi(allCategories());
  const { pathname } = usePlace();
  return (
    <ul className="page-width flex flex-col max-lg:py-2 lg:min-h-12 lg:flex-row lg:flex-wrap lg:items-stretch lg:justify-center lg:gap-x-9">
      {categories.map((category) => (
        <li key={category.id} className="flex min-w-0 max-lg:border-b max-lg:border-rule max-lg:last:border-0">
          <Link
            to={pageUrl.category(category.slug)}
            aria-current={pathname === pageUrl.category(category.slug) ? "page" : undefined}
            onClick={props.onChoose}
            className="flex min-h-11 grow items-center lg:whitespace-nowrap border-transparent text-[0.9375rem] font-semibold hover:text-accent aria-[current]:text-accent max-lg:headline-sm max-lg:min-h-13 lg:border-b-2 lg:pt-0.5 lg:aria-[current]:border-accent"
          >
            {category.name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
