import { useQueryClient } from "@tanstack/react-query";
import { Upload } from "lucide";
import { useEffect, useRef, useState } from "react";
import { callsUnder } from "#shared/api-query.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog, OutsideForm } from "#ui/admin/dialog.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import { SearchBox } from "#ui/admin/search-box.tsx";
import { Icon } from "#ui/icon.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { StoredPicture } from "../schema.ts";
import { ALL_PICTURES, readStored } from "./calls.ts";
import { DropArea } from "./drop-area.tsx";
import { PictureGrid } from "./internal/picture-grid.tsx";
import { type PictureSelection, usePictureSelection } from "./internal/picture-selection.tsx";
import { counted } from "./internal/use-bulk-pictures.ts";
import { type PicturePages, usePicturePages } from "./internal/use-picture-pages.ts";
import { usePictureChooser } from "./use-picture-chooser.tsx";
import { useUploads } from "./use-upload.ts";

/** The longest search, in characters. */
export const MAX_QUERY_LENGTH = 200;

type Props = {
  title?: string;
  /** A picture to exclude. */
  without?: number;
  onChoose: (picture: StoredPicture) => void;
  /** Adds several pictures, in the order in which they were selected. With it there is a selection mode. */
  onChooseSeveral?: (pictures: readonly StoredPicture[]) => void;
  onClose: () => void;
};

/** Uploads from the dialog. A single upload is chosen immediately; several appear first in the library. */
function useUploadHere(choose: (picture: StoredPicture) => void) {
  const client = useQueryClient();
  const isSingle = useRef(true);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const { progress, upload } = useUploads(async (url) => {
    await client.invalidateQueries(callsUnder(ALL_PICTURES));
    const picture = isSingle.current ? await readStored(client, url) : undefined;
    if (picture && isOpen.current) choose(picture);
  });
  function take(files: File[]) {
    isSingle.current = files.length === 1 && progress === null;
    void upload(files);
  }
  return { progress, take };
}

/** Chooses a picture from the library or uploads one, so that reused pictures are stored once. */
export function PicturePicker({ title = "Choose a picture", without, onChoose, onChooseSeveral, onClose }: Props) {
  const [query, setQuery] = useState("");
  const pages = usePicturePages({ query, from: "", to: "", used: "" });
  const choose = (picture: StoredPicture) => picture.id !== without && onChoose(picture);
  const { progress, take } = useUploadHere(choose);
  const chooser = usePictureChooser(take, { multiple: true });
  const selection = usePictureSelection();
  const { pictures } = selection;
  return (
    <OutsideForm>
      <Dialog title={title} wide onClose={onClose}>
        <DropArea isOpen={false} onFiles={take} className="mt-4">
          <div className="flex flex-wrap items-center gap-3">
            <SearchBox
              label="Search pictures by name, text, credit or licence"
              placeholder="Search pictures"
              maxLength={MAX_QUERY_LENGTH}
              query={query}
              onSearch={setQuery}
            />
            {chooser.input}
            <AdminButton onClick={chooser.open}>
              <Icon icon={Upload} size={16} />
              Upload pictures
            </AdminButton>
            {onChooseSeveral && (
              <AdminButton aria-pressed={selection.isOn} onClick={selection.isOn ? selection.end : selection.start}>
                Select several
              </AdminButton>
            )}
            <p role="status" className="meta">
              {progress ? `Uploading: ${progress.percent}%` : "Or drop them here."}
            </p>
          </div>
          <PickerGrid
            pages={pages}
            isSearch={query !== ""}
            selection={selection.isOn ? selection : undefined}
            onOpen={choose}
          />
        </DropArea>
        <div className="mt-4 flex flex-wrap justify-end gap-2">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          {selection.isOn && (
            <AdminButton variant="primary" disabled={pictures.length === 0} onClick={() => onChooseSeveral?.(pictures)}>
              {pictures.length === 0 ? "Add pictures" : `Add ${counted(pictures.length)}`}
            </AdminButton>
          )}
        </div>
      </Dialog>
    </OutsideForm>
  );
}

const HEIGHT = "mt-4 h-[56dvh]";

type GridProps = {
  pages: PicturePages;
  isSearch: boolean;
  selection: PictureSelection | undefined;
  onOpen: (picture: StoredPicture) => void;
};

function PickerGrid({ pages, isSearch, selection, onOpen }: GridProps) {
  const { list, show, error, refetch } = pages;
  if (!list)
    return (
      <div className={HEIGHT}>
        {error ? (
          <FailedNote onRetry={refetch}>Could not load the pictures.</FailedNote>
        ) : (
          <Skeleton className="h-full" />
        )}
      </div>
    );
  if (list.total === 0)
    return (
      <p className={`${HEIGHT} text-muted`}>
        {isSearch ? "No picture matches this search." : "Nothing has been uploaded yet."}
      </p>
    );
  return (
    <PictureGrid
      key={list.name}
      label="Pictures"
      list={list}
      show={show}
      selection={selection}
      onOpen={onOpen}
      className={HEIGHT}
    />
  );
}
