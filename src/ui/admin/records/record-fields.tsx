import type { ComponentType, ReactNode } from "react";
import { ChipsField, joinList, splitList } from "../chips-field.tsx";
import { AdminButton } from "../controls.tsx";
import { FormBody } from "../edit-form/form-body.tsx";
import { FormFooter } from "../edit-form/form-footer.tsx";
import { useEditForm } from "../edit-form/use-edit-form.ts";
import type { RowFormProps } from "../edit-form/use-row-form.ts";
import type { FieldErrors } from "../field-errors.ts";
import { LinkFields } from "../link-fields.tsx";
import { FormCard } from "../panel.tsx";
import { SlugField } from "../slug-field.tsx";
import { FieldControl } from "./field-control.tsx";
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
    <FormCard title={`${base ? "Edit" : "New"} ${kind.what}`} level={2}>
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

type Typed = Record<string, string | boolean | readonly string[] | null>;
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
    default: {
      // A slug made of the name changes with it, so its error may no longer apply.
      const isName = name === "name" && values.slug === null;
      const isLong = field.kind === "text" && field.max > MAX_LINE;
      const isRequired = field.kind === "text" && field.min && !isLong;
      return (
        <FieldControl
          {...{ name, error }}
          field={isRequired ? { ...field, label: `${label}*` } : field}
          value={value}
          {...(isLong && { rows: 3 })}
          onChange={(typed) => onChange({ [name]: typed, ...(isName && { slug: null }) })}
        />
      );
    }
  }
}
