import { useQueryClient } from "@tanstack/react-query";
import { ChevronDown } from "lucide";
import { type Ref, useRef, useState } from "react";
import { emptyOf } from "#features/documents/room/admin/room-session.ts";
import type { RoomType } from "#features/documents/room/admin/room-type.ts";
import { newKey } from "#features/documents/session/admin/document-session.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Menu } from "#ui/admin/menu.tsx";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { useOpenRoom } from "#ui/admin/room-handover.tsx";
import { useScreenActions } from "#ui/admin/screen.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Icon } from "#ui/icon.tsx";
import { readTemplate, templatesOf } from "./calls.ts";
import { TemplatesDialog } from "./templates-dialog.tsx";

/** Creates a document with the fields of a template, and opens its room. */
export function useFromTemplate<Row extends { id: number }, W extends object, C extends object>(
  type: RoomType<Row, W, C>,
): { isBusy: boolean; create: (template: number) => void } {
  const api = useEditorApi();
  const client = useQueryClient();
  const open = useOpenRoom();
  const { isBusy, run } = useCall();
  const failure = { title: `Error creating ${type.type}`, fallback: `Could not create the ${type.type}` };
  return {
    isBusy,
    create: (template) =>
      void run(async () => {
        const { fields } = await readTemplate(api, type.type, template);
        const values = { ...emptyOf<W, C>(type), ...type.valuesFromTemplate(fields) };
        const { row } = await type.create(api, values, newKey());
        type.onCreated(client, row);
        open(type.urlOf(row.id));
      }, failure),
  };
}

type Props<Row extends { id: number }, W extends object, C extends object> = {
  type: RoomType<Row, W, C>;
  label: string;
  ref?: Ref<HTMLButtonElement>;
};

/** The button that creates a document: an empty one, or from a template if there are any. */
export function NewDocument<Row extends { id: number }, W extends object, C extends object>({
  type,
  label,
  ref,
}: Props<Row, W, C>) {
  const open = useOpenRoom();
  const hasNewsroom = useHasNewsroom();
  const templates = useApi(templatesOf(type.type), { enabled: hasNewsroom }).data ?? [];
  const { isBusy, create } = useFromTemplate(type);
  const [isManaging, setIsManaging] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const openBlank = () => open(type.urlOf("new"));
  useScreenActions([
    ...templates.map(({ id, name }) => ({ label: `New ${type.type} from “${name}”`, run: () => create(id) })),
    ...(templates.length > 0 ? [{ label: `${nounOf(type)} templates`, run: () => setIsManaging(true) }] : []),
  ]);
  const refer = (element: HTMLButtonElement | null) => {
    button.current = element;
    if (typeof ref === "function") ref(element);
    else if (ref) ref.current = element;
  };
  return (
    <>
      {templates.length === 0 ? (
        <AdminButton ref={refer} variant="primary" onClick={openBlank}>
          {label}
        </AdminButton>
      ) : (
        <Menu
          label={label}
          trigger={
            <AdminButton ref={refer} variant="primary" isBusy={isBusy}>
              {label}
              <Icon icon={ChevronDown} size={16} />
            </AdminButton>
          }
          groups={[
            [{ label: "Blank", run: openBlank }],
            templates.map(({ id, name }) => ({ label: name, run: () => create(id) })),
            [{ label: "Manage templates…", run: () => setIsManaging(true) }],
          ]}
          onChosen={() => button.current?.focus()}
        />
      )}
      {isManaging && <TemplatesDialog type={type.type} templates={templates} onClose={() => setIsManaging(false)} />}
    </>
  );
}

const nounOf = ({ type }: { type: string }) => `${type.slice(0, 1).toUpperCase()}${type.slice(1)}`;
