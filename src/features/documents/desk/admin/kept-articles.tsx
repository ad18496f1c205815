import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useOpenArticle } from "#features/articles/admin/article-handover.tsx";
import { ARTICLE_KIND } from "#features/articles/admin/article-kind.ts";
import { listsChanged } from "#features/articles/admin/calls.ts";
import { KeptOffers, useKeptWork } from "#features/documents/session/admin/kept-work.tsx";
import { useResumedSessions } from "#features/documents/session/admin/resume.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { adminUrl } from "#shared/urls.ts";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { articleOf, articlePorts, type Written } from "./internal/article-session.ts";
import { takeOverDrafts } from "./internal/take-over-drafts.ts";

/** Sends articles that were written while the server could not be reached, as drafts and working copies. */
export function useKeptArticles(): void {
  const api = useEditorApi();
  const client = useQueryClient();
  const isOn = useHasNewsroom();
  useResumedSessions<Written>(
    {
      type: ARTICLE_KIND.name,
      pictureField: "image_url",
      ports: articlePorts({ api, storesItself: true }),
      titleOf: ({ title }) => title,
      urlOf: (stored) => adminUrl.article(articleOf(stored)?.id ?? "new"),
      onStored: () => listsChanged(client),
      takeOver: takeOverDrafts,
    },
    isOn,
  );
}

/** Above the list of articles: what is kept in this browser and could not be saved. `isLate`: the list is shown already. */
export function KeptArticles({ isLate }: { isLate: boolean }) {
  const api = useEditorApi();
  const [account] = useState(() => api.account() ?? "unknown");
  const kept = useKeptWork(account, ARTICLE_KIND.name);
  const open = useOpenArticle();
  return <KeptOffers what={ARTICLE_KIND.what} kept={kept} onOpen={({ id, key }) => open(id, key)} isLate={isLate} />;
}
