import { useQueryClient } from "@tanstack/react-query";
import { callsUnder } from "#shared/api-query.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useTurns } from "#ui/admin/use-call.ts";
import type { PictureBulkChange, PictureBulkResult, StoredPicture } from "../../schema.ts";
import { ALL_PICTURES, changePictures } from "../calls.ts";
import { nameOf } from "../picture-kind.ts";

export const counted = (count: number) => (count === 1 ? "1 picture" : `${count} pictures`);

/** Pictures listed by name; the rest are counted. */
const MAX_NAMED = 5;

/** Lists the pictures that were not changed, with reasons: 'harbour.png: It is used in one place.' */
export function failureWords({ failed }: PictureBulkResult, pictures: readonly StoredPicture[]): string | undefined {
  if (failed.length === 0) return undefined;
  const named = new Map(pictures.map((picture) => [picture.id, nameOf(picture)]));
  const sentences = [...Map.groupBy(failed, ({ detail }) => detail)].map(([detail, some]) => {
    const names = some.slice(0, MAX_NAMED).map(({ id, name }) => `“${named.get(id) ?? name}”`);
    const more = some.length - names.length;
    return `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}: ${detail}`;
  });
  return sentences.join(" ");
}

/** Changes many pictures; resolves with the ids of the changed ones. */
export function useBulkPictures() {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { isBusy, inTurn } = useTurns();
  const failure = { title: "Error changing pictures", fallback: "Could not change the pictures" };
  async function change(pictures: readonly StoredPicture[], wanted: PictureBulkChange): Promise<number[]> {
    const changed = await inTurn(async () => {
      const result = await changePictures(
        api,
        pictures.map(({ id }) => id),
        wanted,
      );
      void client.invalidateQueries(callsUnder(ALL_PICTURES));
      const count = result.changed.length;
      const description = failureWords(result, pictures);
      show({
        title: count === 0 ? "Nothing was changed" : `${counted(count)} ${wanted.delete ? "deleted" : "tagged"}`,
        ...(description && { description, variant: "destructive" as const }),
      });
      return result.changed;
    }, failure);
    return changed ?? [];
  }
  return { isBusy, change };
}
