import { type MouseEvent, useEffect, useRef } from "react";
import { spokenKeys } from "#ui/admin/keyboard.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import { Picture } from "#ui/picture.tsx";
import type { Entry, Group } from "./entries.ts";

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
  const { label, hint, keys, picture } = entry;
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
        {hint && <span className="meta block truncate">{hint}</span>}
      </span>
      {keys && <kbd className="meta shrink-0 max-sm:hidden">{spokenKeys(keys)}</kbd>}
    </div>
  );
}
