import { useQueryClient } from "@tanstack/react-query";
import { ExternalLink, Eye } from "lucide";
import { useRef, useState } from "react";
import { useRoomNotes } from "#features/documents/notes/admin/use-notes.ts";
import { PreviewDialog } from "#features/documents/previews/admin/preview-dialog.tsx";
import { useDiscard } from "#features/documents/room/admin/document-actions.tsx";
import { RoomFrame, RoomTexts, type StateWords, workState } from "#features/documents/room/admin/room-frame.tsx";
import { RoomReview } from "#features/documents/room/admin/room-review.tsx";
import type { OpenRoomProps } from "#features/documents/room/admin/room-screen.tsx";
import { SettingsPanel } from "#features/documents/room/admin/settings-panel.tsx";
import { useRoomForm } from "#features/documents/room/admin/use-room-form.ts";
import { SuggestRoom, type SuggestRoomProps } from "#features/documents/suggestions/admin/suggest-room.tsx";
import { PAGE_BLOCKS } from "#features/editor/admin/page-blocks.ts";
import type { RichTextHandle } from "#features/editor/admin/rich-text.ts";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { AdminButton, Switch } from "#ui/admin/controls.tsx";
import { DateTimeField } from "#ui/admin/date-fields.tsx";
import { problemAhead } from "#ui/admin/date-values.ts";
import { Dialog, OutsideForm } from "#ui/admin/dialog.tsx";
import { shortTime } from "#ui/admin/local-time.ts";
import type { Discarded } from "#ui/admin/session/kept-sessions.ts";
import { afterStoring, NotStoredError } from "#ui/admin/session/waiting-pictures.ts";
import { type AdminMessage, useToast } from "#ui/admin/toasts.tsx";
import { Field } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
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
  stateOfPage,
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

/** The room of a page: its title, text, settings and actions. */
export function PageRoom(props: OpenRoomProps<EditedPage, PageValues>) {
  const { offers, onCancel, onGone, onDiscarded, ...rest } = props;
  const editor = useRef<RichTextHandle>(null);
  const form = useRoomForm<EditedPage, PageValues>(PAGE_TYPE, { ...rest, editor, submit: publish });
  const page = form.base;
  const document = page && ({ type: "page", id: page.id } as const);
  const notes = useRoomNotes(document, editor);
  const [isPreviewed, setIsPreviewed] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const save = () => void form.store();
  return (
    <RoomFrame
      form={form}
      firstField="title"
      notes={notes}
      onSubmit={save}
      save={save}
      ask={{ label: isPublic(page) ? "Update this page" : "Publish this page", run: () => setIsAsking(true) }}
      onCancel={onCancel}
      state={<StateLine form={form} />}
      actions={<PageActions form={form} onPreview={() => setIsPreviewed(true)} />}
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
      settings={<Settings form={form} account={rest.account} onGone={onGone} onDiscarded={onDiscarded} />}
    >
      {isAsking && <PublishQuestion form={form} onClose={() => setIsAsking(false)} />}
      {document && isPreviewed && (
        <PreviewDialog form={form} document={document} onClose={() => setIsPreviewed(false)} />
      )}
    </RoomFrame>
  );
}

export const PageSuggestRoom = (props: SuggestRoomProps) => (
  <SuggestRoom {...props} headlines={HEADLINES} label="Text" addition={PAGE_BLOCKS} />
);

export function PageActions({ form, onPreview }: { form: PageForm; onPreview: () => void }) {
  const { base: page, isBusy, isUnsaved } = form;
  const isShown = isPublic(page);
  const publishNow = usePublishNow(form);
  const hasNothing = isShown && !isUnsaved && page?.has_draft === false;
  return (
    <>
      {page && isShown && (
        <a
          href={page.path}
          target="_blank"
          rel="noopener"
          className="tap inline-flex items-center justify-center gap-1.5 px-2 text-sm font-semibold hover:text-accent"
        >
          <span className="max-sm:sr-only">View page</span>
          <Icon icon={ExternalLink} size={15} />
        </a>
      )}
      {page && (
        <AdminButton variant="quiet" className="max-sm:w-11 max-sm:px-0" aria-haspopup="dialog" onClick={onPreview}>
          <Icon icon={Eye} size={18} />
          <span className="max-sm:sr-only">Preview</span>
        </AdminButton>
      )}
      {page?.publish_at != null && isUnsaved && (
        <AdminButton disabled={isBusy} onClick={() => void form.store()}>
          Save
        </AdminButton>
      )}
      <AdminButton
        variant="accent"
        disabled={isBusy}
        aria-disabled={hasNothing}
        title="Readers see it immediately (Ctrl+Enter asks first)"
        onClick={() => {
          if (!hasNothing) void publishNow({ title: isShown ? "Page updated" : "Page published" });
        }}
      >
        {isBusy ? "Saving..." : isShown ? "Update" : "Publish"}
      </AdminButton>
    </>
  );
}

