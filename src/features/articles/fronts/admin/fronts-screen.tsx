import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronRight } from "lucide";
import { type Ref, useRef, useState } from "react";
import { newsroomSettings } from "#features/settings/calls.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton, buttonLook, Switch } from "#ui/admin/controls.tsx";
import { DateTimeField } from "#ui/admin/date-fields.tsx";
import { problemAhead } from "#ui/admin/date-values.ts";
import { Dialog } from "#ui/admin/dialog.tsx";
import { tableTime } from "#ui/admin/local-time.ts";
import { Menu } from "#ui/admin/menu.tsx";
import { OrderedRows } from "#ui/admin/ordered-rows.tsx";
import { PageFrame } from "#ui/admin/page-frame.tsx";
import { FailedNote, ScreenHead } from "#ui/admin/panel.tsx";
import { Select } from "#ui/admin/select.tsx";
import { Icon } from "#ui/icon.tsx";
import { Skeleton, SkeletonLines } from "#ui/skeleton.tsx";
import { type Block, type BlockPlace, blockOf, FRONT_KINDS, type FrontKind, isSingle, kindsOn } from "../rules.ts";
import type { Front, FrontVersion } from "../schema.ts";
import { BlockFields, summaryOf, useOffers } from "./block-fields.tsx";
import { type Page, previewOf, useFront, versionsOf } from "./calls.ts";
import { ColumnButtons } from "./column-buttons.tsx";
import { FRONT_LABELS, KIND_LABELS, PLACE_LABELS } from "./names.ts";
import { READY_MADE } from "./ready-made.ts";

const HOME = "home";
/** The value of all pages of a kind; no slug is empty. */
const ALL = "";

/** Where editors arrange the home page and the pages of categories, topics and series from blocks. */
export function FrontsScreen() {
  const [page, setPage] = useState<Page>({ kind: HOME });
  const { kind, slug } = page;
  return (
    <>
      <ScreenHead title="Front pages">
        <a href={pageUrl.home()} target="_blank" rel="noopener" className={buttonLook("plain")}>
          View home page
        </a>
      </ScreenHead>
      <div className="mb-6 grid gap-4 sm:grid-cols-2 lg:max-w-160">
        <Select
          label="Page"
          value={kind}
          onChange={(value) => setPage({ kind: value as FrontKind })}
          options={FRONT_KINDS.map((value) => ({ value, label: FRONT_LABELS[value] }))}
        />
        {kind !== HOME && (
          <OneOf
            kind={kind}
            slug={slug}
            onChange={(value) => setPage({ kind, ...(value !== ALL && { slug: value }) })}
          />
        )}
      </div>
      <Arranger key={`${kind}/${slug ?? ALL}`} page={page} />
    </>
  );
}

type OneProps = { kind: Exclude<FrontKind, "home">; slug: string | undefined; onChange: (slug: string) => void };

function OneOf({ kind, slug = ALL, onChange }: OneProps) {
  const offers = useOffers(kind);
  return (
    <Select
      label="Which one"
      value={slug}
      onChange={onChange}
      options={[{ value: ALL, label: `All ${FRONT_LABELS[kind].toLowerCase()}` }, ...offers]}
    />
  );
}

type Dialogs = "time" | "versions" | "ready" | null;

function Arranger({ page }: { page: Page }) {
  const arranged = useFront(page);
  const { stored, front, isBusy, change } = arranged;
  const [dialog, setDialog] = useState<Dialogs>(null);
  const state = useRef<HTMLParagraphElement>(null);
  if (!front && stored.error)
    return <FailedNote onRetry={() => void stored.refetch()}>Could not fetch the arrangement of this page.</FailedNote>;
  if (!front) return <Skeleton className="h-96 w-full" />;
  return (
    <div aria-busy={isBusy} className="grid gap-x-10 gap-y-8 lg:grid-cols-[26rem_minmax(0,1fr)] lg:items-start">
      <section aria-label="Blocks">
        <StateLine ref={state} front={front} />
        <Actions
          page={page}
          arranged={arranged}
          front={front}
          onOpen={setDialog}
          onDone={() => state.current?.focus()}
        />
        <Switch
          label="Show each story only once"
          hint="A story that one block shows is left out of the blocks below it."
          checked={front.one_place_per_story}
          onChange={(one_place_per_story) => void change({ one_place_per_story, status: "draft" }, "Page changed")}
        />
        <Blocks page={page} blocks={front.blocks} change={change} />
      </section>
      <Preview page={page} />
      <OpenDialog dialog={dialog} page={page} front={front} change={change} onClose={() => setDialog(null)} />
    </div>
  );
}

type Arranged = ReturnType<typeof useFront>;
type ActionsProps = {
  page: Page;
  arranged: Arranged;
  front: Front;
  onOpen: (dialog: Dialogs) => void;
  /** After an action whose button may be gone with it. */
  onDone: () => void;
};

