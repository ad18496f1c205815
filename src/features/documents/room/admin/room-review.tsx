import { RequestsPanel } from "#features/documents/requests/admin/requests-panel.tsx";
import { ReviewBanner } from "#features/documents/requests/admin/review-banner.tsx";
import { ReviewPanel } from "#features/documents/review/admin/review-panel.tsx";
import type { DocumentKey, DocumentType } from "#shared/document.ts";
import { storeTyped } from "#ui/admin/edit-form/store-typed.ts";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";

/** The part of a room's form that reviews need. */
export type ReviewedForm = {
  type: { type: DocumentType };
  base: { id: number } | null;
  flush: () => Promise<boolean>;
  latest: () => { version: { etag: string } | null };
};

const keyOf = ({ type, base }: ReviewedForm): DocumentKey | null => base && { type: type.type, id: base.id };

/** Stores what was typed: an approval is of what is stored. Returns the tag of that version. */
async function storedTag(form: ReviewedForm): Promise<string | undefined> {
  await storeTyped(form);
  return form.latest().version?.etag;
}

/** Above the text: that the user is asked to review the document, and which changes others request. */
export function RoomReviewBanner({ form }: { form: ReviewedForm }) {
  const document = keyOf(form);
  const hasNewsroom = useHasNewsroom();
  if (!document || !hasNewsroom) return null;
  return <ReviewBanner document={document} store={() => storedTag(form)} />;
}

type Props = { form: ReviewedForm; sources?: Parameters<typeof ReviewPanel>[0]["sources"] };

/** Among the settings: who is asked to review the document, and whose approval it has or needs. `sources`: of an article. */
export function RoomReview({ form, sources }: Props) {
  const document = keyOf(form);
  const { version } = form.latest();
  if (!useHasNewsroom()) return null;
  return (
    <>
      {document && <RequestsPanel document={document} />}
      <ReviewPanel
        document={document && version ? { ...document, etag: version.etag } : null}
        store={() => storedTag(form)}
        {...(sources && { sources })}
      />
    </>
  );
}
