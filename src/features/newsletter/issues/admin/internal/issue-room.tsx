import { useQueryClient } from "@tanstack/react-query";
import { CalendarClock, History, MailCheck, Share2, Trash2 } from "lucide";
import { type RefObject, useEffect, useRef, useState } from "react";
import { type RoomNotes, useRoomNotes } from "#features/documents/notes/admin/use-notes.ts";
import { PreviewDialog } from "#features/documents/previews/admin/preview-dialog.tsx";
import { useStory } from "#features/documents/requests/admin/use-requests.ts";
import { BarActions, RoomStateLine, usePhoneItems } from "#features/documents/room/admin/bar-actions.tsx";
import { useDocumentMenu } from "#features/documents/room/admin/document-actions.tsx";
import { RoomBar } from "#features/documents/room/admin/instead-of-room.tsx";
import { type Matter, useMatterPlaces } from "#features/documents/room/admin/open-matters.tsx";
import type { Place } from "#features/documents/room/admin/remote-checks.tsx";
import {
  RoomFrame,
  RoomTexts,
  type StateWords,
  useGoTo,
  workState,
} from "#features/documents/room/admin/room-frame.tsx";
import type { OpenRoomProps } from "#features/documents/room/admin/room-screen.tsx";
import { notesTool, RoomTools } from "#features/documents/room/admin/room-tools.tsx";
import { type RoomProps, useRoomForm } from "#features/documents/room/admin/use-room-form.ts";
import { SuggestRoom, type SuggestRoomProps } from "#features/documents/suggestions/admin/suggest-room.tsx";
import type { RichTextHandle } from "#features/editor/admin/rich-text.ts";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { type Story, storyWord } from "#shared/story.ts";
import { useApi } from "#shared/use-api.ts";
import { OutsideForm } from "#ui/admin/dialog.tsx";
import { shortTime } from "#ui/admin/local-time.ts";
import { useScreenTitle } from "#ui/admin/screen.tsx";
import { rowOf } from "#ui/admin/session/session.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import type { Issue } from "../../endpoints.ts";
import { oneIssue } from "../calls.ts";
import { MailPreview, SendDialog, TestDialog } from "../issue-dialogs.tsx";
import { IssueReport } from "../issue-report.tsx";
import { isMoving, LIVE_INTERVAL_MS, STATE_WORDS, useDeleteIssue, useStep, whenOf } from "../issue-steps.tsx";
import { ISSUE_TYPE, type IssueForm, type IssueValues, saveIssue } from "../issue-type.ts";
import { ISSUE_BLOCKS } from "./issue-blocks.tsx";
import { IssueSettings, IssueVersions, useIssueChecks } from "./issue-settings.tsx";

/** The room of an issue: its subject, preview text, text, settings and actions. */
export function IssueRoom({ offers, onCancel, onGone, onDiscarded, ...rest }: OpenRoomProps<Issue, IssueValues>) {
  const editor = useRef<RichTextHandle>(null);
  const { form, issue, current } = useIssueForm({ ...rest, editor });
  const notes = useRoomNotes(issue && { type: "issue", id: issue.id }, editor);
  const dialogs = useIssueDialogs(current);
  const story = useStory(issue && { type: "issue", id: issue.id });
  const checks = useIssueChecks(form, editor);
  const onMatter = useMatterPlaces(form.element, notes);
  const onPlace = useGoTo(form, editor, notes.close);
  // Sending may start while an editor has unsaved changes: the form stays until it is closed.
  if (issue && issue.started_at !== null && !form.isUnsaved) return <Report issue={issue} onCancel={onCancel} />;
  return (
    <RoomFrame
      form={form}
      firstField="subject"
      notes={notes}
      editor={editor}
      checks={checks}
      onSubmit={() => void form.save({ staysOpen: true })}
      // Saving a scheduled issue changes what is sent.
      save={() => void (issue && issue.state !== "draft" ? form.store() : form.save({ staysOpen: true }))}
      ask={{ label: "Send this issue", run: () => void dialogs.open("send") }}
      isOpen={({ started_at }) => started_at === null}
      onCancel={onCancel}
      state={<IssueStateLine form={form} issue={issue} story={story} />}
      tools={<IssueTools form={form} issue={issue} notes={notes} dialogs={dialogs} onGone={onGone} />}
      actions={<IssueActions form={form} issue={issue} dialogs={dialogs} onMatter={onMatter} onPlace={onPlace} />}
      notice={offers}
      texts={
        <RoomTexts
          form={form}
          editor={editor}
          notes={notes}
          headlines={HEADLINES}
          label="Text"
          addition={ISSUE_BLOCKS}
        />
      }
      settings={
        <IssueSettings form={form} account={rest.account} editor={editor} issue={issue} onDiscarded={onDiscarded} />
      }
    />
  );
}

