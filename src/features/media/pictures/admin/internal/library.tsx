import { useQueryClient } from "@tanstack/react-query";
import { Upload } from "lucide";
import { useEffect, useRef } from "react";
import { callsUnder } from "#shared/api-query.ts";
import { parseId } from "#shared/ids.ts";
import { useApi } from "#shared/use-api.ts";
import { searchedFor, useAddressQuery, useIsOpenPlace } from "#ui/admin/address.tsx";
import { AdminButton } from "#ui/admin/controls.tsx";
import { DraftOffers } from "#ui/admin/edit-form/draft-offers.tsx";
import { useOpenForm } from "#ui/admin/edit-form/use-open-form.ts";
import { EmptyState } from "#ui/admin/empty-state.tsx";
import { FailedNote, ScreenHead } from "#ui/admin/panel.tsx";
import { SearchBox } from "#ui/admin/search-box.tsx";
import { type Option, Select } from "#ui/admin/select.tsx";
import { Icon } from "#ui/icon.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { type Described, MAX_TAG_LENGTH } from "../../rules.ts";
import type { PictureUse, StoredPicture } from "../../schema.ts";
import { ALL_PICTURES, type LibraryFilter, pictureTags } from "../calls.ts";
import { DropArea } from "../drop-area.tsx";
import { momentsOf, PERIODS, PICTURE_KIND } from "../picture-kind.ts";
import { MAX_QUERY_LENGTH } from "../picture-picker.tsx";
import { usePictureChooser } from "../use-picture-chooser.tsx";
import { useUploads } from "../use-upload.ts";
import { PictureGrid } from "./picture-grid.tsx";
import { PicturePanel } from "./picture-panel.tsx";
import { type PictureSelection, SelectionBar, usePictureSelection } from "./picture-selection.tsx";
import { type PicturePages, usePicturePages } from "./use-picture-pages.ts";

const USES = [
  { value: "", label: "Used: any" },
  { value: "true", label: "Used" },
  { value: "false", label: "Not used" },
];

export type LibraryProps = {
  /** The admin address of a use of a picture. */
  urlOfUse: (use: PictureUse) => string | null;
};

/** The media library: all stored pictures and their details. The address contains the filter and the open picture. */
export function Library({ urlOfUse }: LibraryProps) {
  const [search, change] = useAddressQuery();
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const { filter, period } = filterIn(search);
  const pages = usePicturePages(filter);
  const selected = parseId(search.get("picture") ?? "");
  const form = usePictureForm(selected, () => heading.current?.focus());
  const open = (picture: StoredPicture) => change({ picture: String(picture.id) });
  const close = () => change({ picture: "" });
  const refresh = () => client.invalidateQueries(callsUnder(ALL_PICTURES));
  const { progress, upload } = useUploads(() => void refresh());
  const isOpenPlace = useIsOpenPlace();
  const selection = usePictureSelection();
  // The open panel leaves the grid little room.
  const startSelecting = () => {
    selection.start();
    close();
  };
  const chooser = usePictureChooser((files) => void upload(files), { multiple: true });
  return (
    <DropArea isOpen={isOpenPlace} onFiles={(files) => void upload(files)} className="min-h-[60dvh]">
      <ScreenHead ref={heading} title="Media">
        {progress && (
          <p role="status" className="meta self-center">
            {`Uploading ${progress.count === 1 ? "1 picture" : `${progress.count} pictures`}: ${progress.percent}%`}
          </p>
        )}
        {chooser.input}
        <AdminButton aria-pressed={selection.isOn} onClick={selection.isOn ? selection.end : startSelecting}>
          {selection.isOn ? "End selection" : "Select"}
        </AdminButton>
        <AdminButton variant="primary" onClick={chooser.open}>
          <Icon icon={Upload} size={16} />
          Upload pictures
        </AdminButton>
      </ScreenHead>
      <DraftOffers
        {...form.offers}
        onRestore={(kept) => {
          form.offers.onRestore(kept);
          change({ picture: String(kept.id ?? "") });
        }}
      />
      <div className={selected === null ? "" : "lg:grid lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-6"}>
        <div className={selected === null ? "" : "max-lg:hidden lg:sticky lg:top-6 lg:self-start"}>
          <Filters filter={filter} period={period} onChange={change} />
          <Pictures
            pages={pages}
            isNarrowed={Object.values(filter).some(Boolean)}
            selected={selected}
            selection={selection}
            onOpen={open}
            onClear={() => change({ query: "", used: "", uploaded: "", tag: "" })}
            onUpload={chooser.open}
          />
          <SelectionBar selection={selection} />
        </div>
        {selected !== null && (
          <PicturePanel
            key={`${selected} ${form.serial}`}
            id={selected}
            urlOfUse={urlOfUse}
            account={form.account}
            guard={form.guard}
            restored={form.restored}
            onOpen={open}
            onClose={close}
            onDeleted={() => {
              heading.current?.focus();
              close();
              void refresh();
            }}
            onDiscarded={form.onDiscarded}
          />
        )}
      </div>
    </DropArea>
  );
}

