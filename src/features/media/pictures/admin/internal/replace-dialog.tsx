import { useState } from "react";
import { useEditorApi } from "#shared/editor-api.tsx";
import { ConfirmDialog } from "#ui/admin/dialog.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { isReplaceable } from "../../rules.ts";
import type { PictureUse, StoredPicture } from "../../schema.ts";
import { replacePicture, thumbnailUrl } from "../calls.ts";
import { PicturePicker } from "../picture-picker.tsx";
import { nameOf } from "./picture-words.ts";

type Props = {
  picture: StoredPicture;
  /** The uses of the picture. */
  uses: readonly PictureUse[];
  onReplaced: (by: StoredPicture) => void;
  onClose: () => void;
};

const places = (count: number) => (count === 1 ? "1 place" : `${count} places`);

/** Chooses another picture and replaces this one in all uses. */
export function ReplaceDialog({ picture, uses, onReplaced, onClose }: Props) {
  const [chosen, setChosen] = useState<StoredPicture | null>(null);
  const { isBusy, replace } = useReplace();
  if (!chosen)
    return (
      <PicturePicker
        title={`Replace “${nameOf(picture)}” by...`}
        without={picture.id}
        onChoose={setChosen}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      title="Replace it everywhere?"
      confirm={isBusy ? "Replacing..." : "Replace"}
      isBusy={isBusy}
      onConfirm={async () => {
        if (await replace(picture, chosen)) onReplaced(chosen);
      }}
      onCancel={() => setChosen(null)}
    >
      <div className="flex items-center gap-3">
        <img src={thumbnailUrl(picture)} alt="Now" className="size-20 object-cover" />
        <span aria-hidden="true">→</span>
        <img src={thumbnailUrl(chosen)} alt="Then" className="size-20 object-cover" />
      </div>
      <p className="mt-3">{whatChanges(uses)}</p>
    </ConfirmDialog>
  );
}

/** Describes the effect of replacing a picture. */
export function whatChanges(uses: readonly PictureUse[]): string {
  const changing = uses.filter(isReplaceable).length;
  const kept = uses.length - changing;
  const rest = "Their texts stay as they are.";
  if (kept === 0)
    return `${changing === 1 ? "The one place that shows" : `All ${changing} places that show`} this picture will show the other one. ${rest}`;
  const why = [
    uses.some((use) => use.is_sent) && "newsletters that were sent",
    uses.some((use) => use.is_trashed) && "articles in the trash",
    uses.some(({ type }) => type === "template") && "templates",
  ].filter((each) => each !== false);
  return `${changing} of ${uses.length} places will show the other picture. ${rest} The rest keeps this one: ${why.join(" and ")}.`;
}

/** Replaces a picture and shows a toast. Returns whether it succeeded. */
export function useReplace() {
  const api = useEditorApi();
  const show = useToast();
  const { isBusy, run } = useCall();
  async function replace(picture: StoredPicture, by: StoredPicture): Promise<boolean> {
    const failure = { title: "Error replacing picture", fallback: "Could not replace the picture" };
    const result = await run(() => replacePicture(api, picture.id, by.id), failure);
    if (!result) return false;
    const rest = result.used_in.length;
    show({
      title: "Picture replaced",
      description: `${places(result.replaced)} changed.${rest > 0 ? ` ${places(rest)} still ${rest === 1 ? "shows" : "show"} the old one.` : ""}`,
    });
    return true;
  }
  return { isBusy, replace };
}
