import { useRef, useState } from "react";
import { HeadlineField } from "#features/documents/desk/admin/headline-field.tsx";
import { RoomBar } from "#features/documents/desk/admin/room-bar.tsx";
import { SettingsJump } from "#features/documents/desk/admin/settings-jump.tsx";
import { useBarHeight } from "#features/documents/desk/admin/use-bar-height.ts";
import { PresenceLine } from "#features/documents/presence/admin/others-here.tsx";
import type { RichTextHandle } from "#features/editor/admin/rich-text.ts";
import { RichTextEditor } from "#features/editor/admin/rich-text-editor.tsx";
import { useNewsroomZone } from "#features/settings/admin/use-newsroom-zone.ts";
import { FormBody } from "#ui/admin/edit-form/form-body.tsx";
import { useScreenTitle } from "#ui/admin/screen.tsx";
import "#features/documents/desk/admin/writing-room.css";
import type { Issue } from "../../schema.ts";
import type { IssueEditForm } from "../issue-kind.ts";
import { IssueReport } from "../issue-report.tsx";
import { whenOf } from "../issue-words.ts";
import { IssueActions } from "./issue-actions.tsx";
import { ISSUE_BLOCKS } from "./issue-blocks.ts";
import type { IssueRoomProps } from "./issue-room-props.ts";
import { IssueSettings } from "./issue-settings.tsx";
import { IssueStateLine } from "./issue-state-line.tsx";
import { useIssueForm } from "./use-issue-form.ts";

/** Where an issue is written: its subject, what inboxes show beside it, its text, and what can be done with it. */
export function IssueRoom({ offers, onCancel, onGone, onDiscarded, ...rest }: IssueRoomProps) {
  const editor = useRef<RichTextHandle>(null);
  const room = useRef<HTMLElement>(null);
  const { form, issue, savedAt, current } = useIssueForm({ ...rest, editor });
  const { values } = form;
  useScreenTitle(values.subject.trim() || (issue ? "Untitled issue" : "New issue"));
  useBarHeight(room);
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
                <SettingsJump />
              </>
            }
          >
            <IssueActions form={form} issue={issue} current={current} />
          </RoomBar>
        }
      >
        <div className="room-page">
          <div className="room-paper">
            <PresenceLine words={form.isOpenTwice ? "You have this issue open in another tab too." : ""} />
            {offers}
            <IssueTexts form={form} editor={editor} />
          </div>
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

type TextsProps = { form: IssueEditForm; editor: React.Ref<RichTextHandle> };

function IssueTexts({ form: { values, errors, change }, editor }: TextsProps) {
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