/** The form of the open picture. It opens and closes with the address and keeps unsaved work. */
function usePictureForm(selected: number | null, giveFocus: () => void) {
  const { opened, open, cancel, guard, account, offers, onDiscarded } = useOpenForm<Described>(PICTURE_KIND, giveFocus);
  const subject = opened?.subject ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the address opens another picture
  useEffect(() => {
    if (selected === subject) return;
    // Closing renders synchronously, which an effect must not do.
    if (selected === null) queueMicrotask(cancel);
    else open(selected);
  }, [selected]);
  const isOurs = subject === selected;
  return {
    account,
    guard,
    offers,
    restored: isOurs ? (opened?.restored ?? null) : null,
    serial: isOurs ? opened?.serial : undefined,
    /** Resets the form to the stored values; can be undone. */
    onDiscarded(discarded: Parameters<typeof onDiscarded>[0]) {
      onDiscarded(discarded);
      if (selected !== null) open(selected);
    },
  };
}

function filterIn(search: URLSearchParams) {
  const period = PERIODS.find(({ value }) => value === search.get("uploaded"))?.value ?? "";
  const used = search.get("used");
  const filter: LibraryFilter = {
    query: searchedFor(search.get("query"), MAX_QUERY_LENGTH) ?? "",
    used: used === "true" || used === "false" ? used : "",
    tag: searchedFor(search.get("tag"), MAX_TAG_LENGTH) ?? "",
    ...momentsOf(period, new Date()),
  };
  return { filter, period };
}

type FilterProps = {
  filter: LibraryFilter;
  period: string;
  onChange: (change: Record<string, string>, how?: { replace: boolean }) => void;
};

function Filters({ filter, period, onChange }: FilterProps) {
  return (
    <search aria-label="Pictures" className="mb-4 grid grid-cols-2 gap-2 md:flex md:flex-wrap md:items-center">
      <SearchBox
        label="Search pictures by name, text, credit or licence"
        placeholder="Search pictures"
        maxLength={MAX_QUERY_LENGTH}
        query={filter.query}
        onSearch={(query) => onChange({ query }, { replace: true })}
      />
      <Select
        label="Uploaded"
        labelHidden
        value={period}
        options={PERIODS}
        onChange={(uploaded) => onChange({ uploaded })}
      />
      <Select label="Use" labelHidden value={filter.used} options={USES} onChange={(used) => onChange({ used })} />
      <Select
        label="Tag"
        labelHidden
        className="md:max-w-48"
        value={filter.tag ?? ""}
        options={tagOptions(useApi(pictureTags()).data ?? [], filter.tag ?? "")}
        onChange={(tag) => onChange({ tag })}
      />
    </search>
  );
}

function tagOptions(known: readonly { name: string; count: number }[], tag: string): Option[] {
  const isUnknown = tag !== "" && !known.some(({ name }) => name === tag);
  return [
    { value: "", label: "All tags" },
    ...(isUnknown ? [{ value: tag, label: tag }] : []),
    ...known.map(({ name, count }) => ({ value: name, label: name, hint: String(count) })),
  ];
}

const GRID_HEIGHT = "h-[calc(100dvh-17rem)] min-h-96";

type PicturesProps = {
  pages: PicturePages;
  isNarrowed: boolean;
  selected: number | null;
  selection: PictureSelection;
  onOpen: (picture: StoredPicture) => void;
  onClear: () => void;
  onUpload: () => void;
};

function Pictures({ pages, isNarrowed, selected, selection, onOpen, onClear, onUpload }: PicturesProps) {
  const { list, show, error, refetch } = pages;
  if (error && !list) return <FailedNote onRetry={refetch}>Could not load the pictures.</FailedNote>;
  if (!list)
    return (
      <div aria-busy="true" className={GRID_HEIGHT}>
        <p role="status" className="sr-only">
          Loading pictures...
        </p>
        <Skeleton className="h-full" />
      </div>
    );
  const { total } = list;
  if (total === 0)
    return isNarrowed ? (
      <div className="flex flex-wrap items-center gap-4 py-8">
        <p className="text-muted">No picture matches these filters.</p>
        <AdminButton onClick={onClear}>Clear filters</AdminButton>
      </div>
    ) : (
      <EmptyState
        empty={{
          words: "No pictures yet. Drop some here, paste them, or choose files.",
          steps: [{ label: "Upload the first pictures", run: onUpload }],
        }}
      />
    );
  return (
    <>
      <p role="status" className="meta mb-2">
        {total === 1 ? "1 picture" : `${total.toLocaleString("en")} pictures`}
      </p>
      <PictureGrid
        key={list.name}
        label="Pictures"
        list={list}
        show={show}
        selected={selected}
        selection={selection.isOn ? selection : undefined}
        onOpen={onOpen}
        className={GRID_HEIGHT}
      />
    </>
  );
}
