import { exactTime, fromLocalInput, localZone, toLocalInput } from "#ui/admin/local-time.ts";
import { Field } from "#ui/field.tsx";
import type { ArticleDetail } from "../schema.ts";

type Props = {
  value: string | null;
  status: ArticleDetail["status"];
  error?: string | undefined;
  onChange: (value: string | null) => void;
};

/** What will happen, and when, in words. */
function consequenceOf({ value, status }: Pick<Props, "value" | "status">): string {
  const isAhead = value !== null && Date.parse(value) > Date.now();
  if (status === "draft") {
    if (value === null) return "A draft is seen by nobody but editors.";
    return `A draft is seen by nobody but editors. Once its status is Published, this date counts: ${exactTime(value)}.`;
  }
  if (value === null) return "Published with the time of saving.";
  return isAhead
    ? `Scheduled: readers see it from ${exactTime(value)} on.`
    : `Published with the date ${exactTime(value)}.`;
}

/** Publication date and time in the editor's time zone. A future one schedules. */
export function PublicationField({ value, status, error, onChange }: Props) {
  return (
    <div>
      <Field
        className="max-w-xs"
        label="Publication date and time"
        name="published_date"
        type="datetime-local"
        min="1000-01-01T00:00"
        max="9999-12-30T23:59"
        hint={`In your time zone: ${localZone()}`}
        error={error}
        value={toLocalInput(value)}
        onChange={(event) => onChange(fromLocalInput(event.target.value))}
      />
      <p role="status" className="meta mt-1">
        {consequenceOf({ value, status })}
      </p>
    </div>
  );
}
