import { ChartNoAxesColumn, FilePenLine, History, Quote } from "lucide";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type DeskArticle, revisionsOf } from "#features/articles/admin/calls.ts";
import { splitLines } from "#features/articles/admin/form-values.tsx";
import { NumbersDialog } from "#features/articles/numbers/admin/article-numbers.tsx";
import { type RoomNotes, useRoomNotes, useYielding } from "#features/documents/notes/admin/use-notes.ts";
import { PreviewDialog } from "#features/documents/previews/admin/preview-dialog.tsx";
import { useStory } from "#features/documents/requests/admin/use-requests.ts";
import type { OpenStory } from "#features/documents/requests/schema.ts";
import { RULE, useCorrectionRule } from "#features/documents/review/admin/calls.ts";
import { usePhoneItems } from "#features/documents/room/admin/bar-actions.tsx";
import { useDiscard, useDocumentMenu } from "#features/documents/room/admin/document-actions.tsx";
import { UnpublishDialog } from "#features/documents/room/admin/last-dialog.tsx";
import { type Matter, openMatters, useMatterPlaces } from "#features/documents/room/admin/open-matters.tsx";
import type { Place } from "#features/documents/room/admin/remote-checks.tsx";
import { RoomFrame, RoomTexts, useGoTo } from "#features/documents/room/admin/room-frame.tsx";
import { RoomReview } from "#features/documents/room/admin/room-review.tsx";
import type { OpenRoomProps } from "#features/documents/room/admin/room-screen.tsx";
import { notesTool, type RoomTool, RoomTools } from "#features/documents/room/admin/room-tools.tsx";
import { SettingsGroup } from "#features/documents/room/admin/settings-panel.tsx";
import type { RichTextHandle } from "#features/editor/admin/rich-text.ts";
import { pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import type { Discarded } from "#ui/admin/session/kept-sessions.ts";
import { NotStoredError } from "#ui/admin/session/waiting-pictures.ts";
import { useSettled } from "#ui/admin/timing.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import type { ArticleForm, Written } from "../article-type.tsx";
import { useRoomParts } from "../room-parts.tsx";
import { ArticleVersions } from "./article-versions.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { LONG_TITLE, useQuietChecks } from "./quiet-checks.tsx";
import { RoomActions, StateLine } from "./room-actions.tsx";
import { hasSomethingToSay, RoomSettings } from "./room-settings.tsx";
import { PublishedNotice, type Publishing, useArticleForm, usePublishing } from "./use-publishing.tsx";

/** The review among the settings: who was asked, and the state. */
function ArticleReview({ form }: { form: ArticleForm }) {
  return useHasNewsroom() ? <Review form={form} /> : null;
}

function Review({ form }: { form: ArticleForm }) {
  const { base, values, errors, change } = form;
  const hasRule = useApi(RULE.query).data?.enabled === true;
  if (!base && !hasRule) return null;
  const sources = countSources(values.sources);
  return (
    <SettingsGroup
      name="review"
      title={hasRule ? "Sources and review" : "Review"}
      summary={sources === 0 ? (hasRule ? "No sources" : "") : `${sources} source${sources === 1 ? "" : "s"}`}
      errors={errors}
      fields={["sources"]}
    >
      <RoomReview
        form={form}
        sources={{ value: values.sources, error: errors.sources, onChange: (sources) => change({ sources }) }}
      />
    </SettingsGroup>
  );
}

const countSources = (sources: string): number => splitLines(sources).length;

/** Delay before the versions are counted again after a save, as saves follow each other while typing. */
const PAUSE_MS = 3_000;

type RoomDialog = "versions" | "preview" | "corrections" | "readers";

type ArticleToolsProps = {
  form: ArticleForm;
  notes: RoomNotes;
  publishing: Publishing;
  onGo: (place: Place) => void;
  onOpen: (dialog: RoomDialog) => void;
};

/** The tools of the bar: notes, corrections, readers, sources, versions and duplicating. */
export function ArticleTools({ form, notes, publishing, onGo, onOpen }: ArticleToolsProps) {
  const { base, values } = form;
  const hasNewsroom = useHasNewsroom();
  const menu = useDocumentMenu(form);
  const onPhone = usePhoneItems({
    pageUrl: base && publishing.stage === "public" ? pageUrl.article(base.id) : undefined,
    onPreview: base && (() => onOpen("preview")),
  });
  const hasSources = useApi(RULE.query).data?.enabled === true;
  const counts = useCounts(form, publishing.stage === "public");
  if (!hasNewsroom) return null;
  const tools: (RoomTool | false)[] = [
    notes.isOffered && notesTool(notes),
    publishing.stage === "public" && {
      label: "Corrections",
      icon: FilePenLine,
      count: counts.corrections,
      isRare: true,
      run: () => onOpen("corrections"),
    },
    publishing.stage === "public" && {
      label: "Readers",
      icon: ChartNoAxesColumn,
      isRare: true,
      run: () => onOpen("readers"),
    },
    hasSources && {
      label: "Sources",
      icon: Quote,
      count: countSources(values.sources),
      run: () => onGo({ field: "sources" }),
    },
    base !== null && { label: "Versions", icon: History, count: counts.versions, run: () => onOpen("versions") },
  ];
  return (
    <>
      <RoomTools
        tools={tools.filter((tool) => tool !== false)}
        more={[...onPhone, ...menu.items]}
        notesButton={notes.button}
      />
      {menu.dialog}
    </>
  );
}

function useCounts(form: ArticleForm, isPublic: boolean) {
  const id = form.base?.id ?? 0;
  const versions = useApi(revisionsOf(id)(1), { enabled: id > 0 });
  const { useCorrectionCount } = useRoomParts();
  const corrections = useCorrectionCount(id, isPublic);
  const etag = useSettled(form.latest().version?.etag, PAUSE_MS);
  const { refetch } = versions;
  // biome-ignore lint/correctness/useExhaustiveDependencies: recounts after every new version
  useEffect(() => {
    if (id > 0) void refetch();
  }, [etag, refetch]);
  return { versions: versions.data?.total, corrections };
}

type CorrectionsProps = { id: number; publishing: Publishing; onClose: () => void };

export function ArticleCorrections({ id, publishing, onClose }: CorrectionsProps) {
  const { CorrectionsDialog } = useRoomParts();
  const { canCorrect } = useCorrectionRule(id);
  function add() {
    const { said, change } = publishing.note;
    if (!said.correction) change({ ...said, correction: { text: "", position: "top" } });
    onClose();
    publishing.open();
  }
  return <CorrectionsDialog id={id} onAdd={publishing.mayPublish && canCorrect ? add : null} onClose={onClose} />;
}

type Props = OpenRoomProps<DeskArticle, Written>;

/** The room of an article: title, excerpt and content as readers will see them, and settings next to them. */
export function WritingRoom({ offers, onCancel, onDiscarded, ...rest }: Props) {
  const editor = useRef<RichTextHandle>(null);
  const [dialog, setDialog] = useState<RoomDialog | null>(null);
  const { at, category, leave, saving } = useArticleForm({ ...rest, editor });
  const { base, values, errors, isNew } = at;
  const notes = useRoomNotes(base && { type: "article", id: base.id }, editor);
  useYielding(notes, [errors, category.meant], hasSomethingToSay(errors, category));
  const publishing = usePublishing(at, category, saving);
  const goTo = useGoTo(at, editor, () => flushSync(notes.close));
  const story = useStory(base && { type: "article", id: base.id });
  const { submit, save } = useSaves(at, { category, saving, publishing, story });
  const actions = { form: at, isNew, publishing, onPreview: () => setDialog("preview") };
  return (
    <RoomFrame
      form={at}
      firstField="title"
      notes={notes}
      editor={editor}
      checks={useQuietChecks(at, (...args) => editor.current?.replacePictures(...args))}
      onSubmit={submit}
      save={save}
      ask={publishing.ask ?? { label: "Save this article", run: save }}
      onCancel={() => leave(onCancel)}
      state={<StateLine form={at} savedAt={at.savedAt} story={story} />}
      tools={<ArticleTools form={at} notes={notes} publishing={publishing} onGo={goTo} onOpen={setDialog} />}
      actions={<RoomActions {...actions} />}
      notice={<RoomNotice publishing={publishing} offers={offers} />}
      texts={
        <RoomTexts
          form={at}
          editor={editor}
          notes={notes}
          headlines={headlinesOf(values.title)}
          label="Content"
          language={values.language}
          pageUrl={base ? new URL(pageUrl.article(base.id), location.href).href : undefined}
        />
      }
      settings={
        <RoomSettings
          values={values}
          change={at.change}
          errors={errors}
          stored={base}
          file={at.file}
          setFile={at.setFile}
          onIntoText={(picture) => editor.current?.beginWith({ ...picture, alt: values.image_alt || picture.alt })}
          category={category}
          review={<ArticleReview form={at} />}
        >
          <RoomChanges form={at} account={rest.account} onDiscarded={onDiscarded} />
        </RoomSettings>
      }
    >
      <RoomDialogs
        form={at}
        publishing={publishing}
        dialog={dialog}
        onClose={() => setDialog(null)}
        onGo={goTo}
        onMatter={useMatterPlaces(at.element, notes)}
      />
    </RoomFrame>
  );
}

type DialogsProps = {
  form: ArticleForm;
  publishing: Publishing;
  dialog: RoomDialog | null;
  onClose: () => void;
  onGo: (place: Place) => void;
  onMatter: (kind: Matter["kind"]) => void;
};

function RoomDialogs({ form, publishing, dialog, onClose, onGo, onMatter }: DialogsProps) {
  const { base } = form;
  const id = base?.id ?? null;
  return (
    <>
      {id !== null && dialog === "versions" && <ArticleVersions id={id} form={form} onClose={onClose} />}
      {base && dialog === "readers" && <NumbersDialog article={base} onClose={onClose} />}
      {id !== null && dialog === "corrections" && (
        <ArticleCorrections id={id} publishing={publishing} onClose={onClose} />
      )}
      {id !== null && dialog === "preview" && (
        <PreviewDialog form={form} document={{ type: "article", id }} onClose={onClose} />
      )}
      {publishing.isOpen && <PublishDialog form={form} publishing={publishing} onGo={onGo} onMatter={onMatter} />}
      {publishing.isUnpublishing && (
        <UnpublishDialog type="article" onClose={publishing.close} onConfirm={publishing.unpublish} />
      )}
    </>
  );
}

/** Title and excerpt above the text; a long title is set smaller. */
export const headlinesOf = (title: string) =>
  [
    {
      name: "title",
      noun: "title",
      label: "Title*",
      placeholder: "Title",
      rows: 1,
      "aria-required": true,
      isOneParagraph: true,
      autoComplete: "off",
      className: title.length > LONG_TITLE ? "headline-lg" : "headline-xl",
    },
    {
      name: "excerpt",
      noun: "excerpt",
      label: "Excerpt",
      placeholder: "Excerpt: summarize the story in one or two sentences",
      rows: 3,
      className: "mt-4 font-serif text-xl leading-snug text-muted sm:text-[1.375rem]",
    },
  ] as const;

type NoticeProps = { publishing: Publishing; offers: ReactNode };

/** Above the text: what was just published, and offers to restore unsaved work. */
const RoomNotice = ({ publishing, offers }: NoticeProps) => (
  <>
    {publishing.published && <PublishedNotice published={publishing.published} onClose={publishing.closePublished} />}
    {offers}
  </>
);

type Saves = Pick<ReturnType<typeof useArticleForm>, "category" | "saving"> & {
  publishing: Publishing;
  story: OpenStory | undefined;
};

/** What the button of the form does, and Ctrl+S, which stores and never publishes. */
function useSaves(form: ArticleForm, { category, saving, publishing, story }: Saves) {
  const storeOnly = useStoring(form, publishing);
  const hasNewsroom = useHasNewsroom();
  // Saving a public article, or one that is chosen to be, would publish it.
  const isPublicSave = publishing.stage !== "draft" || form.values.status === "published";
  const save = (staysOpen: boolean) => category.whenAnswered(() => void saving.store({ staysOpen }));
  return {
    submit() {
      if (publishing.isProposal) return storeOnly();
      // What is open is stated before readers get the text, whichever button publishes it.
      if (isPublicSave && publishing.mayPublish && openMatters(story).length > 0) return publishing.open();
      return save(!form.isNew);
    },
    save: () => (isPublicSave && hasNewsroom ? storeOnly() : save(true)),
  };
}

/** Stores typed text in the working copy only: readers see nothing of it. */
function useStoring(form: ArticleForm, { stage, isProposal }: Publishing): () => void {
  const show = useToast();
  const { run } = useCall();
  const description = isProposal ? "Readers see them once an editor publishes them." : WHEN_SEEN[stage];
  return () =>
    void run(
      async () => {
        if (await form.store()) show({ title: "Changes saved", description });
        else if (form.session.state.session.conflict === null) throw new NotStoredError();
      },
      { title: "Error saving", fallback: "Could not save the changes" },
    );
}

const WHEN_SEEN: Record<Publishing["stage"], string> = {
  draft: "Readers see them once you publish the article.",
  scheduled: "They are not part of the scheduled article until you update it.",
  public: "Readers see them once you update the article.",
};

type RoomChangesProps = {
  account: string;
  onDiscarded: (discarded: Discarded) => void;
  form: ArticleForm;
};

/** Discards unpublished changes. */
export function RoomChanges({ form, ...room }: RoomChangesProps) {
  const discarding = useDiscard({ form, ...room });
  const { base, isUnsaved } = form;
  if (!isUnsaved && base?.saved === undefined) return null;
  return (
    <AdminButton variant="quiet" isBusy={discarding.isBusy} onClick={discarding.discard}>
      Discard changes
    </AdminButton>
  );
}
