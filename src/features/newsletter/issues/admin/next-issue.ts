import { useQueryClient } from "@tanstack/react-query";
import { ARTICLE_ATTRIBUTE } from "#features/content/model.ts";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useApi } from "#shared/use-api.ts";
import { useMay } from "#ui/admin/permissions.tsx";
import { newKey } from "#ui/admin/session/document-session.ts";
import { allIssues, createIssue, issueChanged, readNewest, updateIssue } from "./calls.ts";

/** Retries of adding an article when another user has changed the issue concurrently. */
const MAX_ATTEMPTS = 3;

/** Maximum length of a new issue's subject, in characters (schema.ts). */
const MAX_SUBJECT_LENGTH = 200;

type Article = { id: number; title: string };

/**
 * The newest draft issue, and a function that appends an article to it. Without a draft, adding
 * creates an issue with the article's title (`subject` is null). Null without permission, and until it is loaded.
 */
export function useNextIssue() {
  const api = useEditorApi();
  const client = useQueryClient();
  const mayManage = useMay()("issue.manage");
  const { data } = useApi(allIssues(1), { enabled: mayManage });
  if (!mayManage || !data) return null;
  const next = data.items.find(({ state }) => state === "draft");
  async function add(issue: number, article: number, attempt = 1): Promise<void> {
    const stored = await readNewest(api, issue);
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
  async function begin({ id, title }: Article): Promise<string> {
    const subject = title.slice(0, MAX_SUBJECT_LENGTH).toWellFormed();
    const made = await createIssue(api, { subject, article_ids: [id] }, newKey());
    issueChanged(client, made.row);
    return subject;
  }
  async function addTo(issue: { id: number; subject: string }, article: Article): Promise<string> {
    await add(issue.id, article.id);
    return issue.subject;
  }
  return {
    subject: next?.subject ?? null,
    add: (article: Article) => (next ? addTo(next, article) : begin(article)),
  };
}
