import { LinkFields } from "#features/identity/accounts/admin/profile-form.tsx";
import { MAX_BIO_LENGTH, MAX_NAME_LENGTH } from "#features/identity/accounts/rules.ts";
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
import type { ListedAuthor } from "../endpoints.ts";
import { AUTHOR_FORM, type AuthorValues, slugOrNone } from "./author-kind.ts";

/** The form that adds or changes an author. Of an author with an account, it changes only the slug. */
export function AuthorForm({ onCancel, onDiscarded, ...props }: RowFormProps<ListedAuthor, AuthorValues>) {
  const form = useEditForm(AUTHOR_FORM, props);
  const { base, values, errors, isBusy, change } = form;
  const hasAccount = base?.has_account === true;
  return (
    <FormCard title={base ? "Edit author" : "New author"}>
      <FormBody
        form={form}
        firstField={hasAccount ? "slug" : "name"}
        className="max-w-3xl space-y-5"
        onSubmit={() => void form.save({ staysOpen: false })}
      >
        {hasAccount ? (
          <p className="text-[0.9375rem] text-muted">
            <strong className="text-ink">{values.name}</strong> has an account, and changes name, biography and picture
            in their own profile.
          </p>
        ) : (
          <ProfileFields form={form} />
        )}
        <SlugField
          slug={values.slug}
          name={values.name}
          stored={base?.slug}
          slugOf={slugOrNone}
          pathOf={documentUrl.author}
          error={errors.slug}
          onChange={(typed) => change({ slug: typed })}
        />
        {!hasAccount && <PictureAndLinks form={form} />}
        <FormFooter
          form={form}
          save={base ? (isBusy ? "Updating..." : "Update author") : isBusy ? "Adding..." : "Add author"}
          onDiscard={() => onDiscarded(form.discard())}
        >
          <AdminButton onClick={onCancel}>Cancel</AdminButton>
        </FormFooter>
      </FormBody>
    </FormCard>
  );
}

type FieldsProps = { form: EditForm<ListedAuthor, AuthorValues> };

function ProfileFields({ form: { values, errors, change } }: FieldsProps) {
  const { name, slug, bio } = values;
  return (
    <>
      <Field
        label="Name*"
        name="name"
        value={name}
        aria-required
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        error={errors.name}
        onChange={(event) => change({ name: event.target.value, ...(slug === null && { slug }) })}
      />
      <Field
        label="Bio"
        name="bio"
        rows={4}
        value={bio}
        maxLength={MAX_BIO_LENGTH}
        hint="Readers see it on the author's page and below articles."
        error={errors.bio}
        onChange={(event) => change({ bio: event.target.value })}
      />
    </>
  );
}

function PictureAndLinks({ form: { values, errors, change } }: FieldsProps) {
  return (
    <>
      <PictureField
        label="Picture"
        value={values.image_url}
        error={errors.image_url}
        onChange={(url) => change({ image_url: url })}
      />
      <LinkFields
        links={values.links}
        errors={errors}
        hint="The author's other pages, such as a site, Mastodon or X."
        onChange={(links) => change({ links })}
      />
    </>
  );
}
