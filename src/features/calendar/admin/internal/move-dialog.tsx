import { type FormEvent, useState } from "react";
import { AdminButton } from "#ui/admin/controls.tsx";
import { DateTimeField } from "#ui/admin/date-fields.tsx";
import { problemAhead } from "#ui/admin/date-values.ts";
import { Dialog } from "#ui/admin/dialog.tsx";
import type { Item } from "./items.ts";

type Props = {
  item: Item;
  /** The time to begin with, in epoch milliseconds. */
  start: number;
  /** The newsroom's. */
  zone: string;
  onMove: (at: number) => void;
  onClose: () => void;
};

/** Asks for the day and time of an item, in the newsroom's zone. */
export function MoveDialog({ item, start, zone, onMove, onClose }: Props) {
  const [value, setValue] = useState<string | null>(() => new Date(start).toISOString());
  const [error, setError] = useState<string>();
  function submit(event: FormEvent) {
    event.preventDefault();
    const problem = problemAhead(value, Date.now());
    if (value === null || problem) return setError(problem);
    onMove(Date.parse(value));
  }
  return (
    <Dialog title={item.kind === "draft" ? "Schedule this article" : "Move to…"} onClose={onClose}>
      <form noValidate onSubmit={submit} className="mt-2 space-y-4">
        <p className="text-[0.9375rem] text-muted wrap-anywhere">“{item.title}”</p>
        <DateTimeField
          label="Date and time"
          value={value}
          zone={zone}
          error={error}
          onChange={(next) => {
            setValue(next);
            setError(undefined);
          }}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary">
            {item.kind === "draft" ? "Schedule" : "Move"}
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}
