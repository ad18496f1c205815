import { Eye } from "lucide";
import { useRef, useState } from "react";
import { HeadlineField } from "#features/documents/desk/admin/headline-field.tsx";
import { RoomBar } from "#features/documents/desk/admin/room-bar.tsx";
import { SettingsJump } from "#features/documents/desk/admin/settings-jump.tsx";
import { useBarHeight } from "#features/documents/desk/admin/use-bar-height.ts";
import { NotesButton } from "#features/documents/notes/admin/notes-button.tsx";
import { NotesPanel } from "#features/documents/notes/admin/notes-panel.tsx";
import { type RoomNotes, useRoomNotes } from "#features/documents/notes/admin/use-room-notes.ts";
import { OthersHere } from "#features/documents/presence/admin/others-here.tsx";
import type { RichTextHandle } from "#features/editor/admin/rich-text.ts";
import { RichTextEditor } from "#features/editor/admin/rich-text-editor.tsx";
import { useNewsroomZone } from "#features/settings/admin/use-newsroom-zone.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { FormBody } from "#ui/admin/edit-form/form-body.tsx";
import { useBeginning } from "#ui/admin/edit-form/use-beginning.ts";
import { conflictWords } from "#ui/admin/edit-form/version-words.ts";
import { shortTime } from "#ui/admin/local-time.ts";
import { useScreenTitle } from "#ui/admin/screen.tsx";
import { Icon } from "#ui/icon.tsx";
import type { Issue } from "../../endpoints.ts";
import { MailPreview, SendDialog } from "../issue-dialogs.tsx";
import { ISSUE_KIND, type IssueEditForm } from "../issue-kind.ts";
import { IssueReport } from "../issue-report.tsx";
import { STATE_WORDS, whenOf } from "../issue-words.ts";
import { LoadingIssue, NoIssue } from "./empty-issue.tsx";
import { ISSUE_BLOCKS } from "./issue-blocks.tsx";
import { IssueSettings, OutsideForm } from "./issue-settings.tsx";
import type { IssueRoomProps, OpenIssueProps } from "./use-issue-form.ts";
import { useIssueForm } from "./use-issue-form.ts";
import "#features/documents/desk/admin/writing-room.css";

/** The room of an issue, shown once its initial values are loaded. */
export function OpenIssue({ id, draft, ...rest }: OpenIssueProps) {
  const { beginning, isMissing, isFailed, retry } = useBeginning(ISSUE_KIND, id, draft);
  if (beginning) return <IssueRoom {...rest} beginning={beginning} />;
  if (isMissing) return <NoIssue onLeave={rest.onCancel} offers={rest.offers} />;
  return <LoadingIssue onCancel={rest.onCancel} offers={rest.offers} {...(isFailed && { onRetry: retry })} />;
}

/** Where an issue is written: its subject, what inboxes show beside it, its text, and what can be done with it. */
function IssueRoom({ offers, onCancel, onGone, onDiscarded, ...rest }: IssueRoomProps) {
  const editor = useRef<RichTextHandle>(null);
  const room = useRef<HTMLElement>(null);
  const { form, issue, savedAt, current } = useIssueForm({ ...rest, editor });
  const { values } = form;
  useScreenTitle(values.subject.trim() || (issue ? "Untitled issue" : "New issue"));
  useBarHeight(room);
  const notes = useRoomNotes(issue && { type: "issue", id: issue.id }, editor);
  // Sending may begin while somebody is writing: the form stays until they leave it.
  if (issue && issue.started_at !== null && !form.isUnsaved) return <Report issue={issue} onCancel={onCancel} />;
  const save = () => void form.save({ staysOpen: true });
  return (
    <section ref={room} aria-labelledby="room-heading" className="writing-room">
      <FormBody
        form={form}
        className=""
        firstField="subject"
        onSubmit={save}
        isOpen={({ started_at }) => started_at === null}
        bar={
          <RoomBar
            title={issue ? "Edit issue" : "New issue"}
            back="Issues"
            onCancel={onCancel}
            state={
              <>
                <IssueStateLine form={form} issue={issue} savedAt={savedAt} />
                {notes.isOffered && <NotesButton notes={notes} />}
                <SettingsJump />
              </>
            }
          >
            <IssueActions form={form} issue={issue} current={current} />
          </RoomBar>
        }
      >
        <div className="room-page" data-notes={notes.isOpen || undefined}>
          <div className="room-paper">
            <OthersHere type="issue" id={issue?.id ?? null} isOpenTwice={form.isOpenTwice} onChange={notes.refresh} />
            {offers}
            <IssueTexts form={form} editor={editor} passages={notes.forEditor} />
          </div>
          {notes.isOffered && (
            <NotesPanel notes={notes} onGo={notes.goTo} onAdded={notes.onAdded} onClose={notes.closeWithFocus} />
          )}
          <IssueSettings
            form={form}
            editor={editor}
            issue={issue}
            current={current}
            onGone={onGone}
            onDiscarded={onDiscarded}
          />
        </div>
      </FormBody>
    </section>
  );
}

type TextsProps = {
  form: IssueEditForm;
  editor: React.Ref<RichTextHandle>;
  passages: RoomNotes["forEditor"];
};

