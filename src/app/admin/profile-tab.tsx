import { Link } from "react-router";
import { ownProfile, versioned } from "#features/identity/accounts/admin/own-profile.ts";
import { LinkFields, PROFILE_KIND } from "#features/identity/accounts/admin/profile-form.tsx";
import { MAX_BIO_LENGTH, MAX_NAME_LENGTH } from "#features/identity/accounts/rules.ts";
import { PictureField } from "#features/media/pictures/admin/picture-field.tsx";
import { RemoteNote } from "#features/media/remote/admin/remote-note.tsx";
import { adminUrl } from "#shared/urls.ts";
import { buttonLook } from "#ui/admin/controls.tsx";
import { StandingForm } from "#ui/admin/edit-form/standing-form.tsx";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { Field } from "#ui/field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

/** The Author Profile tab: bio and picture, as readers see them next to the author's articles. */
export function ProfileTab() {
  const hasNewsroom = useHasNewsroom();
  const actions = hasNewsroom && (
    <>
      <Link to={adminUrl.holdings()} className={buttonLook("plain")}>
        Holdings
      </Link>
      <Link to={adminUrl.security()} className={buttonLook("plain")}>
        Password and Sessions
      </Link>
    </>
  );
  return (
    <StandingForm
      kind={PROFILE_KIND}
      query={ownProfile()}
      versionOf={versioned}
      title="Author Profile"
      actions={actions}
      className="max-w-6xl space-y-5"
      save={{ idle: "Update Profile", busy: "Updating..." }}
      failed="Could not load the profile."
      loading={
        <div className="max-w-2xl space-y-5" aria-busy="true">
          <p role="status" className="sr-only">
            Loading the profile...
          </p>
          <Skeleton className="h-40 w-full" />
          <Skeleton className="h-12 w-full" />
        </div>
      }
    >
      {({ values, errors, change }, profile) => (
        <>
          <p className="text-[0.9375rem] text-muted wrap-anywhere">
            Readers see this next to the articles of <strong className="text-ink">{profile.name}</strong>.
          </p>
          <div className="grid gap-x-12 gap-y-5 lg:grid-cols-2">
            <div className="space-y-5">
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
            </div>
            <div className="space-y-5">
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
            </div>
          </div>
        </>
      )}
    </StandingForm>
  );
}
