import { useQueryClient } from "@tanstack/react-query";
import { CalendarCheck, CalendarClock, CalendarX2, EyeOff, History, Trash2 } from "lucide";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type RoomNotes, useRoomNotes } from "#features/documents/notes/admin/use-notes.ts";
import { PreviewDialog } from "#features/documents/previews/admin/preview-dialog.tsx";
import { useStory } from "#features/documents/requests/admin/use-requests.ts";
import { BarActions, RoomStateLine, usePhoneItems } from "#features/documents/room/admin/bar-actions.tsx";
import { useDiscard, useDocumentMenu } from "#features/documents/room/admin/document-actions.tsx";
import { LastDialog, UnpublishDialog } from "#features/documents/room/admin/last-dialog.tsx";
import { type Matter, useMatterPlaces } from "#features/documents/room/admin/open-matters.tsx";
import { PictureTexts, type Place } from "#features/documents/room/admin/remote-checks.tsx";
import {
  RoomFrame,
  RoomTexts,
  type StateWords,
  useGoTo,
  workState,
} from "#features/documents/room/admin/room-frame.tsx";
import { RoomReview } from "#features/documents/room/admin/room-review.tsx";
import type { OpenRoomProps } from "#features/documents/room/admin/room-screen.tsx";
import { notesTool, RoomTools } from "#features/documents/room/admin/room-tools.tsx";
import { SettingsPanel } from "#features/documents/room/admin/settings-panel.tsx";
import { usePictureTexts } from "#features/documents/room/admin/style-checks.ts";
import { useRoomChecks } from "#features/documents/room/admin/text-checks.ts";
import { useRoomForm } from "#features/documents/room/admin/use-room-form.ts";
import { SuggestRoom, type SuggestRoomProps } from "#features/documents/suggestions/admin/suggest-room.tsx";
import { PAGE_BLOCKS } from "#features/editor/admin/page-blocks.ts";
import type { RichTextHandle } from "#features/editor/admin/rich-text.ts";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { type Story, storyWord } from "#shared/story.ts";
import { AdminButton, Switch } from "#ui/admin/controls.tsx";
import { OutsideForm } from "#ui/admin/dialog.tsx";
import { shortTime } from "#ui/admin/local-time.ts";
import type { Discarded } from "#ui/admin/session/kept-sessions.ts";
import { afterStoring, NotStoredError } from "#ui/admin/session/waiting-pictures.ts";
import { type AdminMessage, useToast } from "#ui/admin/toasts.tsx";
import { Field } from "#ui/field.tsx";
import { PageVersions } from "./page-versions.tsx";
import {
  cancelSchedule,
  type EditedPage,
  isPublic,
  PAGE_TYPE,
  type PageForm,
  type PageValues,
  pagesChanged,
  publish,
  publishPage,
  timeOfPage,
  unpublishPage,
  useDeletePage,
  withAddress,
} from "./pages-screen.tsx";

const HEADLINES = [
  {
    name: "title",
    noun: "title",
    label: "Title*",
    placeholder: "Title",
    rows: 1,
    "aria-required": true,
    isOneParagraph: true,
    autoComplete: "off",
    maxLength: 300,
    className: "headline-xl",
  },
] as const;

const STYLED = { text: "content", headlines: ["title"] } as const;

/** The room of a page: its title, text, settings and actions. */
export function PageRoom(props: OpenRoomProps<EditedPage, PageValues>) {
  const { offers, onCancel, onGone, onDiscarded, ...rest } = props;
  const editor = useRef<RichTextHandle>(null);
  const form = useRoomForm<EditedPage, PageValues>(PAGE_TYPE, { ...rest, editor, submit: publish });
  const page = form.base;
  const document = page && ({ type: "page", id: page.id } as const);
  const notes = useRoomNotes(document, editor);
  const [opened, setOpened] = useState<PageDialog | null>(null);
  const close = () => setOpened(null);
  const save = () => void form.store();
  const story = useStory(document);
  return (
    <RoomFrame
      form={form}
      firstField="title"
      notes={notes}
      editor={editor}
      checks={useRoomChecks(form, STYLED, editor)}
      onSubmit={save}
      save={save}
      ask={{ label: isPublic(page) ? "Update this page" : "Publish this page", run: () => setOpened("now") }}
      onCancel={onCancel}
      state={<StateLine form={form} story={story} />}
      tools={<PageTools form={form} notes={notes} onOpen={setOpened} onGone={onGone} />}
      actions={<PageActions form={form} onOpen={setOpened} />}
      notice={offers}
      texts={
        <RoomTexts
          form={{ ...form, change: (changed) => form.change(withAddress(form, changed)) }}
          editor={editor}
          notes={notes}
          headlines={HEADLINES}
          label="Text"
          addition={PAGE_BLOCKS}
        />
      }
      settings={<Settings form={form} account={rest.account} onDiscarded={onDiscarded} />}
    >
      <PageDialogs
        form={form}
        opened={opened}
        onClose={close}
        onMatter={useMatterPlaces(form.element, notes)}
        onPlace={useGoTo(form, editor, notes.close)}
      />
    </RoomFrame>
  );
}