/** Asks before a page is published by its key. */
function PublishQuestion({ form, onClose }: { form: PageForm; onClose: () => void }) {
  const { base: page, values } = form;
  const isShown = isPublic(page);
  const publishNow = usePublishNow(form);
  return (
    <Dialog title={isShown ? "Update this page" : "Publish this page"} onClose={onClose}>
      <p className="mt-2 text-[0.9375rem] text-muted">
        {isShown ? "Readers see your changes immediately" : "Readers see it immediately"} at /{values.slug || "…"}.
      </p>
      <div className="mt-6 flex justify-end gap-2">
        <AdminButton autoFocus onClick={onClose}>
          Cancel
        </AdminButton>
        <AdminButton
          variant="accent"
          onClick={() => {
            onClose();
            void publishNow({ title: isShown ? "Page updated" : "Page published" });
          }}
        >
          {isShown ? "Update now" : "Publish now"}
        </AdminButton>
      </div>
    </Dialog>
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

function StateLine({ form }: { form: PageForm }) {
  const { words, isWarning = false } = stateOf(form, useNewsroomZone() ?? "UTC");
  return <p className={`text-sm tabular-nums ${isWarning ? "font-medium text-down" : "text-faint"}`}>{words}</p>;
}

function stateOf(form: PageForm, zone: string): StateWords {
  const work = workState(form);
  if (work) return work;
  const { autosave, base: page } = form;
  if (!page) return { words: "Not saved yet" };
  const words = stateOfPage(page, Date.now(), zone);
  const saved = autosave.at === null ? "" : `, saved ${shortTime(autosave.at, Date.now())}`;
  if (words === "Draft") return { words: `Draft${saved}` };
  const isBehind = words === "Published" && page.has_draft;
  return { words: isBehind ? `Published. Readers don’t see your changes yet${saved}` : words };
}

const SETTINGS = { slug: true, in_menu: true, seo_title: true, seo_description: true };

type SettingsProps = {
  form: PageForm;
  account: string;
  onGone: () => void;
  onDiscarded: (discarded: Discarded) => void;
};

function Settings({ form, account, onGone, onDiscarded }: SettingsProps) {
  const { values, errors, base: page, isBusy } = form;
  const [opened, setOpened] = useState<"time" | "versions" | null>(null);
  const close = () => setOpened(null);
  const deleting = useDeletePage(onGone);
  const discarding = useDiscard({ form, account, onDiscarded });
  const steps = useSteps(form);
  const hasTime = page !== null && (page.publish_at !== null || (page.status === "published" && !isPublic(page)));
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
        <div className="flex flex-wrap gap-2 border-t border-rule pt-6">
          <AdminButton disabled={isBusy || !page} onClick={() => setOpened("time")}>
            {hasTime ? "Change the time" : "Publish at a time"}
          </AdminButton>
          {page?.publish_at != null && (
            <AdminButton disabled={isBusy} onClick={steps.cancel}>
              Cancel the time
            </AdminButton>
          )}
          {page?.status === "published" && (
            <AdminButton disabled={isBusy} onClick={steps.unpublish}>
              Unpublish
            </AdminButton>
          )}
          {page && <AdminButton onClick={() => setOpened("versions")}>Versions</AdminButton>}
          {page && (
            <AdminButton variant="danger" disabled={isBusy} onClick={() => deleting.ask(page)}>
              Delete
            </AdminButton>
          )}
          {(form.isUnsaved || page?.has_draft) && (
            <AdminButton variant="quiet" isBusy={discarding.isBusy} onClick={discarding.discard}>
              Discard changes
            </AdminButton>
          )}
        </div>
        <OutsideForm>
          {opened === "time" && <TimeDialog onClose={close} onChosen={steps.schedule} />}
          {opened === "versions" && page && <PageVersions id={page.id} form={form} onClose={close} />}
          {deleting.question}
        </OutsideForm>
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

function TimeDialog({ onClose, onChosen }: { onClose: () => void; onChosen: (at: string) => void }) {
  const zone = useNewsroomZone() ?? "UTC";
  const [at, setAt] = useState<string | null>(null);
  const problem = problemAhead(at, Date.now());
  return (
    <Dialog title="Publish at a time" onClose={onClose}>
      <p className="mt-2 mb-4 text-[0.9375rem] text-muted">Until then readers see the current text.</p>
      <DateTimeField
        label="Time"
        name="at"
        zone={zone}
        value={at}
        onChange={setAt}
        error={at === null ? undefined : problem}
      />
      <div className="mt-6 flex justify-end gap-2">
        <AdminButton onClick={onClose}>Cancel</AdminButton>
        <AdminButton
          variant="accent"
          disabled={at === null || problem !== undefined}
          onClick={() => {
            if (at === null) return;
            onChosen(new Date(at).toISOString());
            onClose();
          }}
        >
          Set the time
        </AdminButton>
      </div>
    </Dialog>
  );
}
