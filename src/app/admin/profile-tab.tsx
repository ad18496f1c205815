import { useQueryClient } from "@tanstack/react-query";
import { type Ref, useRef, useState } from "react";
import { Link } from "react-router";
import { ownProfile, versioned } from "#features/identity/accounts/admin/calls.ts";
import { LinkFields } from "#features/identity/accounts/admin/link-fields.tsx";
import { PROFILE_KIND, type ProfileValues } from "#features/identity/accounts/admin/profile-kind.ts";
import { MAX_BIO_LENGTH, MAX_NAME_LENGTH } from "#features/identity/accounts/rules.ts";
import type { OwnProfile } from "#features/identity/accounts/schema.ts";
import { PictureField } from "#features/media/pictures/admin/picture-field.tsx";
import { RemoteNote } from "#features/media/remote/admin/remote-note.tsx";
import { adminUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { buttonLook } from "#ui/admin/controls.tsx";
import { beginFrom } from "#ui/admin/edit-form/beginning.ts";
import { DraftOffers } from "#ui/admin/edit-form/draft-offers.tsx";
import type { UnsavedDraft } from "#ui/admin/edit-form/draft-store.ts";
import { FormBody } from "#ui/admin/edit-form/form-body.tsx";
import { FormFooter } from "#ui/admin/edit-form/form-footer.tsx";
import { useEditForm } from "#ui/admin/edit-form/use-edit-form.ts";
import { type FormGuard, useOpenForm } from "#ui/admin/edit-form/use-open-form.ts";
import { FailedNote, PanelHeading } from "#ui/admin/panel.tsx";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { Field } from "#ui/field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

/** The Author Profile tab: bio and picture, as readers see them next to the author's articles. */
export function ProfileTab() {
  const { data, isError, refetch } = useApi(ownProfile());
  const heading = useRef<HTMLHeadingElement>(null);
  const hasNewsroom = useHasNewsroom();
  // The form is always shown; opening it only loads restored work into it.
  const { opened, guard, account, offers, onDiscarded } = useOpenForm<ProfileValues>(PROFILE_KIND, () =>
    heading.current?.focus(),
  );
  const [discarded, setDiscarded] = useState(0);
  return (
    <>
      <PanelHeading ref={heading} title="Author Profile">
        {hasNewsroom && (
          <>
            <Link to={adminUrl.holdings()} className={buttonLook("plain")}>
              Holdings
            </Link>
            <Link to={adminUrl.security()} className={buttonLook("plain")}>
              Password and Sessions
            </Link>
          </>
        )}
      </PanelHeading>
      <DraftOffers {...offers} />
      {data ? (
        <ProfileForm
          key={`${opened?.serial ?? 0} ${discarded}`}
          account={account}
          profile={data}
          draft={opened?.draft ?? null}
          guard={guard}
          onDiscarded={(draft) => {
            setDiscarded(discarded + 1);
            onDiscarded(draft);
          }}
        />
      ) : isError ? (
        <FailedNote onRetry={refetch}>Could not load the profile.</FailedNote>
      ) : (
        <div className="max-w-2xl space-y-5" aria-busy="true">
          <p role="status" className="sr-only">
            Loading the profile...
          </p>
          <Skeleton className="h-40 w-full" />
          <Skeleton className="h-12 w-full" />
        </div>
      )}
    </>
  );
}

type Props = {
  account: string;
  profile: OwnProfile;
  /** Unsaved work to restore. */
  draft: UnsavedDraft<ProfileValues> | null;
  guard: Ref<FormGuard>;
  onDiscarded: (draft: UnsavedDraft<ProfileValues>) => void;
};

function ProfileForm({ account, profile, draft, guard, onDiscarded }: Props) {
  const client = useQueryClient();
  const form = useEditForm(PROFILE_KIND, {
    account,
    beginning: beginFrom(versioned(profile), draft),
    newest: versioned(profile),
    guard,
    onStored: (saved) => client.setQueryData(ownProfile().queryKey, saved),
    onDone: () => undefined,
    onCreated: () => undefined,
  });
  const { values, errors, isBusy, change } = form;
  const hasNewsroom = useHasNewsroom();
  return (
    <FormBody form={form} className="max-w-2xl space-y-5" onSubmit={() => void form.save({ staysOpen: true })}>
      <p className="text-[0.9375rem] text-muted wrap-anywhere">
        Readers see this beside the articles of <strong className="text-ink">{profile.name}</strong>.
      </p>
      {hasNewsroom && (
        <Field
          label="Name"
          name="name"
          maxLength={MAX_NAME_LENGTH}
          autoComplete="name"
          aria-required
          hint="A new name is shown with all articles, those published before too."
          value={values.name}
          error={errors.name}
          onChange={(event) => change({ name: event.target.value })}
        />
      )}
      <Field
        label="Bio"
        name="bio"
        rows={5}
        maxLength={MAX_BIO_LENGTH}
        value={values.bio}
        error={errors.bio}
        onChange={(event) => change({ bio: event.target.value })}
      />
      <PictureField
        label="Image URL"
        value={values.imageUrl}
        error={errors.imageUrl}
        onChange={(imageUrl) => change({ imageUrl })}
      />
      {hasNewsroom && (
        <>
          <RemoteNote address={values.imageUrl} onCopied={(imageUrl) => change({ imageUrl })} />
          <LinkFields links={values.links} errors={errors} onChange={(links) => change({ links })} />
        </>
      )}
      <FormFooter
        form={form}
        save={isBusy ? "Updating..." : "Update Profile"}
        onDiscard={() => onDiscarded(form.discard())}
      />
    </FormBody>
  );
}
