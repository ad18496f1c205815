import { SlidersHorizontal } from "lucide";
import type { MouseEvent } from "react";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Icon } from "#ui/icon.tsx";

/** Leads to the settings of a room: on a narrow screen they are below the text, however long that is. */
export function SettingsJump() {
  function jump({ currentTarget }: MouseEvent) {
    const settings = currentTarget.closest(".writing-room")?.querySelector<HTMLElement>(".room-settings");
    settings?.scrollIntoView();
    settings?.focus({ preventScroll: true });
  }
  return (
    <AdminButton
      variant="quiet"
      className="-my-1 ml-auto shrink-0 max-sm:w-11 max-sm:px-0 lg:hidden [button+&]:ml-0"
      onClick={jump}
    >
      <Icon icon={SlidersHorizontal} size={18} />
      <span className="max-sm:sr-only">Settings</span>
    </AdminButton>
  );
}
