import { Search } from "lucide";
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { ModalFrame } from "#ui/admin/dialog.tsx";
import { spokenKeys } from "#ui/admin/keyboard.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import type { ScreenAction } from "#ui/admin/screen.tsx";
import { StoryState } from "#ui/admin/story-state.tsx";
import { leaveAll } from "#ui/admin/unsaved.tsx";
import { Icon } from "#ui/icon.tsx";
import { Picture } from "#ui/picture.tsx";
import type { FinderScreen, ScreenPart } from "../rules.ts";
import { type Entry, type Group, type Sources, useGroups } from "./internal/entries.ts";

/** As many as the lists on the server accept. */
const MAX_QUERY_LENGTH = 300;

/** The field and what it finds: a combobox whose list is always open (WAI-ARIA APG, Combobox Pattern). */
export function FinderDialog({ onClose, ...sources }: Sources & { onClose: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const query = typed.trim();
  const results = useGroups(query, sources);
  const entries = results.groups.flatMap((group) => group.entries);
  // What arrives later does not move the choice to another line.
  const at = Math.max(
    0,
    entries.findIndex(({ key }) => key === chosenKey),
  );
  const id = useId();
  const optionId = (index: number) => `${id}-${index}`;

  function choose(entry: Entry, { ctrlKey, metaKey }: Pick<MouseEvent, "ctrlKey" | "metaKey">) {
    if ("to" in entry && (ctrlKey || metaKey)) {
      window.open(entry.to, "_blank", "noopener");
      return;
    }
    onClose();
    // After the dialog is gone and has returned the focus: what runs may move it.
    if ("run" in entry) window.setTimeout(entry.run);
    else leaveAll(() => void navigate(entry.to));
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key];
    const entry = entries[at];
    if (event.nativeEvent.isComposing || !entry) return;
    if (event.key === "Enter") choose(entry, event);
    else if (step) setChosenKey(entries[(at + step + entries.length) % entries.length]?.key ?? null);
    else return;
    event.preventDefault();
  }
  return (
    <ModalFrame
      aria-label="Find"
      onClose={onClose}
      className="mx-auto mt-[max(1rem,10dvh)] mb-auto flex max-h-[min(80dvh,40rem)] w-[calc(100%-2rem)] max-w-2xl flex-col overflow-hidden"
    >
      <FinderField
        typed={typed}
        list={`${id}-list`}
        active={entries.length > 0 ? optionId(at) : undefined}
        onType={(text) => {
          setTyped(text);
          setChosenKey(null);
        }}
        onKeyDown={onKeyDown}
      />
      <FinderResults
        {...results}
        id={`${id}-list`}
        optionId={optionId}
        query={query}
        at={at}
        onPoint={setChosenKey}
        onChoose={choose}
      />
    </ModalFrame>
  );
}

const STEPS: Partial<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

type FieldProps = {
  typed: string;
  /** Ids of the list and of its chosen option. */
  list: string;
  active: string | undefined;
  onType: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

function FinderField({ typed, list, active, onType, onKeyDown }: FieldProps) {
  return (
    <div className="relative shrink-0 border-b border-rule">
      <Icon
        icon={Search}
        size={18}
        className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-faint"
      />
      <input
        role="combobox"
        aria-label="Find articles, pictures, issues, people, screens and actions"
        aria-expanded={active !== undefined}
        aria-controls={list}
        aria-activedescendant={active}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        placeholder="Find articles, pictures, issues, people, actions"
        maxLength={MAX_QUERY_LENGTH}
        value={typed}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={onKeyDown}
        className="block w-full bg-transparent py-4 pr-4 pl-12 text-base outline-none placeholder:text-faint"
      />
    </div>
  );
}

type FinderProps = {
  screens: readonly FinderScreen[];
  parts: readonly ScreenPart[];
  /** What can be done wherever one is; open screens add their own. */
  actions: readonly ScreenAction[];
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
};

/**
 * Ctrl+K: one field that finds articles, pictures, newsletter issues, people, screens and actions. In a text the same keys make a link of
 * the words that are selected, and the text keeps them to itself.
 */
export function Finder({ isOpen, onOpen, onClose, ...sources }: FinderProps) {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isKey = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isKey || event.repeat || event.key.toLowerCase() !== "k") return;
      if (!isOpen && document.querySelector("dialog[open]")) return;
      event.preventDefault();
      if (isOpen) onClose();
      else onOpen();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOpen, onOpen, onClose]);
  return isOpen ? <FinderDialog {...sources} onClose={onClose} /> : null;
}

