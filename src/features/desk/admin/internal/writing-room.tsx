import { useQueryClient } from "@tanstack/react-query";
import { Eye } from "lucide";
import { type ReactNode, type Ref, type RefObject, useImperativeHandle, useRef, useState } from "react";
import { isKnown, useCategoryQuestion } from "#features/articles/admin/category-field.tsx";
import type { FormValues } from "#features/articles/admin/form-values.ts";
import { listCreated, listUpdated } from "#features/articles/admin/list-cache.ts";
import type { RichTextHandle } from "#features/editor/admin/rich-text.ts";
import { RichTextEditor } from "#features/editor/admin/rich-text-editor.tsx";
import { AdminButton } from "#ui/admin/controls.tsx";
import type { Beginning } from "#ui/admin/edit-form/beginning.ts";
import type { UnsavedDraft } from "#ui/admin/edit-form/draft-store.ts";
import { FormBody } from "#ui/admin/edit-form/form-body.tsx";
import type { LivePart } from "#ui/admin/edit-form/form-work.ts";
import type { SaveOptions } from "#ui/admin/edit-form/saving.ts";
import { useEditForm } from "#ui/admin/edit-form/use-edit-form.ts";
import type { FormGuard } from "#ui/admin/edit-form/use-open-form.ts";
import { useScreenTitle } from "#ui/admin/screen-title.tsx";
import { Icon } from "#ui/icon.tsx";
import type { DeskArticle } from "../calls.ts";
import "./writing-room.css";
import type { ArticleForm } from "./article-form.ts";
import { LONG_TITLE, type Place } from "./checks.ts";
import { HeadlineField } from "./headline-field.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { QuietChecks } from "./quiet-checks.tsx";
import { RoomBar } from "./room-bar.tsx";
import { ROOM_KIND } from "./room-kind.ts";
import { RoomSettings } from "./room-settings.tsx";
import { StateLine } from "./state-line.tsx";
import { useBarHeight } from "./use-bar-height.ts";
import { useDiscard } from "./use-discard.ts";
import { usePreview } from "./use-preview.ts";
import { type Publishing, usePublishing } from "./use-publishing.ts";
import { VersionsDialog } from "./versions-dialog.tsx";

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
            <Actions form={at} isNew={isNew} publishing={publishing} onSave={() => save(true)} />
          </RoomBar>
        }
      >
        <div className="room-page">
          <Paper form={at} editor={editor} offers={offers} />
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
            <Changes form={at} onDiscarded={rest.onDiscarded} />
          </RoomSettings>
        </div>
      </FormBody>
      {publishing.isOpen && <PublishDialog form={at} publishing={publishing} onGo={goTo} />}
    </section>
  );
}

type ActionsProps = { form: ArticleForm; isNew: boolean; publishing: Publishing; onSave: () => void };

/** The buttons of the bar. */
function Actions({ form, isNew, publishing, onSave }: ActionsProps) {
  const { base, isBusy } = form;
  const preview = usePreview(form);
  return (
    <>
      {base && (
        <AdminButton
          variant="quiet"
          className="max-sm:w-11 max-sm:px-0"
          isBusy={preview.isBusy}
          onClick={() => void preview.open(base.id)}
        >
          <Icon icon={Eye} size={18} />
          <span className="max-sm:sr-only">Preview</span>
        </AdminButton>
      )}
      <AdminButton
        variant="quiet"
        isBusy={isBusy}
        aria-keyshortcuts="Control+S Meta+S"
        title="Save and go on writing (Ctrl+S)"
        className={publishing.isOffered ? "max-sm:hidden" : ""}
        onClick={onSave}
      >
        Save
      </AdminButton>
      {publishing.isOffered && (
        <AdminButton
          variant="accent"
          isBusy={isBusy}
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+Enter Meta+Enter"
          title="Publish now or at a time (Ctrl+Enter)"
          onClick={publishing.open}
        >
          Publish
        </AdminButton>
      )}
      <AdminButton type="submit" variant="primary" aria-disabled={isBusy}>
        {isNew ? (isBusy ? "Adding..." : "Add Article") : isBusy ? "Updating..." : "Update Article"}
      </AdminButton>
    </>
  );
}

type ChangesProps = { form: ArticleForm } & Pick<WritingRoomProps, "onDiscarded">;

/** What can be done about changes: looking at earlier versions, and discarding what readers do not see yet. */
function Changes({ form, onDiscarded }: ChangesProps) {
  const [isOpen, setIsOpen] = useState(false);
  const discarding = useDiscard(form, onDiscarded);
  const { base, isUnsaved } = form;
  const hasChanges = isUnsaved || base?.saved !== undefined;
  if (!base && !hasChanges) return null;
  return (
    <div className="flex flex-wrap gap-2 border-t border-rule pt-6">
      {base && <AdminButton onClick={() => setIsOpen(true)}>Versions</AdminButton>}
      {hasChanges && (
        <AdminButton variant="quiet" isBusy={discarding.isBusy} onClick={discarding.discard}>
          Discard changes
        </AdminButton>
      )}
      {base && isOpen && <VersionsDialog id={base.id} form={form} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

type PaperProps = { form: ArticleForm; editor: Ref<RichTextHandle>; offers: ReactNode };

/** The article itself: headline, standfirst and text. */
function Paper({ form: { values, errors, change }, editor, offers }: PaperProps) {
  // The initial content: the editor manages later changes itself.
  const [content] = useState(values.content);
  return (
    <div className="room-paper">
      {offers}
      <HeadlineField
        label="Title*"
        name="title"
        placeholder="Title"
        rows={1}
        aria-required
        isOneParagraph
        autoComplete="off"
        className={values.title.length > LONG_TITLE ? "headline-lg" : "headline-xl"}
        value={values.title}
        error={errors.title}
        onChange={(title) => change({ title })}
      />
      <HeadlineField
        label="Excerpt"
        name="excerpt"
        placeholder="Excerpt: the story in a sentence or two"
        rows={3}
        className="mt-4 font-serif text-xl leading-snug text-muted sm:text-[1.375rem]"
        value={values.excerpt}
        error={errors.excerpt}
        onChange={(excerpt) => change({ excerpt })}
      />
      <div className="room-text">
        <RichTextEditor
          ref={editor}
          label="Content"
          labelHidden
          value={content}
          error={errors.content}
          onChange={(html) => change({ content: html })}
        />
      </div>
    </div>
  );
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
