import { useQueryClient } from "@tanstack/react-query";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { ownUrl } from "#shared/pictures.ts";
import type { Story } from "#shared/story.ts";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { aheadTime } from "#ui/admin/local-time.ts";
import { useHasNewsroom, useMay } from "#ui/admin/permissions.tsx";
import { failureToast, useToast } from "#ui/admin/toasts.tsx";
import { useTurns } from "#ui/admin/use-call.ts";
import { isOwnPicture, Picture } from "#ui/picture.tsx";
import type { LIST_FLAGS } from "../fields.ts";
import type { ArticleSummary, ListedArticle } from "../schema.ts";
import { articles, changeArticles, listDeleted, listsChanged, restoreArticle, showFlag } from "./calls.ts";

const FAILURE = { title: "Error restoring article", fallback: "Could not restore the article" };

export function useRestoreArticle(): (article: Pick<ArticleSummary, "id" | "title" | "status">) => Promise<boolean> {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { once } = useTurns();
  return async ({ id, title, status: before }) => {
    const restored = await once(
      id,
      async () => {
        const { status } = await restoreArticle(api, id);
        listsChanged(client);
        const isHeld = before === "published" && status !== "published";
        const held = `${title}: its scheduled time has passed, so it is ready but not published.`;
        show({ title: "Article restored", description: isHeld ? held : title });
        return true;
      },
      FAILURE,
    );
    return restored === true;
  };
}

/**
 * Moves an article to the trash after confirmation. `onDeleted` is called while its row is still in the list; the toast
 * offers to undo.
 */
export function useDeleteArticle(onDeleted: (id: number) => void) {
  const api = useEditorApi();
  const client = useQueryClient();
  const restore = useRestoreArticle();
  const hasTrash = useHasNewsroom();
  return useDeletion<ArticleSummary>({
    words: {
      title: "Delete this article?",
      confirm: "Delete",
      busy: "Deleting...",
      deleted: "Article deleted",
      failed: "Error deleting article",
      fallback: "Could not delete the article",
    },
    consequence: ({ title }) =>
      `“${title}” will be removed from every page, list and feed. ${hasTrash ? "It stays in the trash for 30 days." : "This cannot be undone."}`,
    call: ({ id }) => articles.send(api, "DELETE /articles/:id", { params: { id } }),
    onDeleted: ({ id }) => {
      onDeleted(id);
      listDeleted(client, id);
    },
    ...(hasTrash && { undo: restore }),
    onFailed: () => "close",
  });
}

export type FlagName = (typeof LIST_FLAGS)[number];

/**
 * Toggles a flag in its row optimistically and reverts it with a toast on failure. Sends only this field, so that it
 * overwrites no concurrent edit.
 */
export function useToggleFlag(): (article: ListedArticle, flag: FlagName) => Promise<void> {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  return async ({ id, ...article }, flag) => {
    const on = !article[flag];
    showFlag(client, id, { [flag]: on });
    try {
      const { failed } = await changeArticles(api, { ids: [id], change: { [flag]: on } });
      if (failed[0]) throw new ApiError(404, failed[0]);
    } catch (error) {
      showFlag(client, id, { [flag]: !on });
      show(failureToast(error, "Error updating article", "Could not update the article"));
    }
    listsChanged(client);
  };
}

/** Whether the user may change or delete an article: published and scheduled ones need `article.publish`. */
export function useMayChange(): (article: Pick<ListedArticle, "status">) => boolean {
  const may = useMay();
  return ({ status }) => may(status === "published" ? "article.publish" : "article.write");
}

type ArticleState = "Published" | "Scheduled" | "Ready" | "Draft";

type Dated = { status: "published" | "ready" | "draft"; published_date: string | null };

export function stateOf({ status, published_date: date }: Dated, now: number): ArticleState {
  if (status !== "published") return status === "ready" ? "Ready" : "Draft";
  return date !== null && Date.parse(date) > now ? "Scheduled" : "Published";
}

const STORIES = { Published: "public", Scheduled: "scheduled", Ready: "ready", Draft: "writing" } as const;

/** The state of a listed article. A backend with only the specified fields knows less. */
export const storyOfRow = (
  article: Dated & { story?: Story | undefined; has_changes?: boolean | undefined },
  now: number,
): Story => article.story ?? { state: STORIES[stateOf(article, now)], has_changes: article.has_changes === true };

/** When an article or its update becomes public, in the newsroom's zone; undefined if no time is set. */
export function timeWords(
  article: Dated & { publish_at?: string | null | undefined },
  now: number,
  zone: string,
): string | undefined {
  const state = stateOf(article, now);
  const { published_date: date, publish_at: update } = article;
  if (state === "Scheduled" && date !== null) return aheadTime(Date.parse(date), now, zone);
  if (state === "Published" && update) return `update ${aheadTime(Date.parse(update), now, zone)}`;
  return undefined;
}

/** A thumbnail in a list, 48 px wide, or an empty frame. */
export function Thumbnail({ src }: { src: string }) {
  const picture = ownUrl(src);
  return picture && isOwnPicture(picture) ? (
    <Picture src={picture} alt="" sizes="48px" ratio="4/3" className="w-12 shrink-0" />
  ) : (
    <span aria-hidden="true" className="block aspect-4/3 w-12 shrink-0 bg-surface" />
  );
}
