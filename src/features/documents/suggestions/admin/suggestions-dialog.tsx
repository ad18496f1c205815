import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { RenderedContent } from "#features/documents/room/admin/rendered-content.tsx";
import { TextChanges } from "#features/documents/room/admin/text-changes.tsx";
import type { DocumentKey } from "#shared/document.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import type { VersionFields } from "#ui/admin/edit-form/version-fields.ts";
import { exactTime } from "#ui/admin/local-time.ts";
import { FailedNote } from "#ui/admin/panel.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";
import { SUGGESTED_TEXTS } from "../rules.ts";
import type { SuggestionList } from "../schema.ts";
import { type ListedEdit, piecesOf } from "./pieces.ts";
import type { Decide, Suggestions } from "./use-suggestions.ts";

type Props = {
  document: DocumentKey;
  suggestions: Pick<Suggestions, "list" | "isFailed" | "refetch" | "decide">;
  fields: VersionFields<never>;
  isBusy: boolean;
  onClose: () => void;
};

/** The document with everything that is suggested marked in it, and the decision on each edit. */
export function SuggestionsDialog({ document: { type }, suggestions, fields, isBusy, onClose }: Props) {
  const { list, isFailed, refetch, decide } = suggestions;
  return (
    <Dialog title="Suggestions" wide onClose={onClose}>
      {list ? (
        <Edits list={list} type={type} fields={fields} isBusy={isBusy} decide={decide} />
      ) : isFailed ? (
        <div className="mt-4">
          <FailedNote onRetry={refetch}>Could not load the suggestions.</FailedNote>
        </div>
      ) : (
        <SkeletonLines lines={8} className="mt-4" />
      )}
      <div className="mt-6 flex justify-end">
        <AdminButton onClick={onClose}>Close</AdminButton>
      </div>
    </Dialog>
  );
}

type EditsProps = Pick<Props, "fields" | "isBusy"> & {
  list: SuggestionList;
  type: DocumentKey["type"];
  decide: Decide;
};

function Edits({ list, type, fields, isBusy, decide }: EditsProps) {
  const { suggestions, may_decide: mayDecide } = list;
  const element = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const { lines, content } = SUGGESTED_TEXTS[type];
  const pieces = piecesOf(list, { lines: Object.keys(lines), content });
  const count = pieces.filter((piece) => typeof piece !== "string").length;
  const goTo = (to: number) => {
    const at = Math.max(0, Math.min(to, count - 1));
    setCurrent(at);
    const card = element.current?.querySelectorAll<HTMLElement>(".suggested-edit")[at];
    card?.focus({ preventScroll: true });
    card?.scrollIntoView({ block: "nearest" });
  };
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: at first, and whenever an edit is gone
  useEffect(() => {
    if (count > 0) goTo(current);
    else if (!isFirst.current) element.current?.focus();
    isFirst.current = false;
  }, [count]);
  const onKeyDown = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (ctrlKey || metaKey || altKey) return;
    if (key === "j") goTo(current + 1);
    if (key === "k") goTo(current - 1);
  };
  if (count === 0)
    return (
      <div ref={element} tabIndex={-1} className="mt-4 outline-none">
        <p role="status">No suggestions are left. Choose “Suggest” in the bar to suggest edits of your own.</p>
      </div>
    );
  let number = 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that lead from edit to edit, wherever the focus is among them
    <div ref={element} onKeyDown={onKeyDown} className="revision-changes mt-4">
      <People suggestions={suggestions} isBusy={isBusy} decide={mayDecide ? decide : null} />
      <div className="suggestion-steps">
        <p className="tabular-nums">
          Edit {current + 1} of {count}
        </p>
        <AdminButton aria-keyshortcuts="k" disabled={current === 0} onClick={() => goTo(current - 1)}>
          Previous
        </AdminButton>
        <AdminButton aria-keyshortcuts="j" disabled={current >= count - 1} onClick={() => goTo(current + 1)}>
          Next
        </AdminButton>
        <p className="meta max-sm:hidden">Keys: J and K</p>
      </div>
      <div className="suggested-text">
        {pieces.map((piece, index) => {
          // biome-ignore lint/suspicious/noArrayIndexKey: text between edits has no other key
          if (typeof piece === "string") return <RenderedContent key={`text-${index}`} before={piece} after={piece} />;
          const at = number++;
          return (
            <EditCard
              key={`${piece.person} ${piece.edit.key}`}
              listed={piece}
              name={`Edit ${at + 1} of ${count}`}
              label={piece.edit.field === content ? null : labelOf(fields, piece.edit.field)}
              isBusy={isBusy}
              decide={mayDecide ? decide : null}
              onFocus={() => setCurrent(at)}
            />
          );
        })}
      </div>
    </div>
  );
}

const labelOf = (fields: VersionFields<never>, field: string): string =>
  (fields as Record<string, { label: string }>)[field]?.label ?? field;

const nameIn = (name: string | null) => name ?? "A removed user";

type PeopleProps = {
  suggestions: SuggestionList["suggestions"];
  isBusy: boolean;
  /** Null for somebody who may not decide. */
  decide: Decide | null;
};

/** Who suggests something, and the decision on everything of one person. */
function People({ suggestions, isBusy, decide }: PeopleProps) {
  return (
    <ul aria-label="People" className="divide-y divide-rule border-y border-rule">
      {suggestions.map(({ person, name, edits }) => (
        <li key={person} className="flex flex-wrap items-center gap-2 py-2">
          <p className="mr-auto max-sm:w-full">
            <strong>{nameIn(name)}</strong> {edits.length === 1 ? "1 edit" : `${edits.length} edits`}
          </p>
          {decide && (
            <>
              <AdminButton
                disabled={isBusy || edits.every(({ is_conflict }) => is_conflict)}
                aria-label={`Accept all edits of ${nameIn(name)}`}
                onClick={() => void decide("accept", { person })}
              >
                Accept all
              </AdminButton>
              <AdminButton
                variant="quiet"
                disabled={isBusy}
                aria-label={`Reject all edits of ${nameIn(name)}`}
                onClick={() => void decide("reject", { person })}
              >
                Reject all
              </AdminButton>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

type CardProps = {
  listed: ListedEdit;
  name: string;
  /** The field that it changes; null for the content. */
  label: string | null;
  isBusy: boolean;
  decide: Decide | null;
  onFocus: () => void;
};

function EditCard({ listed: { person, name: author, saved, edit }, name, label, isBusy, decide, onFocus }: CardProps) {
  const { key, before, after, is_conflict: isConflict } = edit;
  const decided = { person, edits: [key] };
  return (
    <article tabIndex={-1} aria-label={name} className="suggested-edit" onFocus={onFocus}>
      {label === null ? (
        <RenderedContent before={before} after={after} />
      ) : (
        <>
          <h3 className="text-sm font-bold">{label}</h3>
          <p className="mt-1 wrap-anywhere">
            <TextChanges before={before} after={after} />
          </p>
        </>
      )}
      {isConflict && (
        <p className="mt-2 text-sm font-medium text-down">
          The text was changed in the same place since. Take over by hand what is still needed, then reject the edit.
        </p>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <p className="meta mr-auto">
          {nameIn(author)}, {exactTime(saved)}
        </p>
        {decide && !isConflict && (
          <AdminButton variant="primary" disabled={isBusy} onClick={() => void decide("accept", decided)}>
            Accept
          </AdminButton>
        )}
        {decide && (
          <AdminButton disabled={isBusy} onClick={() => void decide("reject", decided)}>
            Reject
          </AdminButton>
        )}
      </div>
    </article>
  );
}
