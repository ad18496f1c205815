import { useQueryClient } from "@tanstack/react-query";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useTurns } from "#ui/admin/use-call.ts";
import type { ArticleSummary } from "../schema.ts";
import { restoreArticle } from "./calls.ts";
import { listsChanged } from "./list-cache.ts";

const FAILURE = { title: "Error restoring article", fallback: "Could not restore the article" };

/** Takes an article out of the trash, and says so; resolves with whether that worked. */
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
        const held = `${title}: its time has passed, so it is ready, and not published.`;
        show({ title: "Article restored", description: isHeld ? held : title });
        return true;
      },
      FAILURE,
    );
    return restored === true;
  };
}
