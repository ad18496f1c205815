import { useQueryClient } from "@tanstack/react-query";
import { ARTICLE_ATTRIBUTE } from "#features/content/model.ts";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useApi } from "#shared/use-api.ts";
import { useMay } from "#ui/admin/permissions.tsx";
import { allIssues, issueChanged, readIssue, updateIssue } from "./calls.ts";

/** How often adding begins again because somebody else has changed the issue meanwhile. */
const MAX_ATTEMPTS = 3;

/** The newest newsletter that is still written, and how to put an article at its end; null if there is none. */
export function useNextIssue() {
  const api = useEditorApi();
  const client = useQueryClient();
  const next = useApi(allIssues(1), { enabled: useMay()("issue.manage") }).data?.items.find(
    ({ state }) => state === "draft",
  );
  if (!next) return null;
  async function add(issue: number, article: number, attempt = 1): Promise<void> {
    const stored = await readIssue(api, issue);
    const { article_ids, body: text } = stored.row;
    if (article_ids.includes(article) || text.includes(`${ARTICLE_ATTRIBUTE}="${article}"`)) return;
    const body = { article_ids: [...article_ids, article] };
    try {
      issueChanged(client, (await updateIssue(api, stored, body)).row);
    } catch (error) {
      const isChanged = error instanceof ApiError && error.status === 409 && attempt < MAX_ATTEMPTS;
      if (!isChanged) throw error;
      await add(issue, article, attempt + 1);
    }
  }
  return { subject: next.subject, add: (article: number) => add(next.id, article) };
}
