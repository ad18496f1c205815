import { exactTime, fromLocalInput, localZone, toLocalInput } from "#ui/admin/local-time.ts";
import { Field } from "#ui/field.tsx";
import type { ArticleDetail } from "../schema.ts";

type Props = {
  value: string | null;
  status: ArticleDetail["status"];
  /** The stored article; null for a new one. */
  stored: Pick<ArticleDetail, "status" | "published_date"> | null;
  error?: string | undefined;
  onChange: (value: string | null) => void;
};

/** Describes what will happen, and when. */
function consequenceOf({ value, status, stored }: Pick<Props, "value" | "status" | "stored">): string {
  const isAhead = value !== null && Date.parse(value) > Date.now();
  if (status === "draft") {
    if (value === null) return "A draft is seen by nobody but editors.";
    return `A draft is seen by nobody but editors. Once its status is Published, this date counts: ${exactTime(value)}.`;
  }
  if (value === null) {
    const date = stored?.status === "published" ? stored.published_date : null;
    // An article that readers have seen keeps its date; a scheduled one is published now.
    const isPublic = date !== null && Date.parse(date) <= Date.now();
    return isPublic
      ? `Keeps the date it was published with: ${exactTime(date)}.`
      : "Published with the time of saving.";
  }
  return isAhead
    ? `Scheduled: readers see it from ${exactTime(value)} on.`
    : `Published with the date ${exactTime(value)}.`;
}

/** Publication date and time in the editor's time zone. A future date schedules. */
export function PublicationField({ value, status, stored, error, onChange }: Props) {
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
        {consequenceOf({ value, status, stored })}
      </p>
    </div>
  );
}
