import { RequestsPanel, ReviewBanner } from "#features/documents/requests/admin/requests-panel.tsx";
import { ReviewPanel } from "#features/documents/review/admin/review-panel.tsx";
import type { DocumentKey, DocumentTypeName } from "#shared/document.ts";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { storeTyped } from "#ui/admin/session/waiting-pictures.ts";

export type ReviewedForm = {
  type: { type: DocumentTypeName };
  base: { id: number } | null;
  flush: () => Promise<boolean>;
  latest: () => { version: { etag: string } | null };
};

const keyOf = ({ type, base }: ReviewedForm): DocumentKey | null => base && { type: type.type, id: base.id };

/** Stores unsaved changes, because approvals are of stored text. Returns the tag of that version. */
async function storedTag(form: ReviewedForm): Promise<string | undefined> {
  await storeTyped(form);
  return form.latest().version?.etag;
}

type BannerProps = { form: ReviewedForm & { session: { refresh: () => Promise<void> } } };

export function RoomReviewBanner({ form }: BannerProps) {
  const document = keyOf(form);
  const hasNewsroom = useHasNewsroom();
  if (!document || !hasNewsroom) return null;
  // A failure to read has no message of its own: it follows that of the answer.
  const reread = () => void form.session.refresh().catch(() => undefined);
  return <ReviewBanner document={document} store={() => storedTag(form)} reread={reread} />;
}

type Props = { form: ReviewedForm; sources?: Parameters<typeof ReviewPanel>[0]["sources"] };

/** The review settings: requests, and given or missing approvals. `sources`: those of an article. */
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
