import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { NotesPanel } from "#features/documents/notes/admin/notes-panel.tsx";
import type { RichTextHandle } from "#features/editor/admin/rich-text.ts";
import { FormBody } from "#ui/admin/edit-form/form-body.tsx";
import { useScreenTitle } from "#ui/admin/screen.tsx";
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
import { QuietChecks } from "./quiet-checks.tsx";
import { RoomActions } from "./room-actions.tsx";
import { RoomChanges } from "./room-changes.tsx";
import { RoomPaper } from "./room-paper.tsx";
import { RoomReview } from "./room-review.tsx";
import { hasSomethingToSay, RoomSettings } from "./room-settings.tsx";
import { StateLine } from "./state-line.tsx";
import { useProposal } from "./use-proposal.ts";
import { usePublishing } from "./use-publishing.ts";
import { useRoomForm } from "./use-room-form.ts";
import type { WritingRoomProps } from "./writing-room-props.ts";

/** Where an article is written: its title, excerpt and content as readers will see them, and its settings beside them. */
export function WritingRoom({ offers, onCancel, onDiscarded, ...rest }: WritingRoomProps) {
  const editor = useRef<RichTextHandle>(null);
  const room = useRef<HTMLElement>(null);
  const [isComparing, setIsComparing] = useState(false);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const { at, category, isNew, savedAt, leave, saving } = useRoomForm({ ...rest, editor });
  const { base, values, errors } = at;
  useScreenTitle(values.title.trim() || (base ? "Untitled article" : "New article"));
  useBarHeight(room);
  const notes = useRoomNotes(base && { type: "article", id: base.id }, editor);
  useYielding(notes, [errors, category.meant], hasSomethingToSay(errors, category));
  const publishing = usePublishing(at, category, saving);
  const goTo = (place: Place) => {
    if ("selector" in place) return editor.current?.show(place.selector, place.at);
    flushSync(notes.close);
    at.element.current?.querySelector<HTMLElement>(`[name="${place.field}"]`)?.focus();
  };
  const propose = useProposal(at);
  const save = (staysOpen: boolean) => {
    if (base?.status === "published" && !publishing.mayPublish) return void propose();
    category.whenAnswered(() => void saving.store({ staysOpen }));
  };

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
              onPreview={() => setIsPreviewing(true)}
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
              publishing={publishing}
              onVersions={() => setIsComparing(true)}
              onDiscarded={onDiscarded}
            />
          </RoomSettings>
        </div>
      </FormBody>
      {base && isComparing && <ArticleVersions id={base.id} form={at} onClose={() => setIsComparing(false)} />}
      {base && isPreviewing && <PreviewDialog form={at} id={base.id} onClose={() => setIsPreviewing(false)} />}
      {publishing.isOpen && <PublishDialog form={at} publishing={publishing} onGo={goTo} />}
    </section>
  );
}