function IssueTexts({ form: { values, errors, change }, editor, passages }: TextsProps) {
  // The initial text: the editor manages later changes itself.
  const [body] = useState(values.body);
  return (
    <>
      <HeadlineField
        label="Subject*"
        name="subject"
        placeholder="Subject"
        rows={1}
        aria-required
        isOneParagraph
        autoComplete="off"
        maxLength={200}
        className="headline-xl"
        value={values.subject}
        error={errors.subject}
        onChange={(subject) => change({ subject })}
      />
      <HeadlineField
        label="Preview Text"
        name="preview"
        placeholder="Preview text: what inboxes show beside the subject"
        rows={2}
        isOneParagraph
        autoComplete="off"
        maxLength={200}
        className="mt-4 font-serif text-xl leading-snug text-muted"
        value={values.preview}
        error={errors.preview}
        onChange={(preview) => change({ preview })}
      />
      <div className="room-text">
        <RichTextEditor
          ref={editor}
          label="Text"
          labelHidden
          value={body}
          addition={ISSUE_BLOCKS}
          passages={passages}
          fields={[
            { name: "subject", label: "subject", text: values.subject, onChange: (subject) => change({ subject }) },
            {
              name: "preview",
              label: "preview text",
              text: values.preview,
              onChange: (preview) => change({ preview }),
            },
          ]}
          error={errors.body}
          onChange={(html) => change({ body: html })}
        />
      </div>
    </>
  );
}

/** An issue that is being or has been sent. */
function Report({ issue, onCancel }: { issue: Issue; onCancel: () => void }) {
  const zone = useNewsroomZone();
  return (
    <section aria-labelledby="room-heading" className="writing-room">
      <div className="form-bar">
        <RoomBar
          title="Issue"
          back="Issues"
          onCancel={onCancel}
          state={<p className="text-sm text-faint">{zone && whenOf(issue, zone)}</p>}
        />
      </div>
      <div className="admin-width py-8">
        <IssueReport issue={issue} />
      </div>
    </section>
  );
}

type ActionsProps = { form: IssueEditForm; issue: Issue | null; current: () => Promise<Issue | null> };

/** The buttons of the bar. Preview and sending work on what is stored: what is typed is stored first. */
function IssueActions({ form, issue, current }: ActionsProps) {
  const [opened, setOpened] = useState<{ what: "preview" | "send"; issue: Issue } | null>(null);
  const close = () => setOpened(null);
  async function open(what: "preview" | "send") {
    const stored = await current();
    if (stored) setOpened({ what, issue: stored });
  }
  return (
    <>
      <AdminButton
        variant="quiet"
        className="max-sm:w-11 max-sm:px-0"
        disabled={form.isBusy}
        onClick={() => void open("preview")}
      >
        <Icon icon={Eye} size={18} />
        <span className="max-sm:sr-only">Preview</span>
      </AdminButton>
      <AdminButton type="submit" variant="plain" aria-disabled={form.isBusy} title="Save and go on writing (Ctrl+S)">
        {form.isBusy ? "Saving..." : "Save"}
      </AdminButton>
      <AdminButton variant="accent" disabled={form.isBusy} aria-haspopup="dialog" onClick={() => void open("send")}>
        {issue?.state === "scheduled" ? "Change the time" : "Send"}
      </AdminButton>
      <OutsideForm>
        {opened?.what === "preview" && <MailPreview id={opened.issue.id} onClose={close} />}
        {opened?.what === "send" && <SendDialog issue={opened.issue} onClose={close} />}
      </OutsideForm>
    </>
  );
}

type StateProps = { form: IssueEditForm; issue: Issue | null; savedAt: number | null };

/** The state of an issue and of the work on it, in words. Not announced: toasts tell what was saved, and what was not. */
export function IssueStateLine({ form, issue, savedAt }: StateProps) {
  const zone = useNewsroomZone() ?? "UTC";
  const { words, isWarning } = stateOf({ form, issue, savedAt }, zone);
  return <p className={`text-sm tabular-nums ${isWarning ? "font-medium text-down" : "text-faint"}`}>{words}</p>;
}

function stateOf({ form, issue, savedAt }: StateProps, zone: string) {
  const calm = (words: string) => ({ words, isWarning: false });
  const warn = (words: string) => ({ words, isWarning: true });
  const { autosave, isBusy, isUnsaved, isWaiting, draft } = form;
  if (isBusy || autosave.is === "saving") return calm("Saving…");
  const isKept = draft.keptAt !== null && !draft.isRefused;
  if (isWaiting || autosave.is === "offline") {
    if (draft.isRefused) return warn("Offline, not kept anywhere");
    return warn(isKept ? "Offline, kept in this browser" : "Offline");
  }
  if (autosave.is === "conflict") return warn(conflictWords(autosave.isOwn ?? null));
  if (autosave.is === "refused") return warn(`Not saved: ${autosave.detail}`);
  if (isUnsaved) {
    if (issue?.state === "scheduled") return calm("Unsaved: it is sent as it was saved");
    return calm(isKept ? "Unsaved, kept in this browser" : "Unsaved changes");
  }
  if (!issue) return calm("Not saved yet");
  if (issue.state !== "draft") return calm(`${STATE_WORDS[issue.state]}. ${whenOf(issue, zone)}`);
  const at = savedAt === null && autosave.at === null ? null : Math.max(savedAt ?? 0, autosave.at ?? 0);
  return calm(at === null ? "Draft" : `Draft, saved ${shortTime(at, Date.now())}`);
}
