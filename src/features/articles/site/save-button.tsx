import { Bookmark } from "lucide";
import { useEffect, useState } from "react";
import { useText } from "#shared/site-context.tsx";
import { Icon } from "#ui/icon.tsx";
import { isOwnPicture } from "#ui/picture.tsx";
import { showToast } from "#ui/toast.ts";
import type { ShownArticle } from "./complete-article.ts";
import type { ReadingList } from "./reading-list.ts";

const keptOf = ({ id, slug, title, hero_url }: ShownArticle) => ({
  id,
  slug: slug ?? "",
  title,
  image: isOwnPicture(hero_url) && hero_url.startsWith("/media/") ? hero_url : "",
});

/** Keeps the reader's place in an article. The code for it is loaded when the reader scrolls. */
function useReadingPlace(article: ShownArticle): void {
  useEffect(() => {
    let end = () => {};
    const start = () => {
      let isLeft = false;
      end = () => {
        isLeft = true;
      };
      import("./reading-place.ts").then(
        ({ followReader }) => {
          if (!isLeft) end = followReader({ article: keptOf(article), isPart: article.series !== undefined });
        },
        () => undefined,
      );
    };
    addEventListener("scroll", start, { passive: true, once: true });
    return () => {
      removeEventListener("scroll", start);
      end();
    };
  }, [article]);
}

const SAVED: ReadingList = "saved-articles";

/** Whether an article is in the stored list, whose entries begin with their id; the code of lists loads on demand. */
function isStored(id: number): boolean {
  try {
    return localStorage.getItem(SAVED)?.includes(`{"id":${id},`) ?? false;
  } catch {
    // Without storage nothing is saved; the button says so when it is pressed.
    return false;
  }
}

/** Saves an article for later in this browser, or takes it out of that list. */
export function SaveButton({ article, className }: { article: ShownArticle; className: string }) {
  const t = useText();
  useReadingPlace(article);
  const { id } = article;
  const [isSaved, setIsSaved] = useState(false);
  useEffect(() => {
    const read = () => setIsSaved(isStored(id));
    read();
    addEventListener("storage", read);
    return () => removeEventListener("storage", read);
  }, [id]);
  const onClick = async () => {
    const code = await import("./reading-list.ts").catch(() => undefined);
    const isDone = code?.toggleSaved({ ...keptOf(article), at: Date.now() }, isSaved, t);
    setIsSaved(isStored(id));
    if (!isDone)
      showToast({
        title: t("Not saved"),
        description: t(
          code ? "This browser does not let the site store anything." : "Please reload the page and try again.",
        ),
        variant: "destructive",
      });
  };
  return (
    <button type="button" aria-pressed={isSaved} onClick={onClick} className={className}>
      <Icon icon={Bookmark} size={17} className={isSaved ? "fill-current" : ""} />
      {t("Save")}
    </button>
  );
}
