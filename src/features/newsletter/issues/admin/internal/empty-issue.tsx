import type { ReactNode } from "react";
import { RoomBar } from "#features/documents/desk/admin/room-bar.tsx";
import { AdminButton } from "#ui/admin/controls.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import { useScreenTitle } from "#ui/admin/screen.tsx";
import { Skeleton, SkeletonLines } from "#ui/skeleton.tsx";
import "#features/documents/desk/admin/writing-room.css";

type LoadingProps = { onCancel: () => void; offers?: ReactNode; onRetry?: (() => void) | undefined };

/** The screen while its issue is loaded, or with `onRetry` if it could not be. */
export function LoadingIssue({ onCancel, offers, onRetry }: LoadingProps) {
  return (
    <section aria-labelledby="room-heading" className="writing-room">
      <div className="form-bar">
        <RoomBar title="Edit issue" back="Issues" onCancel={onCancel} />
      </div>
      <div className="room-page">
        <div className="room-paper">
          {offers}
          {onRetry ? (
            <FailedNote onRetry={onRetry}>Could not load the issue.</FailedNote>
          ) : (
            <div role="status" className="space-y-8">
              <span className="sr-only">Loading issue...</span>
              <Skeleton className="h-14 w-4/5" />
              <SkeletonLines lines={9} className="pt-6" />
            </div>
          )}
        </div>
      </div>
    </section>
  );
}

/** The screen of an address without an issue. */
export function NoIssue({ onLeave, offers }: { onLeave: () => void; offers?: ReactNode }) {
  useScreenTitle("Issue not found");
  return (
    <section aria-labelledby="no-issue" className="admin-width py-24 text-center">
      <div className="text-left">{offers}</div>
      <h1 id="no-issue" className="headline-lg">
        Issue not found
      </h1>
      <p className="mx-auto mt-4 mb-8 max-w-md text-muted">It may have been deleted, or the address is wrong.</p>
      <AdminButton variant="primary" onClick={onLeave}>
        Back to all issues
      </AdminButton>
    </section>
  );
}
