import { Link } from "#shared/router.tsx";
import { pageUrl } from "#shared/urls.ts";

/** The tags of an article; each links to a search for it. */
export function ArticleTags({ tags }: { tags: string[] }) {
  if (tags.length === 0) return null;
  return (
    <section aria-labelledby="tags-heading" className="print:hidden">
      <h2 id="tags-heading" className="sr-only">
        Tags
      </h2>
      <ul className="flex flex-wrap gap-2">
        {tags.map((tag) => (
          <li key={tag}>
            <Link
              to={pageUrl.search(tag)}
              className="inline-flex min-h-9 items-center border border-rule px-3 py-1 text-sm text-muted transition-colors hover:border-ink hover:text-ink"
            >
              {tag}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
