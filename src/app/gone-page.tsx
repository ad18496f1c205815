import { homeLatest, trendingArticles } from "#features/articles/calls.ts";
import type { ArticleSummary } from "#features/articles/schema.ts";
import { LostPage, SearchForm } from "#features/articles/site/lost-page.tsx";
import type { Category } from "#features/categories/endpoints.ts";
import { allCategories } from "#features/categories/rules.ts";
import type { ApiQuery } from "#shared/api-query.ts";
import { useText } from "#shared/site-context.tsx";
import { translateKnown } from "#shared/translate.ts";
import { pageUrl } from "#shared/urls.ts";
import { renderFramed } from "./preview-page.tsx";
import type { ReadForPage } from "./read-in-process.ts";
import type { GoneCode, RenderGone } from "./redirects.ts";
import { renderStaticDocument } from "./render/document.ts";
import type { Pages, SiteRenderer } from "./render/pages.ts";
import type { ReadSite } from "./site-info.ts";

const GONE: Record<GoneCode, { title: string; message: string }> = {
  410: { title: "This page was removed", message: "The page at this address was removed." },
  451: { title: "This page is not available", message: "The page at this address was withheld for legal reasons." },
};

type Deps = { pages: Pages; readApi: ReadForPage; readSite: ReadSite; renderer: Pick<SiteRenderer, "assets"> };

/**
 * In the frame of all pages, with a search and what is read most; a plain notice while the frame cannot be rendered.
 */
export const goneRenderer =
  ({ pages, readApi, readSite, renderer }: Deps): RenderGone =>
  async (request, code, reason = "") => {
    const message = reason || GONE[code].message;
    const notice = pages.noticeOf({ title: GONE[code].title, message, form: <SearchForm /> });
    try {
      const { language } = await readSite();
      const read = async <T,>({ queryKey: [url, shape] }: ApiQuery<T>) => (await readApi(url, shape, request)) as T;
      const [articles, newest, categories] = await Promise.all([
        read(trendingArticles()),
        read(homeLatest()),
        read(allCategories()),
      ]);
      const shown = { title: translateKnown(language, GONE[code].title), message: translateKnown(language, message) };
      const head = { title: shown.title, description: shown.message, canonical: null, robots: "noindex" as const };
      const view = <GonePage {...shown} {...{ code, articles, newest, categories }} />;
      const page = await renderFramed({ pages }, { head, view }, request);
      return { headers: notice.headers, body: renderStaticDocument(page, renderer.assets, { hasStart: true }) };
    } catch (error) {
      request.log.error({ err: error }, "the page of a removed page could not be rendered");
      return notice;
    }
  };

type Props = {
  code: GoneCode;
  title: string;
  message: string;
  articles: ArticleSummary[];
  newest: ArticleSummary[];
  categories: Category[];
};

function GonePage({ code, title, message, ...lists }: Props) {
  const t = useText();
  return (
    <LostPage
      kicker={String(code)}
      title={title}
      message={<p className="whitespace-pre-line wrap-anywhere">{message}</p>}
      link={{ to: pageUrl.home(), label: t("Return to Home") }}
      heading={t("Most read now")}
      {...lists}
    />
  );
}
