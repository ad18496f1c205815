import { Copy, LayoutTemplate } from "lucide";
import { type ReactNode, useState } from "react";
import { SaveTemplateDialog } from "#features/documents/templates/admin/save-template.tsx";
import { OutsideForm } from "#ui/admin/dialog.tsx";
import { storeTyped } from "#ui/admin/edit-form/store-typed.ts";
import type { MenuItem } from "#ui/admin/menu.tsx";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { useScreenActions } from "#ui/admin/screen.tsx";
import { useDuplicate } from "./use-duplicate.ts";
import type { RoomForm } from "./use-room-form.ts";

/** The shared menu items of every room and their dialogs; also in the command palette. */
export function useDocumentMenu<Row extends { id: number }, W extends object, C extends object>(
  form: RoomForm<Row, W, C>,
): { items: MenuItem[]; dialog: ReactNode } {
  const { type, base, values } = form;
  const hasNewsroom = useHasNewsroom();
  const duplicate = useDuplicate(type);
  const [isNaming, setIsNaming] = useState(false);
  const id = hasNewsroom ? (base?.id ?? null) : null;
  const store = () => storeTyped(form);
  const items: MenuItem[] =
    id === null
      ? []
      : [
          { label: "Duplicate", icon: Copy, run: () => duplicate(id, store) },
          { label: "Save as template", icon: LayoutTemplate, run: () => setIsNaming(true) },
        ];
  useScreenActions(items.map(({ label, run }) => ({ label: label.replace(/^\w+/, `$& this ${type.type}`), run })));
  const dialog = isNaming && id !== null && (
    <OutsideForm>
      <SaveTemplateDialog
        document={{ type: type.type, id }}
        title={type.titleOf(values)}
        store={store}
        onClose={() => setIsNaming(false)}
      />
    </OutsideForm>
  );
  return { items, dialog };
}