/** Whether the finder is open, and what opens and closes it. */
export function useFinder() {
  const [isOpen, setIsOpen] = useState(false);
  const [toggles] = useState(() => ({ onOpen: () => setIsOpen(true), onClose: () => setIsOpen(false) }));
  return { isOpen, ...toggles };
}

type Props = {
  id: string;
  optionId: (index: number) => string;
  query: string;
  groups: Group[];
  isSearching: boolean;
  hasFailed: boolean;
  retry: () => void;
  /** Which entry is chosen, counted through all groups. */
  at: number;
  onPoint: (key: string) => void;
  onChoose: (entry: Entry, event: MouseEvent) => void;
};

/** The groups of what was found, and in words that nothing was, or that something could not be searched. */
export function FinderResults(props: Props) {
  const { id, optionId, query, groups, isSearching, hasFailed, retry, at, onPoint, onChoose } = props;
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another entry is chosen
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [at, query]);
  let next = 0;
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <>
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label="Found"
        className="min-h-0 overflow-y-auto overscroll-contain py-1"
      >
        {groups.map(({ title, entries }) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, not fieldsets
          <div key={title} role="group" aria-label={title} className="py-1">
            <div aria-hidden="true" className="meta px-4 pt-1.5 pb-1">
              {title}
            </div>
            {entries.map((entry) => {
              const index = next++;
              return (
                <Option
                  key={entry.key}
                  id={optionId(index)}
                  entry={entry}
                  isChosen={index === at}
                  onPoint={() => onPoint(entry.key)}
                  onChoose={(event) => onChoose(entry, event)}
                />
              );
            })}
          </div>
        ))}
      </div>
      {hasFailed && (
        <div className="border-t border-rule px-4 py-3">
          <FailedNote onRetry={retry}>Could not search everything.</FailedNote>
        </div>
      )}
      <p role="status" className={count === 0 && !hasFailed ? "px-4 pb-4 text-sm text-muted" : "sr-only"}>
        {statusOf(query, count, isSearching)}
      </p>
    </>
  );
}

function statusOf(query: string, count: number, isSearching: boolean): string {
  if (isSearching && count === 0) return query === "" ? "Loading…" : "Searching…";
  if (isSearching) return "";
  if (count === 0) return query === "" ? "" : `Nothing found for “${query}”.`;
  return query === "" ? "" : `${count} found`;
}

type OptionProps = {
  id: string;
  entry: Entry;
  isChosen: boolean;
  onPoint: () => void;
  onChoose: (event: MouseEvent) => void;
};

function Option({ id, entry, isChosen, onPoint, onChoose }: OptionProps) {
  const { label, hint, keys, picture, story, type } = entry;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      onPointerMove={isChosen ? undefined : onPoint}
      onClick={onChoose}
      className="flex min-h-10 cursor-pointer items-center gap-3 px-4 py-1.5 text-[0.9375rem] aria-selected:bg-surface pointer-coarse:min-h-11"
    >
      {picture !== undefined &&
        (picture ? (
          <Picture src={picture} alt="" sizes="40px" ratio="4/3" className="w-10 shrink-0" />
        ) : (
          <span aria-hidden="true" className="block aspect-4/3 w-10 shrink-0 bg-rule" />
        ))}
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{label}</span>
        {(story || hint) && (
          <span className="meta flex items-center gap-2">
            {story && <StoryState story={story} className="shrink-0" {...(type && { type })} />}
            {hint && <span className="min-w-0 truncate">{hint}</span>}
          </span>
        )}
      </span>
      {keys && <kbd className="meta shrink-0 max-sm:hidden">{spokenKeys(keys)}</kbd>}
    </div>
  );
}
