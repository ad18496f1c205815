import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ComponentType, useState } from "react";
import { Link } from "react-router";
import { useEditorApi } from "#shared/editor-api.tsx";
import { adminUrl } from "#shared/urls.ts";
import { buttonLook, RadioGroup } from "#ui/admin/controls.tsx";
import { StandingForm } from "#ui/admin/edit-form/standing-form.tsx";
import { PageFrame } from "#ui/admin/page-frame.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import { useSettled } from "#ui/admin/timing.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { appearanceSettings } from "../../calls.ts";
import type { Appearance } from "../endpoints.ts";
import { PICTURE_FIELDS, PICTURE_NAMES, type PictureField } from "../rules.ts";
import { AccentField } from "./accent-field.tsx";
import { CORNER_OPTIONS, FONT_OPTIONS, faultsOf, HOME_OPTIONS, LOOK_KIND, looks, versioned } from "./look-kind.ts";

const PAGES = [
  { value: "home", label: "Home page" },
  { value: "article", label: "Newest article" },
] as const;
type PageName = (typeof PAGES)[number]["value"];

/** A link to a preview works for 30 minutes. */
const LINK_FRESH_MS = 25 * 60_000;

type PictureFieldProps = {
  label: string;
  hint: string;
  error: string | undefined;
  value: string;
  onChange: (url: string) => void;
};

/** `PictureField`: the field of the picture library, a feature above this one. */
type Props = { PictureField: ComponentType<PictureFieldProps> };

const PICTURE_HINTS: Record<PictureField, string> = {
  logo: "Shown instead of the name at the top and bottom of every page, and in mails. Best as a PNG with a transparent background.",
  logo_dark: "Optional: a lighter form of the logo for dark pages.",
  icon: "A square picture of at least 192 × 192 pixels, of which the icons for tabs, phones and feeds are made.",
  social_card: "Shared for pages without a picture, 1200 × 630 pixels. Without one it is drawn from the name.",
};

/** The settings of how the site looks, next to its pages with the typed values. */
export function AppearanceScreen({ PictureField }: Props) {
  return (
    <StandingForm
      kind={LOOK_KIND}
      query={appearanceSettings()}
      versionOf={versioned}
      title="Design of the site"
      actions={
        <>
          <Link to={adminUrl.publication()} className={buttonLook("plain")}>
            Name and tagline
          </Link>
          <Link to={adminUrl.settings()} className={buttonLook("plain")}>
            All settings
          </Link>
        </>
      }
      className="grid gap-x-10 gap-y-8 lg:grid-cols-[20rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:items-start"
      save={{ idle: "Save Appearance", busy: "Saving..." }}
      failed="Could not load the appearance."
      loading={
        <div className="grid gap-10 lg:grid-cols-[20rem_minmax(0,1fr)]" aria-busy="true">
          <p role="status" className="sr-only">
            Loading the appearance...
          </p>
          <Skeleton className="h-64 w-full" />
          <Skeleton className="h-[60dvh] w-full" />
        </div>
      }
    >
      {({ values, errors, change }) => (
        <>
          <div className="space-y-7">
            <AccentField value={values.accent} error={errors.accent} onChange={(accent) => change({ accent })} />
            <RadioGroup
              legend="Corners"
              options={CORNER_OPTIONS}
              value={values.corners}
              onChange={(corners) => change({ corners })}
            />
            <RadioGroup
              legend="Typefaces"
              options={FONT_OPTIONS}
              value={values.fonts}
              onChange={(fonts) => change({ fonts })}
            />
            <RadioGroup
              legend="Home page"
              options={HOME_OPTIONS}
              value={values.home_layout}
              onChange={(layout) => change({ home_layout: layout })}
            />
            {PICTURE_FIELDS.map((field) => (
              <PictureField
                key={field}
                label={PICTURE_NAMES[field]}
                hint={PICTURE_HINTS[field]}
                value={values[field]}
                error={errors[field]}
                onChange={(url) => change({ [field]: url })}
              />
            ))}
            <p className="meta text-pretty">
              Readers see a change on the next page they open. Newsletters and other mails use it from then on.
            </p>
          </div>
          <section
            aria-label="Preview"
            className="min-w-0 lg:sticky lg:top-4 lg:col-start-2 lg:row-span-2 lg:row-start-1"
          >
            <LookPreview look={values} />
          </section>
        </>
      )}
    </StandingForm>
  );
}

/** Two pages of the site with a look that is not saved; while a typed colour is not usable, with the last one that was. */
function LookPreview({ look }: { look: Appearance }) {
  const api = useEditorApi();
  const [page, setPage] = useState<PageName>("home");
  const usable = useUsable(look);
  const typed = useSettled(JSON.stringify(usable));
  const { data, isError, refetch } = useQuery({
    queryKey: ["look-preview", typed],
    queryFn: async ({ signal }) => {
      const body = JSON.parse(typed) as Appearance;
      return (await looks.send(api, "POST /settings/appearance/preview", { body, signal })).body.url;
    },
    placeholderData: keepPreviousData,
    staleTime: LINK_FRESH_MS,
    gcTime: LINK_FRESH_MS,
    retry: false,
  });
  if (!data)
    return isError ? (
      <FailedNote onRetry={() => void refetch()}>Could not load the preview.</FailedNote>
    ) : (
      <Skeleton className="h-[60dvh] w-full" />
    );
  return (
    <>
      {isError && <FailedNote onRetry={() => void refetch()}>Could not update the preview.</FailedNote>}
      <PageFrame
        addressOf={(theme) => `${data}&page=${page}&theme=${theme}`}
        className="h-[max(24rem,100dvh-18rem)] max-lg:h-[70dvh]"
      >
        <RadioGroup legend="Page" options={PAGES} value={page} onChange={setPage} />
      </PageFrame>
    </>
  );
}

/** The last look that could be saved. */
function useUsable(look: Appearance): Appearance {
  const tidy = LOOK_KIND.tidy?.(look) ?? look;
  const [usable, setUsable] = useState(tidy);
  const isUsable = Object.keys(faultsOf(look)).length === 0;
  if (isUsable && JSON.stringify(tidy) !== JSON.stringify(usable)) setUsable(tidy);
  return isUsable ? tidy : usable;
}
