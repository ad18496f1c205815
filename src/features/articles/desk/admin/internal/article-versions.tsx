import { VersionsDialog } from "#features/documents/history/admin/versions-dialog.tsx";
import type { ArticleForm } from "../article-type.ts";
import { useArticleVersions } from "./use-article-versions.ts";

/** The versions of the article that is written. */
export function ArticleVersions({ id, form, onClose }: { id: number; form: ArticleForm; onClose: () => void }) {
  return <VersionsDialog of={useArticleVersions(id, form, onClose)} onClose={onClose} />;
}
