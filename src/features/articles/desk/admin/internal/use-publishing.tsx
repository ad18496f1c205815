import { useQueryClient } from "@tanstack/react-query";
import { Copy, Mail, Share2, X } from "lucide";
import { type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type CategoryQuestion, useCategoryQuestion } from "#features/articles/admin/article-fields.tsx";
import {
  type ChangeNoteInput,
  cancelUpdate,
  type DeskArticle,
  listChanged,
  readNewest,
  scheduleUpdate,
  unpublish,
} from "#features/articles/admin/calls.ts";
import type { ArticleDetail } from "#features/articles/schema.ts";
import { type RoomProps, type SaveOptions, useRoomForm } from "#features/documents/room/admin/use-room-form.ts";
import type { RichTextHandle } from "#features/editor/admin/rich-text.ts";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { pageUrl } from "#shared/urls.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { useCopyLink } from "#ui/admin/copy-link.ts";
import type { Versioned } from "#ui/admin/edit-form/versions.ts";
import { plannedTime } from "#ui/admin/local-time.ts";
import { useHasNewsroom, useMay } from "#ui/admin/permissions.tsx";
import { afterStoring } from "#ui/admin/session/waiting-pictures.ts";
import { type AdminMessage, useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Icon } from "#ui/icon.tsx";
import {
  ARTICLE_TYPE,
  type ArticleForm,
  type ArticleType,
  type Choices,
  saveArticle,
  type Written,
} from "../article-type.tsx";
import { type NextNewsletter, useNextNewsletter } from "../room-parts.tsx";
import { NO_NOTE, type UpdateNote, useKeptNote } from "./update-note.tsx";

/** What was just published. `isInNewsletter`: it was also added to the next newsletter. */
export type Published = {
  id: number;
  title: string;
  isUpdate: boolean;
  /** The correction that the update added; null for none. */
  correction: string | null;
  isInNewsletter: boolean;
};

type Props = { published: Published; onClose: () => void };

