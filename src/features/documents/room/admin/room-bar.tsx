import { ArrowLeft } from "lucide";
import type { ReactNode } from "react";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Icon } from "#ui/icon.tsx";

type Props = {
  title: string;
  /** The label of the link back. */
  back?: string;
  onCancel: () => void;
  /** The state of the work, in words. */
  state?: ReactNode;
  /** The buttons. */
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
        <h1 id="room-heading" className="text-sm font-semibold max-lg:sr-only">
          {title}
        </h1>
        {state}
      </div>
      <div className="room-actions">{children}</div>
    </div>
  );
}
