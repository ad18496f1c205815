import { type FormEvent, useState } from "react";
import { AdminButton } from "#ui/admin/controls.tsx";
import { DateTimeField } from "#ui/admin/date-fields.tsx";
import { problemAhead } from "#ui/admin/date-values.ts";
import { Dialog } from "#ui/admin/dialog.tsx";
import type { HomeEntry } from "../../schema.ts";

type Props = { entry: HomeEntry; zone: string; onEnd: (endsAt: string | null) => void; onClose: () => void };

/** Asks up to when an article stands in its list. */
export function EndDialog({ entry, zone, onEnd, onClose }: Props) {
  const [value, setValue] = useState(entry.ends_at);
  const [error, setError] = useState<string>();
  function submit(event: FormEvent) {
    event.preventDefault();
    const problem = problemAhead(value, Date.now());
    if (value === null || problem) return setError(problem);
    onEnd(value);
  }
  return (
    <Dialog title="End time" onClose={onClose}>
      <form noValidate onSubmit={submit} className="mt-2 space-y-4">
        <p className="text-[0.9375rem] text-muted wrap-anywhere">“{entry.title}” leaves the list by itself then.</p>
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
          {entry.ends_at !== null && <AdminButton onClick={() => onEnd(null)}>No end</AdminButton>}
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary">
            Set end
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}
