import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { CategoryQuestion } from "#features/articles/admin/category-field.tsx";
import type { ArticleDetail } from "#features/articles/schema.ts";
import { pageUrl } from "#shared/urls.ts";
import type { SaveOptions } from "#ui/admin/edit-form/saving.ts";
import { exactTime } from "#ui/admin/local-time.ts";
import { type AdminMessage, useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import type { DeskArticle } from "../calls.ts";
import type { NextNewsletter } from "../next-newsletter.tsx";
import type { ArticleForm } from "./article-form.ts";

/** Publishing from the room: its dialog, and its key. */
export type Publishing = ReturnType<typeof usePublishing>;

/** The toast after publishing, which leads to the page once readers see it. */
function publishedToast({ id, published_date: date }: ArticleDetail): AdminMessage {
  if (date !== null && Date.parse(date) > Date.now())
    return { title: "Article scheduled", description: `Readers see it from ${exactTime(date)} on.` };
  return { title: "Article published", action: { label: "View page", href: pageUrl.article(id) } };
}

/** Whether readers have the article, or will at its time. */
const isOut = (stored: ArticleDetail | null): boolean => stored?.status === "published";

/** `publish` saves the article as published, now or at a time; Ctrl+Enter asks when, or updates what is published. */
export function usePublishing(
  form: ArticleForm,
  category: CategoryQuestion,
  save: (options: SaveOptions<DeskArticle>) => Promise<DeskArticle | null>,
) {
  const [isOpen, setIsOpen] = useState(false);
  const isOffered = !isOut(form.base);
  const open = () => setIsOpen(true);
  const show = useToast();
  const { run } = useCall();
  async function publishWith(newsletter: NextNewsletter | null) {
    const article = await save({ staysOpen: false, said: publishedToast });
    if (!article || !newsletter) return;
    await run(
      async () => {
        await newsletter.add(article.id);
        show({ ...publishedToast(article), description: `It is in the newsletter “${newsletter.subject}” too.` });
      },
      { title: "Published, but not in the newsletter", fallback: "Could not add it to the newsletter" },
    );
  }
  usePublishKey(form.element, () => (isOffered ? open() : form.element.current?.requestSubmit()));
  return {
    isOpen,
    isOffered,
    open,
    close: () => setIsOpen(false),
    /** `at` as ISO 8601 in UTC; null for now. `newsletter`: where it goes as well. */
    publish(at: string | null, newsletter: NextNewsletter | null) {
      flushSync(() => {
        setIsOpen(false);
        form.change({ status: "published", published_date: at });
      });
      category.whenAnswered(() => void publishWith(newsletter));
    },
  };
}

/** Ctrl+Enter, or Cmd+Enter, wherever the focus is in the room; before the editor, where it would break the line. */
function usePublishKey(form: ArticleForm["element"], publish: () => void): void {
  const latest = useRef(publish);
  latest.current = publish;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isKey = event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isKey || event.repeat || form.current?.offsetParent == null) return;
      if (document.querySelector("dialog[open]")) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current();
    };
    document.addEventListener("keydown", onKey, true);
    return () => document.removeEventListener("keydown", onKey, true);
  }, [form]);
}
