import { X } from "lucide";
import { type FormEvent, useState } from "react";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { useKeptChoice } from "#ui/admin/kept-choice.ts";
import { Icon } from "#ui/icon.tsx";
import { parseSavedFilters, type SavedFilter } from "../list-address.ts";

const MAX_NAME_LENGTH = 40;

type Props = {
  /** The filters and sort order of the open list, as a query string. */
  current: string;
  /** Whether there is anything to save. */
  isNarrowed: boolean;
  onApply: (query: string) => void;
};

/** Filters that were given a name, each one press away; kept in this browser. */
export function SavedFilters({ current, isNarrowed, onApply }: Props) {
  const [saved, setSaved] = useKeptChoice("article_filters", parseSavedFilters, []);
  const [isNaming, setIsNaming] = useState(false);
  const isSaved = saved.some(({ query }) => query === current);
  const without = ({ name }: SavedFilter) => saved.filter((other) => other.name !== name);
  if (saved.length === 0 && !isNarrowed) return null;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <ul aria-label="Saved filters" className="contents">
        {saved.map((filter) => (
          <li key={filter.name} className="flex max-w-full border border-rule">
            <button
              type="button"
              aria-current={filter.query === current || undefined}
              onClick={() => onApply(filter.query)}
              className="min-h-9 min-w-0 truncate px-3 text-sm font-semibold hover:bg-surface aria-[current]:bg-surface pointer-coarse:min-h-11"
            >
              {filter.name}
            </button>
            <button
              type="button"
              aria-label={`Remove the filter ${filter.name}`}
              title="Remove"
              onClick={() => setSaved(without(filter))}
              className="inline-flex w-8 shrink-0 items-center justify-center text-muted hover:bg-surface hover:text-ink pointer-coarse:w-11"
            >
              <Icon icon={X} size={14} />
            </button>
          </li>
        ))}
      </ul>
      {isNarrowed && !isSaved && (
        <AdminButton variant="quiet" className="first-of-type:-ml-3.5" onClick={() => setIsNaming(true)}>
          Save this filter
        </AdminButton>
      )}
      {isNaming && (
        <NameDialog
          onClose={() => setIsNaming(false)}
          onSave={(name) => {
            setSaved([...without({ name, query: current }), { name, query: current }]);
            setIsNaming(false);
          }}
        />
      )}
    </div>
  );
}

function NameDialog({ onClose, onSave }: { onClose: () => void; onSave: (name: string) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name") ?? "").trim();
    if (name !== "") onSave(name);
  };
  return (
    <Dialog title="Save this filter" onClose={onClose}>
      <form onSubmit={submit} className="mt-4">
        <label className="block text-sm font-semibold">
          Name
          <input
            name="name"
            required
            autoComplete="off"
            maxLength={MAX_NAME_LENGTH}
            className="mt-1.5 block w-full border border-faint bg-paper px-3.5 py-2.5 text-base font-normal text-ink"
          />
        </label>
        <p className="meta mt-1.5">A filter of the same name is replaced. Kept in this browser.</p>
        <div className="mt-6 flex flex-wrap justify-end gap-2">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary">
            Save
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}
