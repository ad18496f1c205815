import { useQueryClient } from "@tanstack/react-query";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { failureToast, useToast } from "#ui/admin/toasts.tsx";
import type { FLAG_NAMES } from "../fields.ts";
import type { ListedArticle } from "../schema.ts";
import { changeArticles } from "./calls.ts";
import { listsChanged, showFlag } from "./list-cache.ts";

export type FlagName = (typeof FLAG_NAMES)[number];

/**
 * Switches a flag of an article in its row: shown at once, and switched back with a toast if the server does not take
 * it. Sent as a change of this field alone, so that it does not save over what somebody is writing.
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