/** Where edits of an issue are suggested. */
export const IssueSuggestRoom = (props: SuggestRoomProps) => (
  <SuggestRoom {...props} headlines={HEADLINES} label="Text" addition={ISSUE_BLOCKS} />
);

const HEADLINES = [
  {
    name: "subject",
    noun: "subject",
    label: "Subject*",
    placeholder: "Subject",
    rows: 1,
    "aria-required": true,
    isOneParagraph: true,
    autoComplete: "off",
    maxLength: 200,
    className: "headline-xl",
  },
  {
    name: "preview",
    noun: "preview text",
    label: "Preview text",
    placeholder: "Preview text, shown next to the subject in inboxes",
    rows: 2,
    isOneParagraph: true,
    autoComplete: "off",
    maxLength: 200,
    className: "mt-4 font-serif text-xl leading-snug text-muted",
  },
] as const;

/** An issue that is being or has been sent. */
function Report({ issue, onCancel }: { issue: Issue; onCancel: () => void }) {
  const zone = useNewsroomZone();
  useScreenTitle(issue.subject.trim() || "Untitled issue");
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

type IssueDialog = "preview" | "share" | "send" | "timed" | "versions" | "test";

/** The dialogs of the bar. Each works on the stored issue, so unsaved changes are stored first. */
export function useIssueDialogs(current: () => Promise<Issue | null>) {
  const [opened, setOpened] = useState<{ what: IssueDialog; issue: Issue } | null>(null);
  return {
    opened,
    close: () => setOpened(null),
    async open(what: IssueDialog): Promise<void> {
      const stored = await current();
      if (stored) setOpened({ what, issue: stored });
    },
  };
}

type Dialogs = ReturnType<typeof useIssueDialogs>;
type ToolsProps = { form: IssueForm; issue: Issue | null; notes: RoomNotes; dialogs: Dialogs; onGone: () => void };

/** The tools of the bar: notes and versions; sharing, a test and deleting are in the menu. */
function IssueTools({ form, issue, notes, dialogs: { open }, onGone }: ToolsProps) {
  const menu = useDocumentMenu(form);
  const deleting = useDeleteIssue(onGone);
  const { isBusy } = form;
  const onPhone = usePhoneItems({ pageUrl: undefined, onPreview: () => void open("preview") });
  const tools = [
    notes.isOffered && notesTool(notes),
    issue !== null && { label: "Versions", icon: History, run: () => void open("versions") },
  ];
  const share = { label: "Share", icon: Share2, isDisabled: isBusy, run: () => void open("share") };
  const remove = issue && {
    label: "Delete",
    icon: Trash2,
    isDanger: true,
    isDisabled: isBusy,
    run: () => deleting.ask(issue),
  };
  return (
    <>
      <RoomTools
        tools={tools.filter((tool) => tool !== false)}
        more={[...onPhone, share, ...menu.items, ...(remove ? [remove] : [])]}
        notesButton={notes.button}
      />
      {menu.dialog}
      <OutsideForm>{deleting.question}</OutsideForm>
    </>
  );
}

type ActionsProps = {
  form: IssueForm;
  issue: Issue | null;
  dialogs: Dialogs;
  onMatter: (kind: Matter["kind"]) => void;
  onPlace: (place: Place) => void;
};

/** The right end of the bar: sending an issue, or changing one that waits for its time. */
export function IssueActions({ form, issue, dialogs, onMatter, onPlace }: ActionsProps) {
  const { opened, open, close } = dialogs;
  const isDraft = issue === null || issue.state === "draft";
  const { isBusy } = form;
  const timed = {
    label: issue?.state === "scheduled" ? "Change the time…" : "Send at a time…",
    icon: CalendarClock,
    run: () => void open("timed"),
  };
  const test = { label: "Send a test…", icon: MailCheck, run: () => void open("test") };
  const step = useStep(issue && { ...issue, etag: form.base?.etag ?? issue.etag });
  return (
    <>
      <BarActions
        type="issue"
        isBusy={isBusy}
        onPreview={() => void open("preview")}
        primary={
          isDraft
            ? {
                label: ["Send"],
                title: "Send now or at a time (Ctrl+Enter)",
                run: () => void open("send"),
                menu: [[timed], [test]],
              }
            : {
                label: [isBusy ? "Updating..." : "Update"],
                title: "Change what will be sent (Ctrl+S saves your changes without sending them)",
                menu: [[timed, test], step ? [step] : []],
              }
        }
      />
      <OutsideForm>
        {opened?.what === "preview" && <MailPreview id={opened.issue.id} onClose={close} />}
        {opened?.what === "share" && (
          <PreviewDialog form={form} document={{ type: "issue", id: opened.issue.id }} onClose={close} />
        )}
        {opened?.what === "versions" && <IssueVersions id={opened.issue.id} form={form} onClose={close} />}
        {opened?.what === "test" && <TestDialog id={opened.issue.id} onClose={close} />}
        {(opened?.what === "send" || opened?.what === "timed") && (
          <SendDialog
            issue={opened.issue}
            opensTimed={opened.what === "timed"}
            onMatter={onMatter}
            onPlace={onPlace}
            onClose={close}
          />
        )}
      </OutsideForm>
    </>
  );
}

type StateProps = { form: IssueForm; issue: Issue | null; story?: Story | undefined };

/** The state of an issue and of its unsaved changes, in words. Not announced to screen readers, as toasts report saves. */
export function IssueStateLine({ form, issue, story }: StateProps) {
  const zone = useNewsroomZone() ?? "UTC";
  return <RoomStateLine story={issue ? story : undefined} {...stateOf({ form, issue, story }, zone)} />;
}

function stateOf({ form, issue, story }: StateProps, zone: string): StateWords {
  const work = workState(form);
  if (work) return work;
  if (!issue) return { words: "Not saved yet" };
  if (issue.state !== "draft" && form.base?.has_draft)
    return { words: `${STATE_WORDS[issue.state]} without your latest changes. Update it to add them` };
  if (issue.state !== "draft") return { words: `${STATE_WORDS[issue.state]}. ${whenOf(issue, zone)}` };
  const { at } = form.autosave;
  const word = storyWord(story && story.state !== "scheduled" ? story.state : "writing", "issue");
  return { words: at === null ? word : `${word}, saved ${shortTime(at, Date.now())}` };
}

type Props = RoomProps<Issue, IssueValues> & { editor: RefObject<RichTextHandle | null> };

/** The form of an issue's room, and the current issue, which the server may change too. */
function useIssueForm(props: Props) {
  const client = useQueryClient();
  const show = useToast();
  const [id, setId] = useState(rowOf<Issue>(props.opening.session.base)?.id ?? null);
  const now = useStored(id);
  const form = useRoomForm<Issue, IssueValues>(ISSUE_TYPE, {
    ...props,
    submit: saveIssue,
    onCreated(id) {
      setId(id);
      props.onCreated(id);
    },
  });
  const { base, session } = form;
  useEffect(() => {
    if (!base) return;
    const { queryKey } = oneIssue(base.id);
    const cached = client.getQueryData<Issue>(queryKey);
    // The working copy of a scheduled or paused issue is not what is sent.
    if (cached && base.has_draft) return;
    if (!cached || cached.version < base.version) client.setQueryData(queryKey, base);
  }, [client, base]);
  const etag = now && now.started_at === null ? now.etag : null;
  useEffect(() => {
    if (etag !== null) session.notice(etag);
  }, [session, etag]);
  // The issue may have been deleted although the query still has it.
  // A draft is what was typed.
  const issue = base && (now && now.state !== "draft" ? now : base);
  return {
    form,
    issue,
    /** Stores unsaved changes and returns the issue; shows an error and returns null if that fails. */
    async current(): Promise<Issue | null> {
      if (base) await form.flush();
      const { version } = form.latest();
      if (version && !session.isUnsaved) return { ...version.row };
      if (!base || base.state === "draft") return form.save({ staysOpen: true });
      // Saving would change the scheduled issue without being asked to.
      show({
        title: "Not saved",
        description: "Your latest changes could not be saved first.",
        variant: "destructive",
      });
      return null;
    },
  };
}

/** The stored issue, polled while the server changes it. */
function useStored(id: number | null): Issue | null {
  const { data } = useApi(oneIssue(id ?? 0), {
    enabled: id !== null,
    refetchOnMount: "always",
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? LIVE_INTERVAL_MS : false),
  });
  return data ?? null;
}
