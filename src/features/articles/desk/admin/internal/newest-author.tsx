import { useApi } from "#shared/use-api.ts";
import { exactTime } from "#ui/admin/local-time.ts";
import { revisionsOf } from "../calls.ts";

/** Who has saved the newest version of an article, and when. Nothing while that is not known. */
export function NewestAuthor({ id }: { id: number }) {
  const { data } = useApi(revisionsOf(id)(1, 1), { refetchOnMount: "always" });
  const [newest] = data?.items ?? [];
  if (!newest) return null;
  return `saved by ${newest.author ?? "somebody who is gone"}, ${exactTime(newest.created)}`;
}