export const PageSuggestRoom = (props: SuggestRoomProps) => (
  <SuggestRoom {...props} headlines={HEADLINES} label="Text" addition={PAGE_BLOCKS} />
);

type PageDialog = "now" | "timed" | "unpublish" | "preview" | "versions";

type ToolsProps = { form: PageForm; notes: RoomNotes; onOpen: (dialog: PageDialog) => void; onGone: () => void };

/** The tools of the bar: notes and versions; deleting is in the menu. */
function PageTools({ form, notes, onOpen, onGone }: ToolsProps) {
  const { base: page, isBusy } = form;
  const menu = useDocumentMenu(form);
  const deleting = useDeletePage(onGone);
  const onPhone = usePhoneItems({
    pageUrl: page && isPublic(page) ? page.path : undefined,
    onPreview: page && (() => onOpen("preview")),
  });
  const tools = [
    notes.isOffered && notesTool(notes),
    page !== null && { label: "Versions", icon: History, run: () => onOpen("versions") },
  ];
  const remove = page && {
    label: "Delete",
    icon: Trash2,
    isDanger: true,
    isDisabled: isBusy,
    run: () => deleting.ask(page),
  };
  return (
    <>
      <RoomTools
        tools={tools.filter((tool) => tool !== false)}
        more={[...onPhone, ...menu.items, ...(remove ? [remove] : [])]}
        notesButton={notes.button}
      />
      {menu.dialog}
      <OutsideForm>{deleting.question}</OutsideForm>
    </>
  );
}

export function PageActions({ form, onOpen }: { form: PageForm; onOpen: (dialog: PageDialog) => void }) {
  const { base: page, isBusy, isUnsaved } = form;
  const isShown = isPublic(page);
  const steps = useSteps(form);
  const hasTime = page !== null && (page.publish_at !== null || (page.status === "published" && !isShown));
  const timed = {
    label: hasTime ? "Change the time…" : `${isShown ? "Update" : "Publish"} at a time…`,
    icon: CalendarClock,
    run: () => onOpen("timed"),
  };
  const keep = { label: "Add it to the update", icon: CalendarCheck, run: () => void form.store() };
  const cancel = { label: "Cancel the time", icon: CalendarX2, run: steps.cancel };
  const back = { label: "Unpublish…", icon: EyeOff, isDanger: true, run: () => onOpen("unpublish") };
  return (
    <BarActions
      type="page"
      isBusy={isBusy}
      pageUrl={page && isShown ? page.path : undefined}
      onPreview={page && (() => onOpen("preview"))}
      primary={{
        label: [isBusy ? "Saving..." : isShown ? "Update" : "Publish"],
        title: `${isShown ? "Update" : "Publish"} now or at a time (Ctrl+Enter)`,
        isIdle: isShown && !isUnsaved && page?.has_draft === false,
        run: () => onOpen("now"),
        menu: [
          page?.publish_at != null && isUnsaved ? [keep] : [],
          page ? [timed, ...(page.publish_at === null ? [] : [cancel])] : [],
          page?.status === "published" ? [back] : [],
        ],
      }}
    />
  );
}

type DialogsProps = {
  form: PageForm;
  opened: PageDialog | null;
  onClose: () => void;
  onMatter: (kind: Matter["kind"]) => void;
  onPlace: (place: Place) => void;
};

function PageDialogs({ form, opened, onClose, onMatter, onPlace }: DialogsProps) {
  const { base: page } = form;
  const steps = useSteps(form);
  const document = page && ({ type: "page", id: page.id } as const);
  return (
    <>
      {(opened === "now" || opened === "timed") && (
        <PublishDialog form={form} opensTimed={opened === "timed"} {...{ onClose, onMatter, onPlace }} />
      )}
      {opened === "unpublish" && <UnpublishDialog type="page" onClose={onClose} onConfirm={steps.unpublish} />}
      {document && opened === "preview" && <PreviewDialog form={form} document={document} onClose={onClose} />}
      {page && opened === "versions" && <PageVersions id={page.id} form={form} onClose={onClose} />}
    </>
  );
}

type PublishProps = Pick<DialogsProps, "form" | "onClose" | "onMatter" | "onPlace"> & { opensTimed: boolean };

