import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, type Ref, type RefObject, useEffect, useImperativeHandle, useRef, useState } from "react";
import { isKnown, useCategoryQuestion } from "#features/articles/admin/category-field.tsx";
import type { FormValues } from "#features/articles/admin/form-values.ts";
import { listChanged, listCreated, listUpdated } from "#features/articles/admin/list-cache.ts";
import type { RichTextHandle } from "#features/editor/admin/rich-text.ts";
import type { Beginning } from "#ui/admin/edit-form/beginning.ts";
import type { UnsavedDraft } from "#ui/admin/edit-form/draft-store.ts";
import { FormBody } from "#ui/admin/edit-form/form-body.tsx";
import type { LivePart } from "#ui/admin/edit-form/form-work.ts";
import type { SaveOptions } from "#ui/admin/edit-form/saving.ts";
import { useEditForm } from "#ui/admin/edit-form/use-edit-form.ts";
import type { FormGuard } from "#ui/admin/edit-form/use-open-form.ts";
import { useScreenTitle } from "#ui/admin/screen-title.tsx";
import type { DeskArticle } from "../calls.ts";
import "./writing-room.css";
import type { Place } from "./checks.ts";
import { PublishDialog } from "./publish-dialog.tsx";
import { QuietChecks } from "./quiet-checks.tsx";
import { RoomActions } from "./room-actions.tsx";
import { RoomBar } from "./room-bar.tsx";
import { RoomChanges } from "./room-changes.tsx";
import { ROOM_KIND } from "./room-kind.ts";
import { RoomPaper } from "./room-paper.tsx";
import { RoomSettings } from "./room-settings.tsx";
import { StateLine } from "./state-line.tsx";
import { useBarHeight } from "./use-bar-height.ts";
import { usePublishing } from "./use-publishing.ts";

const ADDED = { title: ROOM_KIND.words.added };

export type WritingRoomProps = {
  account: string;
  beginning: Beginning<DeskArticle, FormValues>;
  guard: Ref<FormGuard>;
  /** The unsaved work that is offered. */
  offers: ReactNode;
  /** `isNew`: it was added just now. */
  onDone: (isNew: boolean) => void;
  onCreated: (id: number) => void;
  onCancel: () => void;
  /** The changes were discarded, which can be undone. */
  onDiscarded: (draft: UnsavedDraft<FormValues>) => void;
};

/** Where an article is written: its title, excerpt and content as readers will see them, and its settings beside them. */
export function WritingRoom({
  account,
  beginning,
  guard,
  offers,
  onDone,
  onCreated,
  onCancel,
  ...rest
}: WritingRoomProps) {
  const editor = useRef<RichTextHandle>(null);
  const live = useRef<LivePart<FormValues>>(null);
  const room = useRef<HTMLElement>(null);
  const client = useQueryClient();
  const [savedAt, setSavedAt] = useState<number | null>(null);
  // A new article is one until it is added, even if it has been stored as a draft meanwhile.
  const [isNew, setIsNew] = useState(beginning.base === null);
  const [mayBegin, setMayBegin] = useState(false);
  const at = useEditForm(ROOM_KIND, {
    account,
    beginning,
    guard,
    live,
    mayBegin,
    onStored(article, isNew) {
      (isNew ? listCreated : listUpdated)(client, article);
      setSavedAt(Date.now());
    },
    onAutosaved: useListRefresh(),
    onDone: () => onDone(isNew),
    onCreated: ({ id }) => onCreated(id),
  });
  const { base, values, errors } = at;
  const category = useCategoryQuestion(values.category, base?.category ?? "");
  // Of a category that there is: half a name would become one.
  const isReady = values.title.trim() !== "" && isKnown(values.category, category.categories);
  if (isReady !== mayBegin) setMayBegin(isReady);
  useScreenTitle(values.title.trim() || (base ? "Untitled article" : "New article"));
  useLiveContent(live, editor);
  useBarHeight(room);
  const publishing = usePublishing(at, category, store);
  const goTo = (place: Place) => {
    if ("selector" in place) editor.current?.show(place.selector, place.at);
    else at.element.current?.querySelector<HTMLElement>(`[name="${place.field}"]`)?.focus();
  };
  async function store(options: SaveOptions<DeskArticle>) {
    const isAdded = isNew && base !== null;
    const saved = await at.save({ ...options, ...(isAdded && !options.said && { said: () => ADDED }) });
    if (saved) setIsNew(false);
  }
  const save = (staysOpen: boolean) => category.whenAnswered(() => void store({ staysOpen }));

  return (
    <section ref={room} aria-labelledby="room-heading" className="writing-room">
      <FormBody
        form={at}
        className=""
        firstField="title"
        onSubmit={() => save(false)}
        onSaveKey={() => save(true)}
        bar={
          <RoomBar
            title={isNew ? "Add New Article" : "Edit Article"}
            onCancel={onCancel}
            state={<StateLine form={at} savedAt={savedAt} />}
          >
            <RoomActions form={at} isNew={isNew} publishing={publishing} onSave={() => save(true)} />
          </RoomBar>
        }
      >
        <div className="room-page">
          <RoomPaper form={at} editor={editor} offers={offers} />
          <RoomSettings
            checks={<QuietChecks form={at} onGo={goTo} />}
            values={values}
            change={at.change}
            errors={errors}
            stored={base}
            file={at.file}
            setFile={(file) => at.setFile(file, "image_url")}
            category={category}
          >
            <RoomChanges form={at} onDiscarded={rest.onDiscarded} />
          </RoomSettings>
        </div>
      </FormBody>
      {publishing.isOpen && <PublishDialog form={at} publishing={publishing} onGo={goTo} />}
    </section>
  );
}

/** After work has stored itself, the list is refetched once, as the room is left. Returns what to call then. */
function useListRefresh(): () => void {
  const client = useQueryClient();
  const isDue = useRef(false);
  useEffect(
    () => () => {
      if (isDue.current) listChanged(client);
    },
    [client],
  );
  return () => {
    isDue.current = true;
  };
}

/** Lets the form read and replace the editor's current content. */
function useLiveContent(live: RefObject<LivePart<FormValues> | null>, editor: RefObject<RichTextHandle | null>): void {
  useImperativeHandle(live, () => ({
    read: () => (editor.current ? { content: editor.current.html() } : {}),
    // Replacing identical content would lose the caret and the undo history.
    write: (next) => {
      if (next.content !== editor.current?.html()) editor.current?.replace(next.content);
    },
  }));
}
