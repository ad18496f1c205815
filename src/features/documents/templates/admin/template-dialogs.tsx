import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, Pencil, Trash2 } from "lucide";
import { type FormEvent, type Ref, useRef, useState } from "react";
import { emptyOf } from "#features/documents/room/admin/room-session.ts";
import type { RoomType } from "#features/documents/room/admin/room-type.ts";
import { MAX_TEMPLATE_NAME } from "#features/documents/rules.ts";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { callsUnder } from "#shared/api-query.ts";
import { DOCUMENT_PATHS, type DocumentKey, type DocumentTypeName } from "#shared/document.ts";
import { type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { Menu } from "#ui/admin/menu.tsx";
import { PastTime } from "#ui/admin/past-time.tsx";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { useOpenRoom } from "#ui/admin/room-handover.tsx";
import { useScreenActions } from "#ui/admin/screen.tsx";
import { Select } from "#ui/admin/select.tsx";
import { newKey } from "#ui/admin/session/document-session.ts";
import { afterStoring } from "#ui/admin/session/waiting-pictures.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import type { TemplateEndpoints } from "../endpoints.ts";
import type { Template, TemplateBody, TemplateChange, WholeTemplate } from "../schema.ts";

const NEW = "new";

type SaveTemplateDialogProps = {
  document: DocumentKey;
  /** The suggested name. */
  title: string;
  /** Stores unsaved changes before the template is created. */
  store: () => Promise<void>;
  onClose: () => void;
};

/** Creates a template from a document, or replaces the fields of an existing one. */
export function SaveTemplateDialog({ document: { type, id }, title, store, onClose }: SaveTemplateDialogProps) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { isBusy, run } = useCall();
  const templates = (useApi(templatesOf(type)).data ?? []).filter(({ may_change }) => may_change);
  const [chosen, setChosen] = useState(NEW);
  const [name, setName] = useState([...title.trim()].slice(0, MAX_TEMPLATE_NAME).join(""));
  const isNew = chosen === NEW;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(
      async () => {
        await store();
        if (isNew) await createTemplate(api, type, { name, document: id });
        else await changeTemplate(api, type, Number(chosen), { document: id });
        templatesChanged(client, type);
        show({ title: isNew ? "Template saved" : "Template updated" });
        onClose();
      },
      { title: "Error saving template", fallback: afterStoring("Could not save the template") },
    );
  };
  return (
    <Dialog
      title="Save as template"
      onClose={onClose}
      focused={(dialog) => dialog.querySelector<HTMLElement>("[name=name]")}
    >
      <form onSubmit={submit} className="mt-2 space-y-5">
        <p className="text-[0.9375rem] text-muted">
          New {type}s can start with this text and its settings, without dates, address and authors.
        </p>
        {templates.length > 0 && (
          <Select
            label="Template"
            value={chosen}
            options={[
              { value: NEW, label: "New template" },
              ...templates.map((template) => ({ value: String(template.id), label: `Update “${template.name}”` })),
            ]}
            onChange={setChosen}
          />
        )}
        {isNew && (
          <Field
            label="Name"
            name="name"
            autoComplete="off"
            required
            maxLength={MAX_TEMPLATE_NAME}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
        <div className="flex justify-end gap-2">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="accent" isBusy={isBusy}>
            {isNew ? "Save template" : "Update template"}
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}

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

type NewDocumentProps<Row extends { id: number }, W extends object, C extends object> = {
  type: RoomType<Row, W, C>;
  label: string;
  ref?: Ref<HTMLButtonElement>;
};

/** The button that creates a document: an empty one, or from a template if there are any. */
export function NewDocument<Row extends { id: number }, W extends object, C extends object>({
  type,
  label,
  ref,
}: NewDocumentProps<Row, W, C>) {
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

const templates = editorClientOf<TemplateEndpoints>();

export const templatesOf = (type: DocumentTypeName) => templates.query(`GET ${DOCUMENT_PATHS[type]}/templates`);

/** Refetches the templates of a type. */
export function templatesChanged(client: QueryClient, type: DocumentTypeName): void {
  void client.invalidateQueries(callsUnder(templates.url(`GET ${DOCUMENT_PATHS[type]}/templates`)));
}

/** A template with its fields. These calls throw `ApiError` or `NetworkError`. */
export async function readTemplate(api: EditorApi, type: DocumentTypeName, id: number): Promise<WholeTemplate> {
  return (await templates.send(api, `GET ${DOCUMENT_PATHS[type]}/templates/:id`, { params: { id } })).body;
}

export async function createTemplate(api: EditorApi, type: DocumentTypeName, body: TemplateBody): Promise<void> {
  await templates.send(api, `POST ${DOCUMENT_PATHS[type]}/templates`, { body });
}

export async function changeTemplate(
  api: EditorApi,
  type: DocumentTypeName,
  id: number,
  body: TemplateChange,
): Promise<void> {
  await templates.send(api, `PATCH ${DOCUMENT_PATHS[type]}/templates/:id`, { params: { id }, body });
}

export async function deleteTemplate(api: EditorApi, type: DocumentTypeName, id: number): Promise<void> {
  await templates.send(api, `DELETE ${DOCUMENT_PATHS[type]}/templates/:id`, { params: { id } });
}

type Props = { type: DocumentTypeName; templates: readonly Template[]; onClose: () => void };

export function TemplatesDialog({ type, templates, onClose }: Props) {
  const api = useEditorApi();
  const client = useQueryClient();
  const list = useRef<HTMLUListElement>(null);
  const deletion = useDeletion<Template>({
    words: {
      title: "Delete this template?",
      confirm: "Delete",
      deleted: "Template deleted",
      failed: "Error deleting template",
      fallback: "Could not delete the template",
    },
    consequence: ({ name }) =>
      `“${name}” will no longer be offered. Existing ${type}s created from it are not affected.`,
    call: ({ id }) => deleteTemplate(api, type, id),
    onDeleted: () => {
      list.current?.focus();
      templatesChanged(client, type);
    },
  });
  return (
    <Dialog title="Templates" onClose={onClose}>
      <p className="mt-2 text-[0.9375rem] text-muted">
        To change the text of a template, make {type === "page" ? "a page" : `an ${type}`} from it, edit that, and
        choose <em>Save as template</em> in its menu.
      </p>
      {templates.length === 0 ? (
        <p className="mt-6">No templates.</p>
      ) : (
        <ul ref={list} tabIndex={-1} aria-label="Templates" className="mt-4 divide-y divide-rule border-y border-rule">
          {templates.map((template) => (
            <li key={template.id} className="py-3">
              <TemplateRow type={type} template={template} onDelete={() => deletion.ask(template)} />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-6 flex justify-end">
        <AdminButton onClick={onClose}>Close</AdminButton>
      </div>
      {deletion.question}
    </Dialog>
  );
}

type RowProps = { type: DocumentTypeName; template: Template; onDelete: () => void };

function TemplateRow({ type, template, onDelete }: RowProps) {
  const zone = useNewsroomZone() ?? "UTC";
  const [isRenaming, setIsRenaming] = useState(false);
  const { name, author, updated, may_change: mayChange } = template;
  if (isRenaming) return <RenameForm type={type} template={template} onDone={() => setIsRenaming(false)} />;
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="meta">
          {author && `${author}, `}
          <PastTime at={updated} zone={zone} />
        </p>
      </div>
      {mayChange && (
        <>
          <AdminIconButton label={`Rename ${name}`} onClick={() => setIsRenaming(true)}>
            <Icon icon={Pencil} size={17} />
          </AdminIconButton>
          <AdminIconButton label={`Delete ${name}`} onClick={onDelete}>
            <Icon icon={Trash2} size={17} />
          </AdminIconButton>
        </>
      )}
    </div>
  );
}

function RenameForm({ type, template, onDone }: { type: DocumentTypeName; template: Template; onDone: () => void }) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { isBusy, run } = useCall();
  const [name, setName] = useState(template.name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(
      async () => {
        await changeTemplate(api, type, template.id, { name });
        templatesChanged(client, type);
        show({ title: "Template renamed" });
        onDone();
      },
      { title: "Error renaming template", fallback: "Could not rename the template" },
    );
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <Field
        className="min-w-0 flex-1 basis-48"
        label="Name"
        autoComplete="off"
        autoFocus
        required
        maxLength={MAX_TEMPLATE_NAME}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <AdminButton type="submit" variant="primary" isBusy={isBusy} className="min-h-11">
        Rename
      </AdminButton>
      <AdminButton className="min-h-11" onClick={onDone}>
        Cancel
      </AdminButton>
    </form>
  );
}
