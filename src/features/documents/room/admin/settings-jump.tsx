import { SlidersHorizontal } from "lucide";
import { AdminButton } from "#ui/admin/controls.tsx";
import { useMedia } from "#ui/admin/use-media.ts";
import { Icon } from "#ui/icon.tsx";
import { BESIDE } from "./settings-panel.tsx";
import { useSettingsSheet } from "./settings-sheet.ts";

/** Opens the settings of a room where they are a sheet. */
export function SettingsJump() {
  const isBeside = useMedia(BESIDE);
  const { open } = useSettingsSheet();
  if (isBeside) return null;
  return (
    <AdminButton
      variant="quiet"
      aria-haspopup="dialog"
      className="-my-1 ml-auto min-h-11 shrink-0 max-sm:w-11 max-sm:px-0 [:is(button,.room-tools)+&]:ml-0"
      onClick={() => open()}
    >
      <Icon icon={SlidersHorizontal} size={18} />
      <span className="max-sm:sr-only">Settings</span>
    </AdminButton>
  );
}
