import { X } from "lucide";
import { type ReactNode, useState } from "react";
import { inLanguage } from "#shared/language.ts";
import { articlePath, type Head, type PageContext } from "#shared/page.ts";
import { useSite, useText } from "#shared/site-context.tsx";
import { textIn } from "#shared/translate.ts";
import { pageUrl } from "#shared/urls.ts";
import { IconButton } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Picture } from "#ui/picture.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { StateNote } from "#ui/state-screen.tsx";
import { RelativeDate } from "#ui/time.tsx";
import { dropArticle, type KeptArticle, keepArticle, LISTS, type ReadingList, useReadingList } from "./reading-list.ts";

export const queries = () => [];

export const head = ({ site }: PageContext): Head => ({
  title: textIn(site.language)("Saved articles"),
  description: textIn(site.language)("Articles that you saved or began to read in this browser."),
  canonical: pageUrl.saved(),
  robots: "noindex",
});

/** What the reader saved for later, and what the reader began, as this browser keeps it. */
export function Page() {
  const t = useText();
  return (
    <div className="page-width pt-10 pb-20 sm:pt-14">
      <h1 className="headline-lg">{t("Saved articles")}</h1>
      <p className="mt-3 text-muted">{t("They are kept only in this browser and never sent.")}</p>
      <p className="hidden pt-6 noscript:block">{t("Saving needs JavaScript, which is off in this browser.")}</p>
      <div className="mt-10 grid gap-12 lg:has-[section+section]:grid-cols-2 noscript:hidden">
        <Kept list="started-articles" heading={t("Continue reading")} />
        <Kept
          list="saved-articles"
          heading={t("Saved for later")}
          empty={<StateNote>{t("Nothing is saved. “Save” at the top of an article puts it here.")}</StateNote>}
        />
        <Kept list="read-articles" heading={t("Parts of series that you have read")} />
      </div>
    </div>
  );
}

type KeptProps = { list: ReadingList; heading: string; empty?: ReactNode };

/** A list; a removed article stays in its place until the reader leaves, so that it can come back. */
function Kept({ list, heading, empty }: KeptProps) {
  const t = useText();
  const kept = useReadingList(list);
  const { most } = LISTS[list];
  const [removed, setRemoved] = useState<KeptArticle[]>([]);
  const isRemoved = ({ id }: KeptArticle) => !kept.some((one) => one.id === id);
  const shown = [...kept, ...removed.filter(isRemoved)].sort((one, two) => two.at - one.at);
  if (shown.length === 0 && !empty) return null;
  const remove = (article: KeptArticle) => {
    if (dropArticle(list, article.id)) setRemoved([...removed.filter(({ id }) => id !== article.id), article]);
  };
  return (
    <section aria-labelledby={list}>
      <SectionHeading id={list}>{heading}</SectionHeading>
      {list === "saved-articles" && kept.length === most && (
        <p className="-mt-4 pb-2 text-[0.9375rem] text-muted">
          {t("Your list holds {most} articles. Saving another one removes the oldest.", { most })}
        </p>
      )}
      {shown.length === 0 ? (
        empty
      ) : (
        <ul className="-mt-4 divide-y divide-rule">
          {shown.map((article) => (
            <li key={article.id} className="relative flex items-center gap-4 py-4">
              {isRemoved(article) ? (
                <RemovedRow article={article} onUndo={() => keepArticle(list, article)} />
              ) : (
                <Row article={article} onRemove={() => remove(article)} />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ article, onRemove }: { article: KeptArticle; onRemove: () => void }) {
  const t = useText();
  const site = useSite();
  const { title, image, at, part, heading } = article;
  const percent = part === undefined ? undefined : Math.round(part * 100);
  return (
    <>
      {image && <Picture src={image} alt="" sizes="96px" ratio="4/3" className="w-24 shrink-0" />}
      <div className="min-w-0 flex-1">
        <h3 {...inLanguage("", site.language, title)} className="headline-sm line-clamp-3">
          {/* The browser itself finds the heading, also in the part that a preview hides. */}
          <a href={articlePath(site, article) + (heading ? `#${heading}` : "")} className="link-quiet stretch">
            {title}
          </a>
        </h3>
        <p className="meta mt-1.5">
          <RelativeDate date={new Date(at).toISOString()} />
          {percent !== undefined && (
            <>
              &nbsp;<span aria-hidden="true">·</span> {t("{percent}% read", { percent })}
            </>
          )}
        </p>
        {percent !== undefined && (
          <svg
            aria-hidden="true"
            viewBox="0 0 100 1"
            preserveAspectRatio="none"
            className="mt-2 block h-0.5 w-full max-w-60"
          >
            <rect width="100" height="1" className="fill-rule" />
            <rect width={percent} height="1" className="fill-accent" />
          </svg>
        )}
      </div>
      <IconButton label={t("Remove {title}", { title })} onClick={onRemove} className="relative z-10">
        <Icon icon={X} size={18} />
      </IconButton>
    </>
  );
}

function RemovedRow({ article, onUndo }: { article: KeptArticle; onUndo: () => void }) {
  const t = useText();
  return (
    <>
      <p role="status" className="min-w-0 flex-1 truncate text-muted">
        {t("Removed: {title}", { title: article.title })}
      </p>
      {/* biome-ignore lint/a11y/noAutofocus: it replaces the button that had the focus */}
      <button type="button" autoFocus onClick={onUndo} className="tap link-quiet px-2 font-semibold underline">
        {t("Undo")}
      </button>
    </>
  );
}
