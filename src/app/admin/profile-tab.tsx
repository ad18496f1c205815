import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { ownProfile, saveProfile } from "#features/accounts/admin/calls.ts";
import { MAX_BIO_LENGTH } from "#features/accounts/rules.ts";
import type { Profile, ProfileBody } from "#features/accounts/schema.ts";
import { PictureField } from "#features/media/admin/picture-field.tsx";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { errorsAfter, type FieldErrors, useErrorFocus } from "#ui/admin/field-errors.ts";
import { FailedNote, PanelHeading } from "#ui/admin/panel.tsx";
import { useSaveKey } from "#ui/admin/save-key.ts";
import { failureToast, useToast } from "#ui/admin/toasts.tsx";
import { useUnsaved } from "#ui/admin/unsaved.ts";
import { Field } from "#ui/field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

/** The Author Profile tab: bio and picture, as readers see them beside one's articles. */
export function ProfileTab() {
  const { data, isError, refetch } = useApi(ownProfile());
  return (
    <>
      <PanelHeading title="Author Profile" />
      {data ? (
        <ProfileForm profile={data} />
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

function ProfileForm({ profile }: { profile: Profile }) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const form = useRef<HTMLFormElement>(null);
  // Only what was typed: the rest follows the profile, which another tab may change.
  const [typed, setTyped] = useState<ProfileBody>({});
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isBusy, setIsBusy] = useState(false);
  const { bio = profile.bio, imageUrl = profile.image_url } = typed;
  useUnsaved(bio !== profile.bio || imageUrl !== profile.image_url);
  useSaveKey(form);
  useErrorFocus(form, errors);

  const change = (part: ProfileBody) => {
    setTyped((before) => ({ ...before, ...part }));
    setErrors((before) => errorsAfter(before, part));
  };

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    try {
      const saved = await saveProfile(api, { bio, imageUrl });
      client.setQueryData(ownProfile().queryKey, saved);
      // What was typed while it was being saved stays.
      setTyped((now) => ({
        ...(now.bio !== undefined && now.bio !== bio && { bio: now.bio }),
        ...(now.imageUrl !== undefined && now.imageUrl !== imageUrl && { imageUrl: now.imageUrl }),
      }));
      setErrors({});
      show({ title: "Profile updated" });
    } catch (error) {
      setErrors(error instanceof ApiError ? error.errors : {});
      show(failureToast(error, "Error updating profile", "Could not update the profile"));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <form ref={form} onSubmit={onSubmit} aria-busy={isBusy} className="max-w-2xl space-y-5">
      <p className="text-[0.9375rem] text-muted wrap-anywhere">
        Readers see this beside the articles of <strong className="text-ink">{profile.name}</strong>.
      </p>
      <Field
        label="Bio"
        name="bio"
        rows={5}
        maxLength={MAX_BIO_LENGTH}
        value={bio}
        error={errors.bio}
        onChange={(event) => change({ bio: event.target.value })}
      />
      <PictureField
        label="Image URL"
        value={imageUrl}
        error={errors.imageUrl}
        onChange={(url) => change({ imageUrl: url })}
      />
      <AdminButton type="submit" variant="primary" isBusy={isBusy}>
        {isBusy ? "Updating..." : "Update Profile"}
      </AdminButton>
    </form>
  );
}
