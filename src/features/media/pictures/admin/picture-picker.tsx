import { useState } from "react";
import { createPortal } from "react-dom";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import { SearchBox } from "#ui/admin/search-box.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { StoredPicture } from "../schema.ts";
import { PictureGrid } from "./internal/picture-grid.tsx";
import { type PicturePages, usePicturePages } from "./internal/use-picture-pages.ts";

/** The longest search, in characters. */
export const MAX_QUERY_LENGTH = 200;

type Props = {
  title?: string;
  /** The picture that is not offered. */
  without?: number;
  onChoose: (picture: StoredPicture) => void;
  onClose: () => void;
};

/** Chooses a picture of the library: what is used again is not stored twice. */
export function PicturePicker({ title = "Choose a picture", without, onChoose, onClose }: Props) {
  const [query, setQuery] = useState("");
  const pages = usePicturePages({ query, from: "", to: "", used: "" });
  return createPortal(
    <Dialog title={title} wide onClose={onClose}>
      <div
        className="mt-4"
        // The form of the field is an ancestor in React's tree.
        onSubmit={(event) => event.stopPropagation()}
      >
        <SearchBox
          label="Search pictures by name, text, credit or licence"
          placeholder="Search pictures"
          maxLength={MAX_QUERY_LENGTH}
          query={query}
          onSearch={setQuery}
        />
        <PickerGrid
          pages={pages}
          isSearch={query !== ""}
          onOpen={(picture) => picture.id !== without && onChoose(picture)}
        />
      </div>
      <div className="mt-4 flex justify-end">
        <AdminButton onClick={onClose}>Cancel</AdminButton>
      </div>
    </Dialog>,
    document.body,
  );
}

const HEIGHT = "mt-4 h-[56dvh]";

type GridProps = { pages: PicturePages; isSearch: boolean; onOpen: (picture: StoredPicture) => void };

function PickerGrid({ pages, isSearch, onOpen }: GridProps) {
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
      selected={null}
      onOpen={onOpen}
      className={HEIGHT}
    />
  );
}
