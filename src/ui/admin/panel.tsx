import type { ReactNode, Ref } from "react";
import { AdminButton } from "./controls.tsx";

type HeadingProps = {
  title: string;
  children?: ReactNode;
  /** For moving the focus here when the control that had it is gone. */
  ref?: Ref<HTMLHeadingElement>;
};

/** The top of a tab: its heading and, on the right, its actions. */
export function PanelHeading({ title, children, ref }: HeadingProps) {
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
      <h2 ref={ref} tabIndex={-1} className="headline-md font-semibold outline-none">
        {title}
      </h2>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  );
}

/** A card with an add or edit form. */
export function FormCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mb-8 border border-rule bg-surface/40 p-4 sm:p-6">
      <h3 className="headline-sm mb-4 font-semibold">{title}</h3>
      {children}
    </section>
  );
}

type FailedProps = {
  children: ReactNode;
  onRetry: () => void;
  /** A toast has already announced it. */
  isAnnounced?: boolean;
};

/** Shown instead of content that could not be fetched. */
export function FailedNote({ children, onRetry, isAnnounced = false }: FailedProps) {
  return (
    <div
      role={isAnnounced ? undefined : "alert"}
      className="flex flex-wrap items-center gap-4 border-l-4 border-down bg-surface px-4 py-3"
    >
      <p className="font-medium text-down">{children}</p>
      <AdminButton onClick={onRetry}>Try again</AdminButton>
    </div>
  );
}
