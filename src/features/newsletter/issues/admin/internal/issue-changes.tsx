import { ContentChanges, TextChanges } from "#features/documents/desk/admin/text-changes.tsx";
import { differing } from "#ui/admin/edit-form/values.ts";
import type { WholeIssueRevision } from "../../schema.ts";
import { ISSUE_KIND } from "../issue-kind.ts";
import { type IssueValues, wholeBody } from "../issue-values.ts";
import { VERSION_FIELDS } from "../version-fields.tsx";

const saysOf = (version: WholeIssueRevision): IssueValues => ({
  subject: version.subject,
  preview: version.preview,
  body: wholeBody(version),
});

type Props = {
  /** Null for the first version, which is all new. */
  before: WholeIssueRevision | null;
  after: WholeIssueRevision;
};

/** What changed from one version of an issue to another. */
export function IssueChanges({ before, after }: Props) {
  const left = before ? saysOf(before) : ISSUE_KIND.empty;
  const right = saysOf(after);
  const names = differing(left, right);
  if (names.length === 0) return <p>Both versions say the same.</p>;
  return (
    <div className="revision-changes space-y-5">
      {names.map((name) => (
        <section key={name} aria-label={VERSION_FIELDS[name].label} className="border-t border-rule pt-3">
          <h3 className="text-sm font-bold">{VERSION_FIELDS[name].label}</h3>
          <div className="mt-1.5 space-y-3 text-[0.9375rem] whitespace-pre-line wrap-anywhere">
            {name === "body" ? (
              <ContentChanges before={left.body} after={right.body} />
            ) : (
              <p>
                <TextChanges before={left[name]} after={right[name]} />
              </p>
            )}
          </div>
        </section>
      ))}
    </div>
  );
}
