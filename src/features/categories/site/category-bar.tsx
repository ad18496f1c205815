import { Link } from "#shared/router.tsx";
import { useText } from "#shared/site-context.tsx";
import { pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import type { Category } from "../endpoints.ts";
import { allCategories } from "../rules.ts";

/**
 * Filters by category: 'All' links to the home page, each name to its page. `active` is the current slug; none is
 * 'All'.
 */
export function CategoryBar(props: Pick<Props, "active">) {
  const { data: categories = [] } = useApi(allCategories());
  return <CategoryLinks {...{ categories, ...props }} />;
}

type Props = { categories: readonly Pick<Category, "id" | "name" | "slug">[]; active?: string };

/** The same for categories that were read before. */
export function CategoryLinks({ categories, ...props }: Props) {
  const t = useText();
  return (
    <nav aria-label={t("Filter by category")} className="border-y border-rule print:hidden">
      <ul className="scroll-row -mx-4 flex min-h-12 items-stretch gap-8 px-4">
        <li className="flex">
          <Link
            to={pageUrl.home()}
            aria-current={props.active === undefined ? "page" : undefined}
            className="category-item"
          >
            {t("All")}
          </Link>
        </li>
        {categories.map(({ id, name, slug }) => (
          <li key={id} className="flex">
            <Link
              to={pageUrl.category(slug)}
              aria-current={props.active === slug ? "page" : undefined}
              className="category-item"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