function Actions({ page, arranged: { isBusy, change, reset }, front, onOpen, onDone }: ActionsProps) {
  const isWaiting = front.status === "draft" || front.publish_at !== null;
  // A failure leaves the button, and with it the focus.
  const whenDone = (isDone: boolean | undefined) => isDone && onDone();
  return (
    <div className="mt-3 mb-6 flex flex-wrap gap-2">
      {isWaiting && (
        <AdminButton
          variant="primary"
          isBusy={isBusy}
          onClick={() => void change({ status: "published", publish_at: null }, "Published").then(whenDone)}
        >
          Publish now
        </AdminButton>
      )}
      {isWaiting && <AdminButton onClick={() => onOpen("time")}>Publish at a time</AdminButton>}
      <AdminButton onClick={() => onOpen("versions")}>Versions</AdminButton>
      {page.kind === HOME && <AdminButton onClick={() => onOpen("ready")}>Start from</AdminButton>}
      {!front.is_default && (
        <AdminButton variant="quiet" isBusy={isBusy} onClick={() => void reset().then(whenDone)}>
          Use the default
        </AdminButton>
      )}
    </div>
  );
}

type BlocksProps = { page: Page; blocks: readonly Block[]; change: Arranged["change"] };

function Blocks({ page, blocks, change }: BlocksProps) {
  const [open, setOpen] = useState<number | null>(null);
  const put = (next: Block[], title: string) => void change({ blocks: next, status: "draft" }, title);
  const add = (block: Block) => {
    setOpen(blocks.length);
    put([...blocks, block], `${KIND_LABELS[block.kind]} added`);
  };
  return (
    <>
      <div className="mt-6">
        <OrderedRows
          label="Blocks"
          items={blocks}
          nameOf={({ kind }) => KIND_LABELS[kind]}
          onChange={(next, did, drop) => {
            setOpen(null);
            // A block that is dropped on another one joins its column.
            const at = drop && next[drop.at];
            const moved = drop && at ? next.with(drop.at, { ...at, place: drop.onto.place }) : next;
            put(moved, did === "moved" ? "Block moved" : "Block removed");
          }}
        >
          {(block, at) => (
            <div className={COLUMN_MARKS[block.place]}>
              <div className="flex items-start gap-1">
                <button
                  type="button"
                  aria-expanded={open === at}
                  onClick={() => setOpen(open === at ? null : at)}
                  className="flex min-h-11 min-w-0 grow items-start gap-2 py-1.5 text-left hover:text-accent"
                >
                  <Icon icon={open === at ? ChevronDown : ChevronRight} size={16} className="mt-1 shrink-0" />
                  <span className="min-w-0">
                    <span className="block font-semibold">{KIND_LABELS[block.kind]}</span>
                    <span className="meta block wrap-anywhere">
                      {[PLACE_LABELS[block.place], summaryOf(block)].filter(Boolean).join(" · ")}
                    </span>
                  </span>
                </button>
                <ColumnButtons
                  block={block}
                  onChange={(place) => put(blocks.with(at, { ...block, place }), "Block moved")}
                />
              </div>
              {open === at && (
                <BlockFields
                  block={block}
                  front={page.kind}
                  onChange={(next) => put(blocks.with(at, next), "Block changed")}
                />
              )}
            </div>
          )}
        </OrderedRows>
      </div>
      <AddMenu page={page} blocks={blocks} onAdd={add} />
    </>
  );
}

/** A block of the side column stands to the side in the list, too. */
const COLUMN_MARKS: Record<BlockPlace, string> = { wide: "", main: "", side: "ps-8" };

type OpenProps = { dialog: Dialogs; page: Page; front: Front; change: Arranged["change"]; onClose: () => void };

function OpenDialog({ dialog, page, front, change, onClose }: OpenProps) {
  const zone = useApi(newsroomSettings()).data?.time_zone ?? "UTC";
  const put = (arrangement: { blocks: readonly Block[]; one_place_per_story: boolean }, title: string) => {
    onClose();
    const { blocks, one_place_per_story } = arrangement;
    void change({ blocks: [...blocks], one_place_per_story, status: "draft" }, title);
  };
  if (dialog === "time")
    return (
      <TimeDialog
        zone={zone}
        value={front.publish_at}
        onClose={onClose}
        onSet={(publish_at) => {
          onClose();
          void change({ status: "published", publish_at }, "Time set");
        }}
      />
    );
  if (dialog === "versions")
    return (
      <VersionsDialog
        page={page}
        onClose={onClose}
        onRestore={(version) => put(version, "Version restored as a draft")}
      />
    );
  return dialog && <ReadyDialog onClose={onClose} onChoose={(made) => put(made, "Arrangement chosen")} />;
}

type StateProps = { ref: Ref<HTMLParagraphElement>; front: Front };

function StateLine({ ref, front: { status, publish_at, is_default, saved, saved_by } }: StateProps) {
  const state = is_default
    ? "Default arrangement"
    : publish_at
      ? `Will be published ${tableTime(publish_at)}`
      : status === "draft"
        ? "Draft: readers have the former arrangement"
        : "Published";
  const by = saved && `Saved ${tableTime(saved)}${saved_by ? ` by ${saved_by}` : ""}`;
  return (
    <p ref={ref} tabIndex={-1} role="status" className="font-semibold outline-none">
      {state}
      {by && <span className="meta block font-normal">{by}</span>}
    </p>
  );
}

