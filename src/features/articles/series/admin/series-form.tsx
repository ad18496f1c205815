import { PictureField } from "#features/media/pictures/admin/picture-field.tsx";
import { documentUrl } from "#shared/urls.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { FormBody } from "#ui/admin/edit-form/form-body.tsx";
import { FormFooter } from "#ui/admin/edit-form/form-footer.tsx";
import { type EditForm, useEditForm } from "#ui/admin/edit-form/use-edit-form.ts";
import type { RowFormProps } from "#ui/admin/edit-form/use-row-form.ts";
import { FormCard } from "#ui/admin/panel.tsx";
import { SlugField } from "#ui/admin/slug-field.tsx";
import { Field } from "#ui/field.tsx";
import type { Series } from "../endpoints.ts";
import { MAX_SERIES_DESCRIPTION, MAX_SERIES_NAME } from "../rules.ts";
import { SERIES_FORM, type SeriesValues, slugOrNone } from "./series-kind.ts";

/** The form that adds or changes a series. */
export function SeriesForm({ onCancel, onDiscarded, ...props }: RowFormProps<Series, SeriesValues>) {
  const form = useEditForm(SERIES_FORM, props);
  const { base, values, errors, isBusy, change } = form;
  return (
    <FormCard title={base ? "Edit series" : "New series"}>
      <FormBody
        form={form}
        firstField="name"
        className="max-w-3xl space-y-5"
        onSubmit={() => void form.save({ staysOpen: false })}
      >
        <NameFields form={form} />
        <Field
          label="Description"
          name="description"
          rows={3}
          value={values.description}
          maxLength={MAX_SERIES_DESCRIPTION}
          hint="Readers see it on the page of the series, and search engines show it below the title."
          error={errors.description}
          onChange={(event) => change({ description: event.target.value })}
        />
        <PictureField
          label="Picture"
          value={values.image_url}
          error={errors.image_url}
          onChange={(url) => change({ image_url: url })}
        />
        <FormFooter
          form={form}
          save={base ? (isBusy ? "Updating..." : "Update series") : isBusy ? "Adding..." : "Add series"}
          onDiscard={() => onDiscarded(form.discard())}
        >
          <AdminButton onClick={onCancel}>Cancel</AdminButton>
        </FormFooter>
      </FormBody>
    </FormCard>
  );
}

type FieldsProps = { form: EditForm<Series, SeriesValues> };

function NameFields({ form: { base, values, errors, change } }: FieldsProps) {
  const { name, slug } = values;
  return (
    <>
      <Field
        label="Name*"
        name="name"
        value={name}
        aria-required
        maxLength={MAX_SERIES_NAME}
        autoComplete="off"
        error={errors.name}
        onChange={(event) => change({ name: event.target.value, ...(slug === null && { slug }) })}
      />
      <SlugField
        slug={slug}
        name={name}
        stored={base?.slug}
        slugOf={slugOrNone}
        pathOf={documentUrl.series}
        error={errors.slug}
        onChange={(typed) => change({ slug: typed })}
      />
    </>
  );
}
