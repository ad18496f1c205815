import { inLanguage } from "#shared/language.ts";
import { useLanguage, useText } from "#shared/site-context.tsx";
import { documentUrl, fallbackPicture } from "#shared/urls.ts";
import { PageSteps } from "#ui/page-steps.tsx";
import { Picture } from "#ui/picture.tsx";

type ListedAuthor = { name: string; slug: string; bio: string; image_url: string };
export type AuthorsView = { authors: ListedAuthor[]; page: number; isLast: boolean };

/** Everyone who has published, by name. Works without scripts (decision 73). */
export function AuthorsPage({ authors, page, isLast }: AuthorsView) {
  const t = useText();
  return (
    <div className="py-8 sm:py-12">
      <h1 className="headline-xl">
        {page > 1 ? t("{name}, page {page}", { name: t("Authors"), page }) : t("Authors")}
      </h1>
      {authors.length === 0 ? (
        <p className="mt-4 text-muted">{t("No author has published yet.")}</p>
      ) : (
        <ul className="mt-7 grid gap-x-10 border-t border-rule md:grid-cols-2 lg:grid-cols-3">
          {authors.map((author) => (
            <ListedAuthorCard key={author.slug} author={author} />
          ))}
        </ul>
      )}
      <PageSteps page={page} isLast={isLast} urlOf={documentUrl.authors} />
    </div>
  );
}

function ListedAuthorCard({ author: { name, slug, bio, image_url } }: { author: ListedAuthor }) {
  const siteLanguage = useLanguage();
  return (
    <li className="relative flex items-start gap-4 border-b border-rule py-5">
      <Picture
        src={image_url || fallbackPicture.author}
        alt=""
        sizes="64px"
        ratio="1/1"
        className="size-16 shrink-0 rounded-full"
      />
      <div className="min-w-0">
        <h2 className="headline-sm wrap-anywhere">
          <a href={documentUrl.author(slug)} className="link-quiet stretch">
            {name}
          </a>
        </h2>
        {bio && (
          <p
            {...inLanguage("", siteLanguage, bio)}
            className="mt-1 line-clamp-3 text-[0.9375rem] text-pretty wrap-anywhere text-muted"
          >
            {bio}
          </p>
        )}
      </div>
    </li>
  );
}
