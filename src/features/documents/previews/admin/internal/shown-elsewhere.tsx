import { breadcrumb, cutDescription, cutTitle } from "./page-facts.ts";
import type { Preview } from "./use-preview.ts";

type Props = { preview: Preview };

/** The page among the results of a search engine, cut as they cut it. */
export function SearchResult({ preview: { facts } }: Props) {
  return (
    <figure className="min-h-72">
      <div className="max-w-[38rem] border border-rule bg-paper p-5">
        <p className="text-sm font-medium">{facts.site}</p>
        <p className="text-[0.8125rem] text-muted wrap-anywhere">{breadcrumb(facts.url)}</p>
        <p className="mt-1.5 text-xl leading-snug text-accent wrap-anywhere">{cutTitle(facts.title)}</p>
        <p className="mt-1 text-sm text-muted wrap-anywhere">{cutDescription(facts.description)}</p>
      </div>
      <figcaption className="meta mt-3 max-w-[38rem]">
        About as search engines show it. The description is the excerpt, or else how the text begins.
      </figcaption>
    </figure>
  );
}

/** The page as other sites and messengers show a link to it. */
export function SocialCard({ preview: { facts } }: Props) {
  return (
    <figure className="min-h-72">
      <div className="max-w-[32rem] border border-rule bg-surface">
        {facts.picture && (
          <img
            src={ownPath(facts.picture, facts.url)}
            alt={facts.alt}
            className="block aspect-[1.91] w-full bg-surface object-cover"
          />
        )}
        <div className="p-4">
          <p className="text-[0.8125rem] text-muted">{new URL(facts.url).host}</p>
          <p className="mt-1 font-semibold wrap-anywhere">{facts.cardTitle}</p>
          <p className="mt-1 line-clamp-2 text-sm text-muted wrap-anywhere">{facts.description}</p>
        </div>
      </div>
      <figcaption className="meta mt-3 max-w-[32rem]">
        About as social networks and messengers show a link. The picture is cut around its focal point.
      </figcaption>
    </figure>
  );
}

/** A picture of the page's own site by its path: the admin area may be open under another name of the site. */
function ownPath(picture: string, page: string): string {
  const { origin, pathname, search } = new URL(picture);
  return origin === new URL(page).origin ? `${pathname}${search}` : picture;
}
