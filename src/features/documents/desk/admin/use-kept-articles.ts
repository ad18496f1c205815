import { useQueryClient } from "@tanstack/react-query";
import { listsChanged } from "#features/articles/admin/calls.ts";
import { adminUrl } from "#shared/urls.ts";
import { useKeptCopies } from "#ui/admin/edit-form/use-kept-copies.ts";
import { ROOM_KIND } from "./internal/room-kind.ts";

/** Stores articles that were written while the server could not be reached, as drafts and working copies. */
export function useKeptArticles(): void {
  const client = useQueryClient();
  useKeptCopies(ROOM_KIND, { urlOf: ({ id }) => adminUrl.article(id), onStored: () => listsChanged(client) });
}
