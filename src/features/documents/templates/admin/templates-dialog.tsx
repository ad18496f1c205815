import { useQueryClient } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide";
import { type FormEvent, useRef, useState } from "react";
import { useNewsroomZone } from "#features/settings/admin/use-newsroom-zone.ts";
import type { DocumentTypeName } from "#shared/document.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { PastTime } from "#ui/admin/past-time.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { MAX_TEMPLATE_NAME } from "../rules.ts";
import type { Template } from "../schema.ts";
import { changeTemplate, deleteTemplate, templatesChanged } from "./calls.ts";

type Props = { type: DocumentTypeName; templates: readonly Template[]; onClose: () => void };

/** The templates of a type, to rename and delete. */
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
    consequence: ({ name }) => `“${name}” is no longer offered. The ${type}s that were made from it stay.`,
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
