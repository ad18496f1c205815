import { PictureField } from "#features/media/pictures/admin/picture-field.tsx";
import { documentUrl } from "#shared/urls.ts";
import { ChipsField, joinList, splitList } from "#ui/admin/chips-field.tsx";
import { AdminButton } from "#ui/admin/controls.tsx";
import { FormBody } from "#ui/admin/edit-form/form-body.tsx";
import { FormFooter } from "#ui/admin/edit-form/form-footer.tsx";
import { type EditForm, useEditForm } from "#ui/admin/edit-form/use-edit-form.ts";
import type { RowFormProps } from "#ui/admin/edit-form/use-row-form.ts";
import { FormCard } from "#ui/admin/panel.tsx";
import { Select } from "#ui/admin/select.tsx";
import { SlugField } from "#ui/admin/slug-field.tsx";

import { Field } from "#ui/field.tsx";
import type { Topic } from "../endpoints.ts";
import { KIND_LABELS, MAX_TOPIC_DESCRIPTION, MAX_TOPIC_NAME, TOPIC_KINDS, type TopicKind } from "../rules.ts";
import { slugOrNone, TOPIC_FORM, type TopicValues } from "./topic-kind.ts";

const KIND_OPTIONS = TOPIC_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] }));

/** The form that adds or changes a topic. */
export function TopicForm({ onCancel, onDiscarded, ...props }: RowFormProps<Topic, TopicValues>) {
  const form = useEditForm(TOPIC_FORM, props);
  const { base, values, errors, isBusy, change } = form;
  const { aliases, description, image_url } = values;
  return (
    <FormCard title={base ? "Edit topic" : "New topic"}>
      <FormBody
        form={form}
        firstField="name"
        className="max-w-3xl space-y-5"
        onSubmit={() => void form.save({ staysOpen: false })}
      >
        <NameFields form={form} />
        <ChipsField
          label="Aliases"
          name="aliases"
          values={splitList(aliases)}
          error={errors.aliases}
          hint="Other names for the topic, such as a ticker or a former name, each followed by a comma."
          split={splitList}
          offersFor={() => []}
          onChange={(names) => change({ aliases: joinList(names) })}
        />
        <Field
          label="Description"
          name="description"
          rows={3}
          value={description}
          maxLength={MAX_TOPIC_DESCRIPTION}
          hint="Readers see it on the topic's page, and search engines show it below the title."
          error={errors.description}
          onChange={(event) => change({ description: event.target.value })}
        />
        <PictureField
          label="Picture"
          value={image_url}
          error={errors.image_url}
          onChange={(url) => change({ image_url: url })}
        />
        <FormFooter
          form={form}
          save={base ? (isBusy ? "Updating..." : "Update topic") : isBusy ? "Adding..." : "Add topic"}
          onDiscard={() => onDiscarded(form.discard())}
        >
          <AdminButton onClick={onCancel}>Cancel</AdminButton>
        </FormFooter>
      </FormBody>
    </FormCard>
  );
}

type FieldsProps = { form: EditForm<Topic, TopicValues> };

function NameFields({ form: { base, values, errors, change } }: FieldsProps) {
  const { name, slug, kind } = values;
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Field
          label="Name*"
          name="name"
          value={name}
          aria-required
          maxLength={MAX_TOPIC_NAME}
          autoComplete="off"
          error={errors.name}
          onChange={(event) => change({ name: event.target.value, ...(slug === null && { slug }) })}
        />
        <Select
          label="Kind"
          value={kind}
          options={KIND_OPTIONS}
          onChange={(chosen) => change({ kind: chosen as TopicKind })}
        />
      </div>
      <SlugField
        slug={slug}
        name={name}
        stored={base?.slug}
        slugOf={slugOrNone}
        pathOf={documentUrl.topic}
        error={errors.slug}
        onChange={(typed) => change({ slug: typed })}
      />
    </>
  );
}
