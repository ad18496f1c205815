import { DateTimeField } from "#ui/admin/date-fields.tsx";
import { isInstant } from "#ui/admin/date-values.ts";
import { exactTime } from "#ui/admin/local-time.ts";
import type { ArticleDetail } from "../schema.ts";

type Props = {
  value: string | null;
  status: ArticleDetail["status"];
  stored: Pick<ArticleDetail, "status" | "published_date"> | null;
  /** The newsroom's; null as long as it is not known. */
  zone: string | null;
  error?: string | undefined;
  onChange: (value: string | null) => void;
};

function consequenceOf({ value, status, stored, zone }: Omit<Props, "onChange">): string {
  if (value !== null && !isInstant(value)) return "";
  const timeOf = (iso: string) => exactTime(iso, zone ?? "UTC");
  const isAhead = value !== null && Date.parse(value) > Date.now();
  if (status !== "published") {
    if (value === null) return "A draft is seen by nobody but editors.";
    return `A draft is seen by nobody but editors. Once its status is Published, this date counts: ${timeOf(value)}.`;
  }
  if (value === null) {
    const date = stored?.status === "published" ? stored.published_date : null;
    // An article that readers have seen keeps its date; a scheduled one is published now.
    const isPublic = date !== null && Date.parse(date) <= Date.now();
    return isPublic ? `Keeps the date it was published with: ${timeOf(date)}.` : "Published with the time of saving.";
  }
  return isAhead ? `Scheduled: readers see it from ${timeOf(value)} on.` : `Published with the date ${timeOf(value)}.`;
}

export function PublicationField({ value, status, stored, zone, error, onChange }: Props) {
  return (
    <div>
      <DateTimeField
        label="Publication date and time"
        name="published_date"
        value={value}
        zone={zone}
        error={error}
        onChange={onChange}
      />
      <p role="status" className="meta mt-1">
        {consequenceOf({ value, status, stored, zone })}
      </p>
    </div>
  );
}
