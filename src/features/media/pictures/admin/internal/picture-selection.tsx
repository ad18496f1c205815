import { type FormEvent, useState } from "react";
import { AdminButton, Checkbox } from "#ui/admin/controls.tsx";
import { ConfirmDialog, Dialog } from "#ui/admin/dialog.tsx";
import { useMay } from "#ui/admin/permissions.tsx";
import { MAX_BULK_PICTURES } from "../../rules.ts";
import type { PictureBulkChange, StoredPicture } from "../../schema.ts";
import { splitTags, TagField } from "./picture-tags.tsx";
import { counted, useBulkPictures } from "./use-bulk-pictures.ts";

/** The pictures selected for a bulk change; null outside selection mode. */
export function usePictureSelection() {
  const [selected, setSelected] = useState<ReadonlyMap<number, StoredPicture> | null>(null);
  return {
    isOn: selected !== null,
    pictures: [...(selected?.values() ?? [])],
    has: (id: number) => selected?.has(id) === true,
    start: () => setSelected(new Map()),
    end: () => setSelected(null),
    toggle: (picture: StoredPicture) =>
      setSelected((now) => {
        const next = new Map(now);
        if (!next.delete(picture.id)) next.set(picture.id, picture);
        return next;
      }),
    /** Updates the tags of selected pictures, because their pages may not be refetched. */
    note: (ids: readonly number[], { tags_add = [], tags_remove = [] }: PictureBulkChange) =>
      setSelected(
        (now) =>
          now &&
          new Map(
            [...now].map(([id, picture]) => {
              const kept = picture.tags.filter((tag) => !tags_remove.includes(tag));
              return [id, ids.includes(id) ? { ...picture, tags: [...new Set([...kept, ...tags_add])] } : picture];
            }),
          ),
      ),
    drop: (ids: readonly number[]) =>
      setSelected((now) => now && new Map([...now].filter(([id]) => !ids.includes(id)))),
  };
}
export type PictureSelection = ReturnType<typeof usePictureSelection>;

/** The actions on selected pictures, in a bar at the end of the window, so that selecting moves nothing. */
export function SelectionBar({ selection }: { selection: PictureSelection }) {
  const { pictures } = selection;
  const [dialog, setDialog] = useState<"tags" | "delete" | null>(null);
  const { isBusy, change } = useBulkPictures();
  const may = useMay();
  if (pictures.length === 0) return null;
  const isTooMany = pictures.length > MAX_BULK_PICTURES;
  const close = () => setDialog(null);
  async function apply(wanted: PictureBulkChange) {
    close();
    const changed = await change(pictures, wanted);
    if (wanted.delete) selection.drop(changed);
    else selection.note(changed, wanted);
  }
  return (
    <section
      aria-label="Selected pictures"
      className="bulk-bar fixed inset-x-3 bottom-3 z-20 mx-auto flex max-w-3xl flex-wrap items-center gap-2 border border-rule bg-paper px-3 py-2 shadow-[0_8px_30px_rgb(0_0_0/0.2)]"
    >
      <p role="status" className="mr-auto text-sm font-semibold tabular-nums">
        {pictures.length} selected
        {isTooMany && (
          <span className="font-normal text-muted">: at most {MAX_BULK_PICTURES} can be changed together</span>
        )}
      </p>
      <AdminButton variant="primary" disabled={isTooMany} isBusy={isBusy} onClick={() => setDialog("tags")}>
        Tags...
      </AdminButton>
      {may("picture.manage") && (
        <AdminButton disabled={isTooMany} isBusy={isBusy} onClick={() => setDialog("delete")}>
          Delete...
        </AdminButton>
      )}
      {dialog === "tags" && <TagsDialog pictures={pictures} onApply={apply} onClose={close} />}
      {dialog === "delete" && (
        <ConfirmDialog
          title={`Delete ${counted(pictures.length)}?`}
          confirm={`Delete ${counted(pictures.length)}`}
          onConfirm={() => void apply({ delete: true })}
          onCancel={close}
        >
          <p>Pictures in use are not deleted. Deletion cannot be undone.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

type DialogProps = {
  pictures: readonly StoredPicture[];
  onApply: (change: PictureBulkChange) => void;
  onClose: () => void;
};

export function TagsDialog({ pictures, onApply, onClose }: DialogProps) {
  const [added, setAdded] = useState("");
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const known = [...new Set(pictures.flatMap(({ tags }) => tags))].toSorted((a, b) => a.localeCompare(b, "en"));
  const tags_add = splitTags(added);
  const isEmpty = tags_add.length === 0 && removed.length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isEmpty) onApply({ tags_add, tags_remove: [...removed] });
  };
  return (
    <Dialog title={`Tags of ${counted(pictures.length)}`} onClose={onClose}>
      <form onSubmit={submit} className="mt-4 space-y-4">
        <TagField label="Add tags, separated by commas" value={added} onChange={setAdded} />
        {known.length > 0 && (
          <fieldset>
            <legend className="mb-1 text-sm font-semibold">Remove tags</legend>
            <div className="max-h-48 overflow-y-auto">
              {known.map((tag) => (
                <Checkbox
                  key={tag}
                  label={tag}
                  checked={removed.includes(tag)}
                  onChange={(isRemoved) =>
                    setRemoved(isRemoved ? [...removed, tag] : removed.filter((other) => other !== tag))
                  }
                />
              ))}
            </div>
          </fieldset>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary" disabled={isEmpty}>
            Apply
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}