/** Asks when readers get a page or its changes. */
function PublishDialog({ form, opensTimed, onClose, onMatter, onPlace }: PublishProps) {
  const { base: page, values } = form;
  const isShown = isPublic(page);
  const texts = usePictureTexts(values.content);
  const isNew = page?.status !== "published";
  const publishNow = usePublishNow(form);
  const steps = useSteps(form);
  const planned = page?.publish_at ?? (page?.status === "published" && !isShown ? page.published_date : null);
  return (
    <LastDialog
      title={isShown ? "Update this page" : "Publish this page"}
      document={page && { type: "page", id: page.id }}
      verb={isShown ? "Update" : "Publish"}
      zone={useNewsroomZone()}
      planned={planned}
      opensTimed={opensTimed}
      timeHint="Until then readers see the current text."
      isBusy={form.isBusy}
      isBlocked={isNew && texts.required.length > 0}
      findings={
        <PictureTexts
          {...texts}
          onGo={(place) => {
            flushSync(onClose);
            onPlace(place);
          }}
        />
      }
      onGo={onMatter}
      onClose={onClose}
      onConfirm={(at) => {
        onClose();
        if (at === null) void publishNow({ title: isShown ? "Page updated" : "Page published" });
        else steps.schedule(new Date(at).toISOString());
      }}
    >
      <p className="text-[0.9375rem] text-muted wrap-anywhere">
        {isShown ? "Readers see your changes" : "Readers see it"} at /{values.slug || "…"}.
      </p>
    </LastDialog>
  );
}

/** Stores unsaved changes, then publishes: two requests, so that a failed publication creates no second page. */
function usePublishNow(form: PageForm) {
  const show = useToast();
  return async (said: AdminMessage) => {
    const isComplete = Object.keys(PAGE_TYPE.missingIn(form.values, form.base)).length === 0;
    if (isComplete) await form.store();
    const { version } = form.latest();
    if (version || !isComplete) return void (await form.save({ staysOpen: true, said: () => said }));
    const { title, fallback } = PAGE_TYPE.words.adding;
    show({ title, description: afterStoring(fallback)(new NotStoredError()), variant: "destructive" });
  };
}

function StateLine({ form, story }: { form: PageForm; story: Story | undefined }) {
  return <RoomStateLine story={form.base ? story : undefined} {...stateOf(form, story, useNewsroomZone() ?? "UTC")} />;
}

function stateOf(form: PageForm, story: Story | undefined, zone: string): StateWords {
  const work = workState(form);
  if (work) return work;
  const { autosave, base: page } = form;
  if (!page) return { words: "Not saved yet" };
  const isShown = isPublic(page);
  const state = page.status !== "published" ? "writing" : isShown ? "public" : "scheduled";
  const word = storyWord(story && (story.state === "public") === isShown ? story.state : state);
  const saved = autosave.at === null ? "" : `saved ${shortTime(autosave.at, Date.now())}`;
  const isBehind = isShown && page.has_draft && page.publish_at === null;
  const time = timeOfPage(page, Date.now(), zone) ?? (isBehind ? "changes not yet public" : "");
  return { words: [word, time, isShown ? "" : saved].filter(Boolean).join(", ") };
}

const SETTINGS = { slug: true, in_menu: true, seo_title: true, seo_description: true };

type SettingsProps = {
  form: PageForm;
  account: string;
  onDiscarded: (discarded: Discarded) => void;
};

function Settings({ form, account, onDiscarded }: SettingsProps) {
  const { values, errors, base: page } = form;
  const discarding = useDiscard({ form, account, onDiscarded });
  return (
    <SettingsPanel title="Page" errors={errors} mustBeSeen={Object.keys(errors).some((name) => name in SETTINGS)}>
      <div className="space-y-6">
        <Field
          label="Address"
          name="slug"
          value={values.slug}
          error={errors.slug}
          hint={`The page’s address is /${values.slug || "…"}. Former addresses redirect to it.`}
          maxLength={100}
          autoComplete="off"
          onChange={({ target }) => form.change({ slug: target.value })}
        />
        <Switch
          label="In the menu"
          hint="Every page links to it in the footer."
          checked={values.in_menu}
          onChange={(in_menu) => form.change({ in_menu })}
        />
        <Field
          label="Search title"
          name="seo_title"
          value={values.seo_title}
          error={errors.seo_title}
          hint="For search engines and shared links. Defaults to the title."
          maxLength={200}
          onChange={({ target }) => form.change({ seo_title: target.value })}
        />
        <Field
          label="Search description"
          name="seo_description"
          rows={3}
          value={values.seo_description}
          error={errors.seo_description}
          hint="Defaults to the start of the text."
          maxLength={400}
          onChange={({ target }) => form.change({ seo_description: target.value })}
        />
        <RoomReview form={form} />
        {(form.isUnsaved || page?.has_draft) && (
          <AdminButton variant="quiet" isBusy={discarding.isBusy} onClick={discarding.discard}>
            Discard changes
          </AdminButton>
        )}
      </div>
    </SettingsPanel>
  );
}

/** The actions that change the publication of a page. They store unsaved changes first. */
function useSteps(form: PageForm) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const run = (title: string, action: Parameters<PageForm["act"]>[0], takesBack = false) =>
    void form.run(
      async () => {
        await form.act(action, { takesBack });
        pagesChanged(client);
        show({ title });
      },
      { title: "Error changing the page", fallback: afterStoring("Could not change the page") },
    );
  return {
    schedule: (at: string) => run("Time set", (before) => publishPage(api, before, at)),
    unpublish: () => run("Page unpublished", (before) => unpublishPage(api, before), true),
    cancel: () => run("Time cancelled", ({ row }) => cancelSchedule(api, row.id), true),
  };
}
