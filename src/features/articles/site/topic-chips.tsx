import { useText } from "#shared/site-context.tsx";
import { documentUrl } from "#shared/urls.ts";
import { buttonClass } from "#ui/button.tsx";

/** Links to topics; nothing without one. */
export function TopicChips({ topics }: { topics: readonly { name: string; slug: string }[] }) {
  const t = useText();
  if (topics.length === 0) return null;
  return (
    <nav aria-label={t("Topics")} className="print:hidden">
      <ul className="mt-3 flex flex-wrap gap-2">
        {topics.map(({ name, slug }) => (
          <li key={slug} className="min-w-0">
            <a
              href={documentUrl.topic(slug)}
              className={buttonClass("outline", "min-h-11 px-3.5 text-sm wrap-anywhere")}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
