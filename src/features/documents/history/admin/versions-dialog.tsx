import { type UseQueryResult, useQueries } from "@tanstack/react-query";
import { type ComponentType, type FormEvent, useId, useState } from "react";
import type { Paged } from "#shared/api-client.ts";
import type { ApiQuery } from "#shared/api-query.ts";
import type { PageOfList } from "#shared/editor-client.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton, Checkbox } from "#ui/admin/controls.tsx";
import { Dialog, lastButton } from "#ui/admin/dialog.tsx";
import { exactTime } from "#ui/admin/local-time.ts";
import { type PagedList, usePagedList } from "#ui/admin/paged-list.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import { Select } from "#ui/admin/select.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";
import { MAX_NOTE_LENGTH } from "../rules.ts";
import type { Revision } from "../schema.ts";
import { ChangeSteps } from "./change-steps.tsx";
import { type Sitting, sittingsOf, writersOf } from "./sittings.ts";

/** The versions of a document: endpoints, comparison and restoring. */
export type Versions<Whole extends Revision> = {
  list: PageOfList<Revision>;
  named: PageOfList<Revision>;
  one: (n: number) => ApiQuery<Whole>;
  name: (n: number, note: string) => Promise<void>;
  /** Renders a version; `before` is null for the first one. `isMarked`: with changes since `before` marked. */
  Changes: ComponentType<{ before: Whole | null; after: Whole; isMarked: boolean }>;
  /** Null if restoring is not possible. */
  restoring: {
    isBusy: boolean;
    restore: (n: number) => void;
    /** Puts one paragraph into the present text. */
    restoreBlock?: (html: string, before: string) => void;
  } | null;
  /** Whether the newest version was discarded, so that the stored document differs from it. */
  isDiscarded?: (newest: Revision) => boolean;
};

type Props<Whole extends Revision> = { of: Versions<Whole>; onClose: () => void };

export function VersionsDialog<Whole extends Revision>({ of, onClose }: Props<Whole>) {
  const [page, setPage] = useState(1);
  const [isNamedOnly, setIsNamedOnly] = useState(false);
  const list = usePagedList(isNamedOnly ? of.named : of.list, { at: { page, open: setPage } });
  const named = useApi(of.named(1)).data?.items ?? NONE;
  const known = useKnownRevisions(of.list, list);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const rows = list.rows ?? NONE;
  const shown = [...rows, ...named].find(({ n }) => n === chosen?.n) ?? rows[0];
  const sitting = sittingsOf(rows).find(({ newest }) => newest.n === shown?.n);
  const first = chosen?.isPart ? shown?.n : (sitting?.oldest.n ?? shown?.n);
  const [newest] = known.others;
  const current = newest && !of.isDiscarded?.(newest) ? newest.n : undefined;
  const choice = { shown: shown?.n, isPart: chosen?.isPart === true, current, onChoose: setChosen };
  return (
    <Dialog title="Versions" wide onClose={onClose} focused={lastButton}>
      {list.isFailed ? (
        <div className="mt-4">
          <FailedNote onRetry={list.refresh}>Could not load the versions.</FailedNote>
        </div>
      ) : (
        <div className="mt-4 grid gap-x-8 gap-y-6 md:grid-cols-[16rem_minmax(0,1fr)]">
          <div className="max-md:max-h-56 max-md:overflow-y-auto md:max-h-[65dvh] md:overflow-y-auto">
            {(named.length > 0 || isNamedOnly) && (
              <Checkbox
                label="Named only"
                checked={isNamedOnly}
                onChange={(on) => {
                  setPage(1);
                  setIsNamedOnly(on);
                }}
              />
            )}
            {!isNamedOnly && named.length > 0 && <VersionList label="Named versions" rows={named} {...choice} />}
            <RevisionList list={list} label={isNamedOnly ? "Named versions" : "All versions"} {...choice} />
          </div>
          {shown && first !== undefined && (
            <ShownRevision
              key={`${shown.n} ${first}`}
              of={of}
              shown={shown}
              first={first}
              current={current}
              known={known}
            />
          )}
        </div>
      )}
      <div className="mt-6 flex justify-end">
        <AdminButton onClick={onClose}>Close</AdminButton>
      </div>
    </Dialog>
  );
}

const NONE: readonly Revision[] = [];

