import { type FormEvent, useState } from "react";
import { allCategories } from "#features/categories/calls.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { useMay } from "#ui/admin/permissions.tsx";
import { Select } from "#ui/admin/select.tsx";
import { namesLike, SuggestField } from "#ui/admin/suggest-field.tsx";
import { Field } from "#ui/field.tsx";
import type { BulkChange } from "../../schema.ts";
import { AuthorsField } from "../authors-field.tsx";
import { bulkChangeOf, NO_BULK_VALUES } from "../bulk-values.ts";
import { joinList, splitList } from "../form-values.ts";

type Props = {
  count: number;
  isBusy: boolean;
  onApply: (change: BulkChange) => void;
  onClose: () => void;
};

const KEEP = { value: "", label: "No change" };
const STATUSES = [
  { value: "published", label: "Published", needs: "article.publish" },
  { value: "ready", label: "Ready", needs: "article.ready" },
  { value: "draft", label: "Draft", needs: "article.write" },
] as const;
const choices = (on: string, off: string) => [KEEP, { value: "true", label: on }, { value: "false", label: off }];
const FLAGS = [
  { name: "is_auto_update", label: "Auto-Update", options: choices("Enabled", "Disabled") },
  { name: "is_featured", label: "Featured", options: choices("Featured", "Regular") },
  { name: "is_editors_pick", label: "Editor's Pick", options: choices("Yes", "No") },
  { name: "is_breaking", label: "Breaking News", options: choices("Yes", "No") },
] as const;

/** What to change of the selected articles; what is left empty stays as it is in each. */
export function BulkDialog({ count, isBusy, onApply, onClose }: Props) {
  const [values, setValues] = useState(NO_BULK_VALUES);
  const change = (given: Partial<typeof values>) => setValues({ ...values, ...given });
  const categories = (useApi(allCategories()).data ?? []).map(({ name }) => ({ value: name, label: name }));
  const may = useMay();
  const statuses = [KEEP, ...STATUSES.filter(({ needs }) => may(needs))];
  // Where articles are placed and how they are marked is decided by whoever may publish.
  const flags = may("article.publish") ? FLAGS : [];
  const wanted = bulkChangeOf(values);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wanted) onApply(wanted);
  };
  return (
    <Dialog title={count === 1 ? "Change 1 article" : `Change ${count} articles`} wide="form" onClose={onClose}>
      <p className="mt-2 text-[0.9375rem] text-muted">Fields that you leave empty do not change.</p>
      <form onSubmit={submit} className="mt-4 space-y-4">
        <SuggestField
          label="Category"
          maxLength={100}
          value={values.category}
          offersFor={(typed) => namesLike(categories, typed)}
          onChange={(category) => change({ category })}
        />
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          <Select label="Status" value={values.status} options={statuses} onChange={(status) => change({ status })} />
          {flags.map(({ name, label, options }) => (
            <Select
              key={name}
              label={label}
              value={values[name]}
              options={options}
              onChange={(value) => change({ [name]: value })}
            />
          ))}
        </div>
        <AuthorsField
          names={splitList(values.authors)}
          error={undefined}
          onChange={(names) => change({ authors: joinList(names) })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Add tags"
            hint="Separated by commas"
            autoComplete="off"
            value={values.tags_add}
            onChange={(event) => change({ tags_add: event.target.value })}
          />
          <Field
            label="Remove tags"
            hint="Separated by commas"
            autoComplete="off"
            value={values.tags_remove}
            onChange={(event) => change({ tags_remove: event.target.value })}
          />
        </div>
        <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap justify-end gap-2 border-t border-rule bg-paper px-5 py-4 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary" disabled={!wanted} isBusy={isBusy}>
            {isBusy ? "Changing..." : "Apply"}
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}
