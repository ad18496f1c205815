import type { AuthorEndpoints } from "#features/articles/authors/endpoints.ts";
import type { TopicEndpoints } from "#features/topics/endpoints.ts";
import { KIND_LABELS, topicHeadline } from "#features/topics/rules.ts";
import type { ApiQuery } from "#shared/api-query.ts";
import { clientOf } from "#shared/endpoint-client.ts";
import { useText } from "#shared/site-context.tsx";
import { documentUrl, fallbackPicture } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { isOwnPicture, Picture } from "#ui/picture.tsx";

const MAX_FOUND = 3;
/** The longest query that the lists of names take, in characters. */
const MAX_NAME = 100;

const topicsNamed = (query: string) =>
  clientOf<TopicEndpoints>().query("GET /topics", { query: { query, sort: "count", limit: MAX_FOUND } });
const authorsNamed = (query: string) =>
  clientOf<AuthorEndpoints>().query("GET /authors", { query: { query, limit: MAX_FOUND } });

/** The requests of `FoundNames`. */
export const namesFound = (query: string): ApiQuery<unknown>[] =>
  query.length <= MAX_NAME ? [topicsNamed(query), authorsNamed(query)] : [];

/** The topics and authors whose names a query is in, above the articles. A backend of the specification has none. */
export function FoundNames({ query }: { query: string }) {
  const t = useText();
  const use = { enabled: query.length <= MAX_NAME };
  const { data: topics = [] } = useApi(topicsNamed(query), use);
  const { data: authors = [] } = useApi(authorsNamed(query), use);
  const found = [
    ...topics.map(({ slug, kind, ...topic }) => ({
      ...topic,
      name: topicHeadline(topic.name),
      path: documentUrl.topic(slug),
      label: t(KIND_LABELS[kind]),
    })),
    ...authors.flatMap(({ slug, image_url, ...author }) =>
      slug
        ? [
            {
              ...author,
              image_url: image_url || fallbackPicture.author,
              path: documentUrl.author(slug),
              label: t("Author"),
            },
          ]
        : [],
    ),
  ];
  if (found.length === 0) return null;
  return (
    <ul aria-label={t("Topics and authors")} className="mb-8 grid gap-x-8 border-t border-rule sm:grid-cols-2">
      {found.map(({ path, name, label, image_url, count }) => (
        <li key={path} className="relative flex items-center gap-4 border-b border-rule py-3">
          {(isOwnPicture(image_url) || image_url === fallbackPicture.author) && (
            <Picture src={image_url} alt="" sizes="48px" ratio="1/1" className="size-12 shrink-0 rounded-full" />
          )}
          <div className="min-w-0">
            <p className="kicker">{label}</p>
            <a href={path} className="headline-sm link-quiet stretch wrap-anywhere">
              {name}
            </a>
            <p className="meta">{t({ one: "1 article", other: "{count} articles" }, { count })}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
