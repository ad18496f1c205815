import { Search } from "lucide";
import { type KeyboardEvent, type MouseEvent, useId, useState } from "react";
import { useNavigate } from "react-router";
import { ModalFrame } from "#ui/admin/dialog.tsx";
import { leaveAll } from "#ui/admin/unsaved.tsx";
import { Icon } from "#ui/icon.tsx";
import type { Entry } from "./entries.ts";
import { FinderResults } from "./finder-results.tsx";
import { type Sources, useGroups } from "./use-groups.ts";

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
