import { useMay } from "#ui/admin/permissions.tsx";
import type { ListedArticle } from "../schema.ts";

/**
 * Whether whoever is logged in may change one of the articles of its list, or delete it: what is published, or will be at
 * a set time, belongs to whoever may publish.
 */
export function useMayChange(): (article: Pick<ListedArticle, "status">) => boolean {
  const may = useMay();
  return ({ status }) => may(status === "published" ? "article.publish" : "article.write");
}