type Choice = {
  label: string;
  /** The numbers of the displayed version and the editor's current one. */
  shown: number | undefined;
  isPart: boolean;
  current: number | undefined;
  onChoose: (chosen: Chosen) => void;
};

/** The chosen version: with everything of its sitting, or alone. */
type Chosen = { n: number; isPart: boolean };

function RevisionList({ list: { rows, page, pages, open }, ...choice }: Choice & { list: PagedList<Revision> }) {
  if (!rows) return <SkeletonLines lines={6} />;
  return (
    <>
      <VersionList rows={rows} {...choice} />
      {pages > 1 && (
        <div className="mt-2 flex justify-between gap-2">
          <AdminButton disabled={page <= 1} onClick={() => open(page - 1)}>
            Newer
          </AdminButton>
          <AdminButton disabled={page >= pages} onClick={() => open(page + 1)}>
            Older
          </AdminButton>
        </div>
      )}
    </>
  );
}

function VersionList({ label, rows, ...choice }: Choice & { rows: readonly Revision[] }) {
  const id = useId();
  return (
    <nav aria-labelledby={id} className="mt-3">
      <h3 id={id} className="mb-1.5 text-sm font-bold">
        {label}
      </h3>
      <ul className="divide-y divide-rule border-y border-rule">
        {sittingsOf(rows).map((sitting) => (
          <li key={sitting.newest.n}>
            <VersionButton
              revision={sitting.newest}
              by={sitting.parts.length > 1 ? `Autosaved by ${namesOf(sitting)}` : byWhom(sitting.newest)}
              {...choice}
            />
            {sitting.parts.length > 1 && sitting.parts.some(({ n }) => n === choice.shown) && (
              <ul aria-label="Each person's changes" className="border-t border-rule pl-4">
                {sitting.parts.map((part) => (
                  <li key={part.n}>
                    <VersionButton revision={part} by={byWhom(part)} isOfSitting {...choice} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

const LIST = new Intl.ListFormat("en");
const namesOf = (sitting: Sitting): string => LIST.format(writersOf(sitting).map((name) => name ?? REMOVED));

type VersionButtonProps = Omit<Choice, "label"> & { revision: Revision; by: string; isOfSitting?: boolean };

function VersionButton({ revision, by, isOfSitting = false, shown, isPart, current, onChoose }: VersionButtonProps) {
  const isShown = revision.n === shown && isPart === isOfSitting;
  const state = isOfSitting ? "" : stateOf(revision, current);
  return (
    <button
      type="button"
      aria-current={isShown || undefined}
      onClick={() => onChoose({ n: revision.n, isPart: isOfSitting })}
      className="block min-h-11 w-full border-l-2 border-transparent px-3 py-2 text-left outline-offset-[-2px] hover:bg-surface aria-[current]:border-accent aria-[current]:bg-surface"
    >
      <span className="block text-sm font-semibold wrap-anywhere">{revision.note || exactTime(revision.created)}</span>
      <span className="meta block wrap-anywhere">{by}</span>
      {state && <span className="meta block font-semibold text-ink">{state}</span>}
    </button>
  );
}

function stateOf({ n, public_since: since }: Revision, current: number | undefined): string {
  const states = [n === current && "Current", since && `Public since ${exactTime(since)}`];
  return states.filter(Boolean).join(" · ");
}

type KnownRevisions = {
  /** The newest versions, loaded without a gap. */
  others: Revision[];
  /** Loads older versions; undefined if there are none. */
  more: { label: string; load: () => void } | undefined;
};

/** The versions to compare with: all down to the open page, and older ones on request. */
function useKnownRevisions(of: PageOfList<Revision>, { page, pages }: PagedList<Revision>): KnownRevisions {
  const [asked, setAsked] = useState(1);
  const count = Math.min(pages, Math.max(asked, page));
  const results = useQueries({
    queries: Array.from({ length: count }, (_, index) => ({
      queryKey: of(index + 1).queryKey,
    })),
  }) as UseQueryResult<Paged<Revision>>[];
  // A concurrently saved version moves the last one of a page to the next page.
  const rows = new Map(results.flatMap(({ data }) => data?.items ?? []).map((one) => [one.n, one]));
  const failed = results.find(({ isError }) => isError);
  const label = failed ? "Could not load more. Try again" : "Older versions...";
  const isLoading = results.some(({ isPending }) => isPending);
  const load = () => (failed ? void failed.refetch() : setAsked(count + 1));
  const more = isLoading ? { label: "Loading...", load: () => {} } : { label, load };
  return { others: [...rows.values()], more: isLoading || failed || count < pages ? more : undefined };
}

const REMOVED = "a removed user";

/** The author of a version, and its time if the first line shows its name. */
function byWhom({ note, created, author, is_autosave, suggested_by: suggester }: Revision): string {
  const saved = `${is_autosave ? "Autosaved" : "Saved"} by ${author ?? REMOVED}`;
  const who =
    suggester === undefined ? saved : `Suggested by ${suggester ?? REMOVED}, accepted by ${author ?? REMOVED}`;
  return note ? `${who}, ${exactTime(created)}` : who;
}

type ShownProps<Whole extends Revision> = {
  of: Versions<Whole>;
  shown: Revision;
  /** The oldest version of its sitting. */
  first: number;
  current: number | undefined;
  known: KnownRevisions;
};

function ShownRevision<Whole extends Revision>(props: ShownProps<Whole>) {
  const { of, shown, first, current } = props;
  const { others, more } = props.known;
  const before = others.find(({ n }) => n < first)?.n ?? (first > 1 ? first - 1 : null);
  const [other, setOther] = useState(before);
  const whole = useApi(of.one(shown.n));
  const compared = useApi(of.one(other ?? shown.n), { enabled: other !== null });
  const { Changes, restoring } = of;
  const [isMarked, setIsMarked] = useState(true);
  const failed = [whole, compared].find(({ isError }) => isError);
  const options = others.filter(({ n }) => n !== shown.n).map((one) => ({ value: String(one.n), label: labelOf(one) }));
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-end gap-3">
        {options.length > 0 && (
          <Select
            label="Compared with"
            className="min-w-0 max-w-full"
            value={other === null ? "" : String(other)}
            options={options}
            more={more}
            onChange={(n) => setOther(Number(n))}
          />
        )}
        {other !== null && <Checkbox label="Show changes" checked={isMarked} onChange={setIsMarked} />}
        {shown.n !== current && restoring && (
          <AdminButton variant="primary" isBusy={restoring.isBusy} onClick={() => restoring.restore(shown.n)}>
            {restoring.isBusy ? "Restoring..." : "Restore this version"}
          </AdminButton>
        )}
      </div>
      <div className="mt-5">
        {failed ? (
          <FailedNote onRetry={() => void failed.refetch()}>Could not load the version.</FailedNote>
        ) : whole.data && (other === null || compared.data) ? (
          <ChangeSteps
            key={`${other} ${isMarked}`}
            onRestore={shown.n === current ? undefined : restoring?.restoreBlock}
          >
            <Changes before={other === null ? null : (compared.data ?? null)} after={whole.data} isMarked={isMarked} />
          </ChangeSteps>
        ) : (
          <SkeletonLines lines={8} />
        )}
      </div>
      <RevisionName revision={shown} name={of.name} />
    </div>
  );
}

const labelOf = ({ n, note, created }: Revision) => `${note || exactTime(created)} (${n})`;

type NameProps = { revision: Revision; name: (n: number, note: string) => Promise<void> };

function RevisionName({ revision, name: store }: NameProps) {
  const show = useToast();
  const { isBusy, run } = useCall();
  const [name, setName] = useState(revision.note);
  async function submit(event: FormEvent) {
    event.preventDefault();
    const note = name.trim();
    await run(
      async () => {
        await store(revision.n, note);
        show({ title: note === "" ? "Name removed" : "Version named" });
      },
      { title: "Error naming the version", fallback: "Could not name the version" },
    );
  }
  return (
    <form onSubmit={submit} className="mt-6 flex flex-wrap items-end gap-2 border-t border-rule pt-4">
      <Field
        className="min-w-0 flex-1"
        label="Name of this version"
        placeholder="None"
        autoComplete="off"
        maxLength={MAX_NOTE_LENGTH}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {name.trim() !== revision.note && (
        <AdminButton type="submit" isBusy={isBusy} className="min-h-11">
          {isBusy ? "Naming..." : "Name it"}
        </AdminButton>
      )}
    </form>
  );
}