function AddMenu({ page, blocks, onAdd }: { page: Page; blocks: readonly Block[]; onAdd: (block: Block) => void }) {
  const offered = kindsOn(page.kind).filter((kind) => !isSingle(kind) || blocks.every((block) => block.kind !== kind));
  return (
    <div className="mt-5">
      <Menu
        label="Kinds of blocks"
        trigger={<AdminButton>Add a block</AdminButton>}
        onChosen={() => undefined}
        groups={[offered.map((kind) => ({ label: KIND_LABELS[kind], run: () => onAdd(blockOf(kind)) }))]}
      />
    </div>
  );
}

/** A link to a preview works for 30 minutes. */
const LINK_FRESH_MS = 25 * 60_000;

/** The page as it is with the newest version. */
function Preview({ page }: { page: Page }) {
  const api = useEditorApi();
  const newest = useApi(versionsOf(page)).data?.[0];
  const {
    data: link,
    error,
    refetch,
  } = useQuery({
    queryKey: ["front-preview", newest?.id, newest?.saved],
    queryFn: () => previewOf(api, newest?.id ?? 0),
    enabled: newest !== undefined,
    staleTime: LINK_FRESH_MS,
    gcTime: LINK_FRESH_MS,
    placeholderData: (before) => before,
  });
  if (!newest) return <p className="meta">The preview appears with the first change.</p>;
  return (
    <section aria-label="Preview" className="min-w-0 lg:sticky lg:top-4">
      {error && <FailedNote onRetry={() => void refetch()}>Could not load the preview.</FailedNote>}
      {link && (
        <PageFrame
          addressOf={(theme) => `${link}&theme=${theme}`}
          className="h-[max(24rem,100dvh-14rem)] max-lg:h-[70dvh]"
        />
      )}
    </section>
  );
}

type TimeProps = { zone: string; value: string | null; onSet: (at: string) => void; onClose: () => void };

function TimeDialog({ zone, value: set, onSet, onClose }: TimeProps) {
  const [value, setValue] = useState(set);
  const [error, setError] = useState<string>();
  return (
    <Dialog title="Publish at a time" onClose={onClose}>
      <form
        noValidate
        className="mt-2 space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          const problem = problemAhead(value, Date.now());
          if (value === null || problem) setError(problem ?? "Choose a time.");
          else onSet(value);
        }}
      >
        <DateTimeField label="Date and time" value={value} zone={zone} error={error} onChange={setValue} />
        <div className="flex justify-end gap-2">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary">
            Set time
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}

type VersionsProps = { page: Page; onRestore: (version: FrontVersion) => void; onClose: () => void };

function VersionsDialog({ page, onRestore, onClose }: VersionsProps) {
  const { data, error, refetch } = useApi(versionsOf(page), { refetchOnMount: "always" });
  return (
    <Dialog title="Versions" onClose={onClose}>
      {error && <FailedNote onRetry={() => void refetch()}>Could not fetch the versions.</FailedNote>}
      {!data && !error && <SkeletonLines lines={4} />}
      {data?.length === 0 && <p className="meta my-3">No versions yet.</p>}
      <ul className="my-3">
        {data?.map((version) => (
          <li
            key={version.id}
            className="flex min-h-11 items-center gap-3 border-b border-rule py-1.5 text-[0.9375rem]"
          >
            <span className="grow">
              {version.saved && tableTime(version.saved)} {version.saved_by && `by ${version.saved_by}`}
              <span className="meta block">
                {version.is_default ? "Default arrangement" : `${version.blocks.length} blocks`}
                {version.is_current && " · readers have it"}
                {!version.live && " · draft"}
              </span>
            </span>
            <AdminButton onClick={() => onRestore(version)}>Restore</AdminButton>
          </li>
        ))}
      </ul>
      <div className="flex justify-end">
        <AdminButton onClick={onClose}>Close</AdminButton>
      </div>
    </Dialog>
  );
}

function ReadyDialog(props: { onChoose: (made: (typeof READY_MADE)[number]) => void; onClose: () => void }) {
  return (
    <Dialog title="Start from" onClose={props.onClose}>
      <p className="meta mt-1">Replaces the blocks of the draft. Readers see nothing of it before you publish.</p>
      <ul className="my-3">
        {READY_MADE.map((made) => (
          <li key={made.name} className="border-b border-rule">
            <button
              type="button"
              onClick={() => props.onChoose(made)}
              className="min-h-11 w-full py-2 text-left hover:text-accent"
            >
              <span className="block font-semibold">{made.name}</span>
              <span className="meta block">{made.about}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className="flex justify-end">
        <AdminButton onClick={props.onClose}>Cancel</AdminButton>
      </div>
    </Dialog>
  );
}
