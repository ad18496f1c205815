import "./writing-room.css";
import { ArrowLeft } from "lucide";
import { type ReactNode, Suspense } from "react";
import type { DocumentTypeName } from "#shared/document.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import { useScreenTitle } from "#ui/admin/screen.tsx";
import { Icon } from "#ui/icon.tsx";
import { Skeleton, SkeletonLines } from "#ui/skeleton.tsx";

/** The part of a type that the screens need. */
type Named = { type: DocumentTypeName; words: { edit: string; back: string } };

type LoadingProps = {
  type: Named;
  isFailed: boolean;
  onRetry: () => void;
  onCancel: () => void;
  offers: ReactNode;
};

/** The loading and error state of a room. */
export function LoadingRoom({ type: { type, words }, isFailed, onRetry, onCancel, offers }: LoadingProps) {
  return (
    <section aria-labelledby="room-heading" className="writing-room">
      <div className="form-bar">
        <RoomBar title={words.edit} back={words.back} onCancel={onCancel} />
      </div>
      <div className="room-page">
        <div className="room-paper">
          {isFailed ? (
            <>
              {offers}
              <FailedNote onRetry={onRetry}>Could not load the {type}.</FailedNote>
            </>
          ) : (
            <div role="status" className="space-y-8">
              <span className="sr-only">Loading {type}...</span>
              <Skeleton className="h-14 w-4/5" />
              <SkeletonLines lines={2} />
              <SkeletonLines lines={9} className="pt-6" />
            </div>
          )}
        </div>
      </div>
    </section>
  );
}

export const LazyRoom = ({
  type,
  onCancel,
  children,
}: Pick<LoadingProps, "type" | "onCancel"> & { children: ReactNode }) => (
  <Suspense
    fallback={<LoadingRoom type={type} isFailed={false} onRetry={() => undefined} onCancel={onCancel} offers={null} />}
  >
    {children}
  </Suspense>
);

type InsteadProps = { title: string; text: string; offers?: ReactNode; children: ReactNode };

/** A screen in place of the room: a sentence or two, and links in `children`. */
export function InsteadOfRoom({ title, text, offers, children }: InsteadProps) {
  return (
    <section aria-labelledby="no-room" className="admin-width py-24 text-center">
      <div className="text-left">{offers}</div>
      <h1 id="no-room" className="headline-lg wrap-anywhere">
        {title}
      </h1>
      <p className="mx-auto mt-4 mb-8 max-w-md text-muted wrap-anywhere">{text}</p>
      <div className="flex flex-wrap justify-center gap-2">{children}</div>
    </section>
  );
}

type NoProps = { type: Pick<Named, "type">; onLeave: () => void; offers?: ReactNode };

export function NoDocument({ type: { type }, onLeave, offers }: NoProps) {
  const title = `${type.slice(0, 1).toUpperCase()}${type.slice(1)} not found`;
  useScreenTitle(title);
  return (
    <InsteadOfRoom title={title} text="It may have been deleted, or the address is wrong." offers={offers}>
      <AdminButton variant="primary" onClick={onLeave}>
        Back to all {type}s
      </AdminButton>
    </InsteadOfRoom>
  );
}

type Props = {
  title: string;
  back?: string;
  onCancel: () => void;
  state?: ReactNode;
  children?: ReactNode;
};

/** The bar at the top of a writing room: link back, title, state and actions. */
export function RoomBar({ title, back = "Cancel", onCancel, state, children }: Props) {
  return (
    <div className="room-bar">
      <AdminButton variant="quiet" className="room-back max-sm:w-11 max-sm:px-0" onClick={onCancel}>
        <Icon icon={ArrowLeft} size={19} />
        <span className="max-sm:sr-only">{back}</span>
      </AdminButton>
      <div className="room-place">
        <h1 id="room-heading" className="text-sm font-semibold max-[90rem]:sr-only">
          {title}
        </h1>
        {state}
      </div>
      <div className="room-actions">{children}</div>
    </div>
  );
}
