import type { AuditEntry } from "../../schema.ts";
import { fieldWords, valueWords } from "./entry-words.ts";

/** All of an entry that the row leaves out: what changed, and its place in the chain. */
export function EntryDetails({ entry }: { entry: AuditEntry }) {
  const changes = Object.entries(entry.changes);
  return (
    <div className="space-y-3 border-l-2 border-rule py-1 pl-4 text-sm">
      {changes.length > 0 && (
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_minmax(0,1fr)]">
          {changes.map(([field, { from, to }]) => (
            <div key={field} className="contents">
              <dt className="font-semibold">{fieldWords(field)}</dt>
              <dd className="wrap-anywhere max-sm:mb-1">
                {from !== undefined && <del className="text-muted">{valueWords(from)}</del>}
                {from !== undefined && to !== undefined && <span aria-hidden="true"> → </span>}
                {to !== undefined && <ins className="no-underline">{valueWords(to)}</ins>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="meta wrap-anywhere">
        Entry {entry.n}
        {entry.network && `, from ${entry.network}`}. Hash <code>{entry.hash}</code>
      </p>
    </div>
  );
}
