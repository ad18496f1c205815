import "./suggestions.css";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { comparableBlocks, joinedBlocks } from "#features/content/rules.ts";
import { RenderedContent, TextChanges } from "#features/documents/room/admin/content-sides.tsx";
import type { VersionFields } from "#features/documents/room/admin/version-fields.ts";
import { SUGGESTED_TEXTS } from "#features/documents/rules.ts";
import type { DocumentKey } from "#shared/document.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog, OutsideForm } from "#ui/admin/dialog.tsx";
import { exactTime } from "#ui/admin/local-time.ts";
import { FailedNote } from "#ui/admin/panel.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";
import type { SuggestionList } from "../schema.ts";
import { type Decide, type DecidingForm, type Suggestions, useSuggestions } from "./calls.ts";
import { useRoomSwitch } from "./suggestion-type.ts";

type SuggestionsDialogProps = {
  document: DocumentKey;
  suggestions: Pick<Suggestions, "list" | "isFailed" | "refetch" | "decide">;
  fields: VersionFields<never>;
  isBusy: boolean;
  onClose: () => void;
};

/** The document with all suggestions marked, and a decision for each edit. */
export function SuggestionsDialog({
  document: { type },
  suggestions,
  fields,
  isBusy,
  onClose,
}: SuggestionsDialogProps) {
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

type EditsProps = Pick<SuggestionsDialogProps, "fields" | "isBusy"> & {
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at the start, and whenever an edit is gone
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
        <p role="status">No suggestions left. To suggest your own edits, choose “Suggest” in the bar.</p>
      </div>
    );
  let number = 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that move between edits, whichever of them has the focus
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
  /** Null if the user may not decide. */
  decide: Decide | null;
};

/** The suggestions of one person, to accept or reject together. */
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
  /** The changed field; null for the content. */
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
          Another change affects the same place. Apply the parts you still need manually, then reject the edit.
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

type OfPerson = SuggestionList["suggestions"][number];
export type ListedEdit = Pick<OfPerson, "person" | "name" | "saved"> & { edit: OfPerson["edits"][number] };

/** The edits of the plain texts, then the content in pieces: unchanged HTML, and edits at their positions. */
export function piecesOf(
  { texts, suggestions }: SuggestionList,
  { lines, content }: { lines: readonly string[]; content: string },
): (string | ListedEdit)[] {
  const edits = suggestions.flatMap(({ person, name, saved, edits: own }) =>
    own.map((edit): ListedEdit => ({ person, name, saved, edit })),
  );
  const pieces: (string | ListedEdit)[] = lines.flatMap((field) => edits.filter(({ edit }) => edit.field === field));
  const [blocks = []] = comparableBlocks(texts[content] ?? "").lists;
  const addText = (from: number, to?: number) => {
    const html = joinedBlocks(blocks.slice(from, to));
    if (html !== "") pieces.push(html);
  };
  const inContent = edits
    .filter(({ edit }) => edit.field === content)
    .toSorted((one, other) => one.edit.at - other.edit.at || one.edit.blocks - other.edit.blocks);
  let shown = 0;
  for (const listed of inContent) {
    const { at, blocks: replaced } = listed.edit;
    if (at > shown) addText(shown, at);
    pieces.push(listed);
    shown = Math.max(shown, at + replaced);
  }
  addText(shown);
  return pieces;
}

const MODES = [
  { mode: "edit", label: "Edit", title: "Change the text" },
  { mode: "suggest", label: "Suggest", title: "Suggest edits that the authors accept or reject" },
] as const;

type Props<Row extends { id: number }> = {
  form: DecidingForm<Row> & { flush: () => Promise<boolean>; isBusy: boolean; kind: { fields: object } };
  document: DocumentKey;
  isSuggesting: boolean;
};

/** The mode switch of the bar, edit or suggest, and the button that opens others' suggestions. */
export function RoomSuggestions<Row extends { id: number }>({ form, document, isSuggesting }: Props<Row>) {
  const switchTo = useRoomSwitch();
  const current = isSuggesting ? "suggest" : "edit";
  return (
    <>
      {!isSuggesting && <SuggestionsButton form={form} document={document} />}
      {switchTo && (
        <fieldset aria-label="Mode" className="mode-switch">
          {MODES.map(({ mode, label, title }) => (
            <button
              key={mode}
              type="button"
              title={title}
              aria-pressed={mode === current}
              onClick={() => mode !== current && void form.flush().finally(() => switchTo(mode))}
            >
              {label}
            </button>
          ))}
        </fieldset>
      )}
    </>
  );
}

/** The button with the number of suggestions; nothing if there are none. */
function SuggestionsButton<Row extends { id: number }>({ form, document }: Pick<Props<Row>, "form" | "document">) {
  const suggestions = useSuggestions(form, document);
  const [isOpen, setIsOpen] = useState(false);
  const count = suggestions.list?.suggestions.reduce((sum, { edits }) => sum + edits.length, 0) ?? 0;
  // Suggestions are positioned in the stored text.
  const open = () =>
    void form.flush().finally(() => {
      suggestions.refetch();
      setIsOpen(true);
    });
  return (
    <>
      {count > 0 && (
        <AdminButton
          variant="quiet"
          data-suggestions
          aria-haspopup="dialog"
          className="shrink-0 px-2.5! text-accent"
          onClick={open}
        >
          <span className="tabular-nums">{count}</span> {count === 1 ? "suggestion" : "suggestions"}
        </AdminButton>
      )}
      {isOpen && (
        <OutsideForm>
          <SuggestionsDialog
            document={document}
            suggestions={suggestions}
            fields={form.kind.fields as VersionFields<never>}
            isBusy={form.isBusy}
            onClose={() => setIsOpen(false)}
          />
        </OutsideForm>
      )}
    </>
  );
}
