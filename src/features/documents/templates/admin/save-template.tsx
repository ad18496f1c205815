import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { DocumentKey } from "#shared/document.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { afterStoring } from "#ui/admin/edit-form/store-typed.ts";
import { Select } from "#ui/admin/select.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import { MAX_TEMPLATE_NAME } from "../rules.ts";
import { changeTemplate, createTemplate, templatesChanged, templatesOf } from "./calls.ts";

const NEW = "new";

type Props = {
  document: DocumentKey;
  /** The suggested name. */
  title: string;
  /** Stores unsaved changes before the template is created. */
  store: () => Promise<void>;
  onClose: () => void;
};

/** Creates a template from a document, or replaces the fields of an existing one. */
export function SaveTemplateDialog({ document: { type, id }, title, store, onClose }: Props) {
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
    <Dialog title="Save as template" onClose={onClose}>
      <form onSubmit={submit} className="mt-2 space-y-5">
        <p className="text-[0.9375rem] text-muted">
          New {type}s can begin with this text and its settings. Dates, address and authors are left out.
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
            autoFocus
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
