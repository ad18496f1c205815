import { type ReactNode, type RefObject, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { NotesPanel } from "#features/documents/notes/admin/notes-panel.tsx";
import { useSettingsSheet } from "#features/documents/room/admin/settings-sheet.ts";
import type { RichTextHandle } from "#features/editor/admin/rich-text.ts";
import { FormBody } from "#ui/admin/edit-form/form-body.tsx";
import { afterStoring, storeTyped } from "#ui/admin/edit-form/store-typed.ts";
import { useScreenTitle } from "#ui/admin/screen.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import "../writing-room.css";
import { NotesButton } from "#features/documents/notes/admin/notes-button.tsx";
import { useRoomNotes, useYielding } from "#features/documents/notes/admin/use-room-notes.ts";
import { RoomBar } from "../room-bar.tsx";
import { SettingsJump } from "../settings-jump.tsx";
import { useBarHeight } from "../use-bar-height.ts";
import { ArticleVersions } from "./article-versions.tsx";
import type { Place } from "./checks.ts";
import { PreviewDialog } from "./preview-dialog.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { PublishedNotice } from "./published-notice.tsx";
import { QuietChecks } from "./quiet-checks.tsx";
import { RoomActions } from "./room-actions.tsx";
import { RoomChanges } from "./room-changes.tsx";
import { RoomPaper } from "./room-paper.tsx";
import { RoomReview, RoomReviewBanner } from "./room-review.tsx";
import { hasSomethingToSay, RoomSettings } from "./room-settings.tsx";
import { StateLine } from "./state-line.tsx";
import type { ArticleForm } from "./use-article-form.ts";
import { type Publishing, usePublishing } from "./use-publishing.ts";
import { useRoomForm } from "./use-room-form.ts";
import type { WritingRoomProps } from "./writing-room-props.ts";

/** Where an article is written: its title, excerpt and content as readers will see them, and its settings beside them. */
export function WritingRoom({ onCancel, onDiscarded, ...rest }: WritingRoomProps) {
  const editor = useRef<RichTextHandle>(null);
  const room = useRef<HTMLElement>(null);
  const [dialog, setDialog] = useState<"versions" | "preview" | null>(null);
  const { at, category, isNew, savedAt, leave, saving } = useRoomForm({ ...rest, editor });
  const { base, values, errors } = at;
  useRoomTitle(at);
  useBarHeight(room);
  const notes = useRoomNotes(base && { type: "article", id: base.id }, editor);
  useYielding(notes, [errors, category.meant], hasSomethingToSay(errors, category));
  const publishing = usePublishing(at, category, saving);
  const offers = <RoomNotice form={at} publishing={publishing} offers={rest.offers} />;
  const goTo = useGoTo(at, editor, () => flushSync(notes.close));
  const propose = useProposal(at);
  const save = (staysOpen: boolean) =>
    publishing.isProposal ? void propose() : category.whenAnswered(() => void saving.store({ staysOpen }));
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
            onCancel={() => leave(onCancel)}
            state={
              <>
                <StateLine form={at} savedAt={savedAt} />
                {notes.isOffered && <NotesButton notes={notes} />}
                <SettingsJump />
              </>
            }
          >
            <RoomActions
              form={at}
              isNew={isNew}
              publishing={publishing}
              onPreview={() => setDialog("preview")}
              onSave={() => save(true)}
            />
          </RoomBar>
        }
      >
        <div className="room-page" data-notes={notes.isOpen || undefined}>
          <RoomPaper form={at} editor={editor} offers={offers} passages={notes.forEditor} onOthers={notes.refresh} />
          {notes.isOffered && (
            <NotesPanel notes={notes} onGo={notes.goTo} onAdded={notes.onAdded} onClose={notes.closeWithFocus} />
          )}
          <RoomSettings
            checks={
              <QuietChecks form={at} onGo={goTo} onReplace={(...args) => editor.current?.replacePictures(...args)} />
            }
            values={values}
            change={at.change}
            errors={errors}
            stored={base}
            file={at.file}
            setFile={(file) => at.setFile(file, "image_url")}
            onIntoText={(picture) => editor.current?.beginWith({ ...picture, alt: values.image_alt || picture.alt })}
            category={category}
            review={<RoomReview form={at} />}
          >
            <RoomChanges
              form={at}
              account={rest.account}
              publishing={publishing}
              onVersions={() => setDialog("versions")}
              onDiscarded={onDiscarded}
            />
          </RoomSettings>
        </div>
      </FormBody>
      {base && dialog === "versions" && <ArticleVersions id={base.id} form={at} onClose={() => setDialog(null)} />}
      {base && dialog === "preview" && <PreviewDialog form={at} id={base.id} onClose={() => setDialog(null)} />}
      {publishing.isOpen && <PublishDialog form={at} publishing={publishing} onGo={goTo} />}
    </section>
  );
}

type NoticeProps = { form: ArticleForm; publishing: Publishing; offers: ReactNode };

/** Above the text: what was published just now, requests for a review, and the unsaved work that is offered. */
const RoomNotice = ({ form, publishing, offers }: NoticeProps) => (
  <>
    {publishing.published && <PublishedNotice published={publishing.published} onClose={publishing.closePublished} />}
    <RoomReviewBanner form={form} />
    {offers}
  </>
);

const useRoomTitle = ({ base, values }: ArticleForm) =>
  useScreenTitle(values.title.trim() || (base ? "Untitled article" : "New article"));

/**
 * Leads to a place of the article: in its text, or a field wherever it is, which may be behind the notes, in a folded group,
 * or in the closed sheet, which focuses it itself.
 */
function useGoTo({ element }: ArticleForm, editor: RefObject<RichTextHandle | null>, closeNotes: () => void) {
  const sheet = useSettingsSheet();
  return (place: Place) => {
    if ("selector" in place) return editor.current?.show(place.selector, place.at);
    closeNotes();
    const field = element.current?.querySelector<HTMLElement>(`[name="${place.field}"]`);
    const group = field?.closest("details");
    if (group) group.open = true;
    if (field?.closest("dialog:not([open])")) sheet.open(place.field);
    else field?.focus();
  };
}

/** Stores what was typed in the working copy alone: how somebody who may not publish changes what readers have. */
function useProposal(form: ArticleForm): () => Promise<void> {
  const show = useToast();
  const { run } = useCall();
  return async () => {
    await run(
      async () => {
        await storeTyped(form);
        show({ title: "Changes saved", description: "Readers see them once an editor publishes them." });
      },
      { title: "Error saving", fallback: afterStoring("Could not save the changes") },
    );
  };
}
