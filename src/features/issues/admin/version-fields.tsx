import { articleDetail } from "#features/articles/calls.ts";
import { useApi } from "#shared/use-api.ts";
import type { VersionFields } from "#ui/admin/edit-form/version-fields.ts";
import type { IssueBody } from "../schema.ts";

/** How the fields of an issue are shown next to those of another version. */
export const VERSION_FIELDS: VersionFields<IssueBody> = {
  subject: { label: "Subject", show: ({ subject }) => subject },
  preview: { label: "Preview Text", show: ({ preview }) => preview },
  introduction: { label: "Introduction", show: ({ introduction }) => introduction },
  article_ids: {
    label: "Articles of the issue",
    show: ({ article_ids }) => article_ids.length > 0 && article_ids.map((id) => <ArticleTitle key={id} id={id} />),
  },
};

function ArticleTitle({ id }: { id: number }) {
  const { data } = useApi(articleDetail(String(id)));
  return <span className="block">{data?.title ?? `Article ${id}`}</span>;
}