/** After publishing: a link to the page, and next steps. */
export function PublishedNotice({ published, onClose }: Props) {
  const copy = useCopyLink();
  const newsletter = useNextNewsletter();
  const [added, setAdded] = useState<string>();
  const { isBusy, run } = useCall();
  const url = new URL(pageUrl.article(published.id), window.location.origin).href;
  const add = () =>
    run(async () => setAdded(await newsletter?.add(published)), {
      title: "Could not add it to the newsletter",
      fallback: "Please try again.",
    });
  const canAdd = newsletter !== null && !published.isInNewsletter && added === undefined;
  const notice = useRef<HTMLElement>(null);
  // It is above the title, which may be scrolled out of view.
  useEffect(() => notice.current?.scrollIntoView({ block: "nearest" }), []);
  return (
    <section
      ref={notice}
      aria-label="Published"
      className="published-notice mb-6 border-l-4 border-up bg-surface py-3 pr-2 pl-4"
    >
      <div className="flex items-start justify-between gap-3">
        <p className="text-[0.9375rem] wrap-anywhere">
          <strong>{published.isUpdate ? "Updated." : "Published."}</strong> Readers see it at{" "}
          <a href={url} target="_blank" rel="noopener" className="text-accent underline underline-offset-2">
            {url.replace(/^https?:\/\//, "")}
          </a>
          {published.correction !== null && <> The correction is on the page: “{published.correction}”</>}
          {added && <> It is in the newsletter “{added}”.</>}
        </p>
        <AdminButton variant="quiet" className="-my-1 px-2" aria-label="Close" onClick={onClose}>
          <Icon icon={X} size={16} />
        </AdminButton>
      </div>
      <div className="mt-2 flex flex-wrap gap-2">
        <AdminButton onClick={() => void copy(url)}>
          <Icon icon={Copy} size={16} />
          Copy link
        </AdminButton>
        {"share" in navigator && (
          <AdminButton onClick={() => void navigator.share({ title: published.title, url }).catch(() => undefined)}>
            <Icon icon={Share2} size={16} />
            Share
          </AdminButton>
        )}
        {canAdd && (
          <AdminButton isBusy={isBusy} onClick={() => void add()}>
            <Icon icon={Mail} size={16} />
            {newsletter.subject === null ? "Start a newsletter with it" : `Add to “${newsletter.subject}”`}
          </AdminButton>
        )}
      </div>
    </section>
  );
}

export type Publishing = ReturnType<typeof usePublishing>;

/** Whether readers have an article, will have it at a set time, or not yet. */
export type Stage = "public" | "scheduled" | "draft";

function stageOf(stored: ArticleDetail | null): Stage {
  if (stored?.status !== "published") return "draft";
  const { published_date: date } = stored;
  return date !== null && Date.parse(date) > Date.now() ? "scheduled" : "public";
}

const ASK_WORDS: Record<Stage, string> = {
  draft: "Publish this article",
  scheduled: "Change when this article is published",
  public: "Update this article",
};

const READY = { title: "Marked as ready", description: "An editor can publish it now." };

/** The toast after publishing, with a link if readers can see the page. */
function publishedToast(article: ArticleDetail, zone: string): AdminMessage {
  const { id, published_date: date } = article;
  if (date !== null && stageOf(article) === "scheduled")
    return { title: "Article scheduled", description: `Readers will see it from ${plannedTime(date, zone)}.` };
  return { title: "Article published", action: { label: "View page", href: pageUrl.article(id) } };
}

/** The last dialog, which may open with a time or at the reason of an update, and the question before readers lose the article. */
function useDialogs() {
  const [opened, setOpened] = useState<"any" | "timed" | "noted" | "unpublish" | null>(null);
  return {
    isOpen: opened !== null && opened !== "unpublish",
    opensTimed: opened === "timed",
    opensNoted: opened === "noted",
    isUnpublishing: opened === "unpublish",
    open: () => setOpened("any"),
    openTimed: () => setOpened("timed"),
    openNoted: () => setOpened("noted"),
    askUnpublish: () => setOpened("unpublish"),
    close: () => setOpened(null),
  };
}

/** `publish` publishes now or at a time; `ask` asks which, or marks a writer's article as ready. */
export function usePublishing(form: ArticleForm, category: CategoryQuestion, { note, store }: RoomSaving) {
  const dialogs = useDialogs();
  const { open, close } = dialogs;
  const [published, setPublished] = useState<Published | null>(null);
  const stage = stageOf(form.base);
  const may = useMay();
  const mayPublish = may("article.publish");
  const hasNewsroom = useHasNewsroom();
  const isOffered = stage === "draft" && mayPublish && hasNewsroom;
  const isReadyOffered = stage === "draft" && !mayPublish && may("article.ready") && form.values.status === "draft";
  const zone = useNewsroomZone();
  const timing = useTiming(form, { stage, zone: zone ?? "UTC" });
  const addTo = useAddTo(zone ?? "UTC");
  const toastOf = (article: ArticleDetail) => publishedToast(article, zone ?? "UTC");
  async function publishWith(newsletter: NextNewsletter | null, said: UpdateNote) {
    const isFirst = stage !== "public";
    const article = await store({ staysOpen: true, ...(isFirst && { said: toastOf }) }, said);
    if (article && newsletter) await addTo(newsletter, article);
    if (!article || stageOf(article) !== "public") return;
    const { id, title } = article;
    const correction = said.correction?.text.trim() ?? null;
    setPublished({ id, title, isUpdate: !isFirst, correction, isInNewsletter: newsletter !== null });
  }
  const markReady = () => {
    flushSync(() => form.change({ status: "ready" }));
    category.whenAnswered(() => void store({ staysOpen: true, said: () => READY }));
  };
  const isTimed = mayPublish && hasNewsroom && !isOffered;
  const asked = isOffered || isTimed ? { label: ASK_WORDS[stage], run: open } : null;
  return {
    ...dialogs,
    isOffered,
    isTimed,
    /** Null if the user may do neither. */
    ask: isReadyOffered ? { label: "Mark this article ready", run: markReady } : asked,
    mayPublish,
    /** Whether saving stores a proposal: the article is public, and an editor will publish its changes. */
    isProposal: form.base?.status === "published" && !mayPublish,
    isReadyOffered,
    markReady,
    note,
    isBusy: timing.isBusy,
    stage,
    zone,
    published,
    closePublished: () => setPublished(null),
    /**
     * `at` as ISO 8601 in UTC; null for now. `newsletter`: also adds it to the newsletter. `said`: the note on an
     * update.
     */
    publish(at: string | null, newsletter: NextNewsletter | null, said: UpdateNote) {
      if (stage === "public" && at !== null)
        return void timing.schedule(at, said.note).then((isDone) => {
          if (!isDone) return;
          note.change({ ...said, note: NO_NOTE.note });
          close();
        });
      flushSync(() => {
        close();
        // A public article keeps its date.
        if (stage !== "public") form.change({ status: "published", published_date: at });
      });
      category.whenAnswered(() => void publishWith(newsletter, said));
    },
    cancel: () => void timing.cancel().then((isDone) => isDone && close()),
    unpublish: () => void timing.unpublish(),
  };
}

/** Adds an article to a newsletter. Sending the newsletter skips articles that are not public. */
function useAddTo(zone: string) {
  const show = useToast();
  const { run } = useCall();
  return (newsletter: NextNewsletter, article: DeskArticle) => {
    const { description, ...said } = publishedToast(article, zone);
    const done = stageOf(article) === "scheduled" ? "Scheduled" : "Published";
    return run(
      async () => {
        const added = `It is in the newsletter “${await newsletter.add(article)}” too.`;
        show({ ...said, description: description ? `${description} ${added}` : added });
      },
      { title: `${done}, but not in the newsletter`, fallback: "Could not add it to the newsletter" },
    );
  };
}

type TimingParts = { stage: Stage; zone: string };

/** Sets when an update becomes public, after storing typed text, and cancels that time. */
function useTiming(form: ArticleForm, { stage, zone }: TimingParts) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { isBusy, run } = useCall();
  const change = (
    how: (stored: Versioned<DeskArticle>) => Promise<void>,
    { takesBack, ...said }: AdminMessage & { takesBack: boolean },
    failure: string,
  ) =>
    run(
      async () => {
        const act = async (before: Versioned<DeskArticle>) => {
          await how(before);
          return readNewest(api, before.row.id);
        };
        await form.act(act, { takesBack });
        listChanged(client);
        show(said);
        return true;
      },
      { title: "Error scheduling", fallback: afterStoring(failure) },
    ).then((isDone) => isDone === true);
  return {
    isBusy,
    schedule: (at: string, note: ChangeNoteInput) =>
      change(
        (stored) => scheduleUpdate(api, stored, at, note),
        {
          title: "Update scheduled",
          description: `Readers will see the changes from ${plannedTime(at, zone)}.`,
          takesBack: false,
        },
        "Could not schedule the update",
      ),
    unpublish: () =>
      change(
        (stored) => unpublish(api, stored),
        { title: "Article unpublished", description: "It is a draft again.", takesBack: true },
        "Could not unpublish the article",
      ),
    cancel: () =>
      change(
        (stored) => (stage === "public" ? cancelUpdate(api, stored.row.id) : unpublish(api, stored)),
        {
          title: "Schedule cancelled",
          description: stage === "public" ? "Your changes stay unpublished." : "The article is a draft again.",
          takesBack: true,
        },
        "Could not cancel the schedule",
      ),
  };
}

type ArticleFormProps = RoomProps<DeskArticle, Written> & { editor: RefObject<RichTextHandle | null> };

export type RoomSaving = ReturnType<typeof useArticleForm>["saving"];

/** The form of the article's room, the question about its category, and the note on an update. */
export function useArticleForm(props: ArticleFormProps) {
  const note = useKeptNote();
  const storesItself = useHasNewsroom();
  const [type] = useState(
    (): ArticleType => ({
      ...ARTICLE_TYPE,
      // A backend with only the specified endpoints has no working copies.
      storesItself: () => storesItself,
    }),
  );
  const at = useRoomForm<DeskArticle, Written, Choices>(type, {
    ...props,
    submit: (api, sent) => saveArticle(api, sent, note.sent.current),
    onSaved: note.onSaved,
  });
  const category = useCategoryQuestion(at.values.category, at.base?.category ?? "");
  return {
    at,
    category,
    /** Leaves the room; asks first if an unsaved note would be lost. */
    leave: note.leave,
    saving: {
      note: note.written,
      /** `said`: the note on a public change, also sent with retries. */
      store(options: SaveOptions<DeskArticle>, said: UpdateNote | null = null): Promise<DeskArticle | null> {
        note.sendWithSave(said);
        return at.save(options);
      },
    },
  };
}
