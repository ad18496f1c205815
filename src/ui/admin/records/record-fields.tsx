import type { ComponentType, ReactNode } from "react";
import { Field } from "#ui/field.tsx";
import { ChipsField, joinList, splitList } from "../chips-field.tsx";
import { AdminButton } from "../controls.tsx";
import { FormBody } from "../edit-form/form-body.tsx";
import { FormFooter } from "../edit-form/form-footer.tsx";
import { useEditForm } from "../edit-form/use-edit-form.ts";
import type { RowFormProps } from "../edit-form/use-row-form.ts";
import type { FieldErrors } from "../field-errors.ts";
import { LinkFields } from "../link-fields.tsx";
import { FormCard } from "../panel.tsx";
import { Select } from "../select.tsx";
import { SlugField } from "../slug-field.tsx";
import type { RecordForm } from "./record-form.ts";

/** A picture by its address; the media library offers it. */
export type PictureControl = ComponentType<{
  label: string;
  value: string;
  error?: string | undefined;
  onChange: (url: string) => void;
}>;

type Named = { id: number; name: string; slug: string };
type Props<Item, Values extends object> = RowFormProps<Item, Values> & {
  kind: RecordForm<Item, Values>;
  /** The fields in the order of the form. */
  order: readonly (keyof Values & string)[];
  PictureField: PictureControl;
  /** What is above the fields. */
  children?: ReactNode;
};

/** A longer text than this is written in several lines. In characters. */
const MAX_LINE = 200;

/** The form that adds or changes a record, with a control for each of its fields. */
export function RecordFields<Item extends Named, Values extends object>(props: Props<Item, Values>) {
  const { kind, order, PictureField, children, onCancel, onDiscarded, ...rest } = props;
  const form = useEditForm(kind, rest);
  const { base, isBusy } = form;
  return (
    <FormCard title={`${base ? "Edit" : "New"} ${kind.what}`}>
      <FormBody
        form={form}
        firstField={order[0] ?? "name"}
        className="max-w-3xl space-y-5"
        onSubmit={() => void form.save({ staysOpen: false })}
      >
        {children}
        {order.map((name) => (
          <RecordControl
            key={name}
            {...{ kind, name, PictureField }}
            stored={base?.slug}
            values={form.values as Typed}
            errors={form.errors}
            onChange={(changed) => form.change(changed as Partial<Values>)}
          />
        ))}
        <FormFooter
          form={form}
          save={isBusy ? (base ? "Updating..." : "Adding...") : `${base ? "Update" : "Add"} ${kind.what}`}
          onDiscard={() => onDiscarded(form.discard())}
        >
          <AdminButton onClick={onCancel}>Cancel</AdminButton>
        </FormFooter>
      </FormBody>
    </FormCard>
  );
}

type Typed = Record<string, string | readonly string[] | null>;
type ControlProps = {
  kind: Pick<RecordForm<never, never>, "declared" | "slugOrNone" | "pathOf">;
  name: string;
  PictureField: PictureControl;
  stored: string | undefined;
  values: Typed;
  errors: FieldErrors;
  onChange: (changed: Typed) => void;
};

function RecordControl({ kind, name, PictureField, stored, values, errors, onChange }: ControlProps) {
  const field = kind.declared[name];
  const typedIn = (one: string) => String(values[one] ?? "");
  const value = typedIn(name);
  const error = errors[name];
  const set = (typed: string | string[]) => onChange({ [name]: typed });
  if (!field) throw new Error(`${name} is not declared.`);
  const { label, hint } = field;
  const common = { label, name, value, hint, error };
  switch (field.kind) {
    case "slug":
      return (
        <SlugField
          {...{ stored, error }}
          slug={values.slug == null ? null : typedIn("slug")}
          name={typedIn("name")}
          slugOf={kind.slugOrNone}
          pathOf={kind.pathOf}
          onChange={set}
        />
      );
    case "choice": {
      const options = field.values.map((one) => ({ value: one, label: field.labels?.[one] ?? one }));
      return <Select {...{ label, value, options }} onChange={set} />;
    }
    case "list":
      return (
        <ChipsField
          {...{ label, name, error, hint: hint ?? "" }}
          values={splitList(value)}
          split={splitList}
          offersFor={() => []}
          onChange={(entries) => set(joinList(entries))}
        />
      );
    case "links":
      return <LinkFields {...{ field, errors }} links={values[name] as readonly string[]} onChange={set} />;
    case "picture":
      return <PictureField {...{ label, value, error }} onChange={set} />;
    case "text": {
      // A slug made of the name changes with it, so its error may no longer apply.
      const isName = name === "name" && values.slug === null;
      const change = (typed: string) => onChange({ [name]: typed, ...(isName && { slug: null }) });
      if (field.max > MAX_LINE)
        return <Field {...common} rows={3} maxLength={field.max} onChange={({ target }) => change(target.value)} />;
      return (
        <Field
          {...common}
          {...(field.min && { label: `${label}*`, "aria-required": true })}
          maxLength={field.max}
          autoComplete="off"
          onChange={({ target }) => change(target.value)}
        />
      );
    }
    default:
      throw new Error(`Forms of records have no control for a ${field.kind}.`);
  }
}
