import type { ComponentType } from "react";
import { Link } from "react-router";
import { adminUrl } from "#shared/urls.ts";
import { buttonLook, RadioGroup } from "#ui/admin/controls.tsx";
import { StandingForm } from "#ui/admin/edit-form/standing-form.tsx";
import { AllSettings } from "#ui/admin/panel.tsx";
import { BESIDE_PREVIEW, LoadingSettings, SitePreview } from "../../admin/site-preview.tsx";
import { PICTURE_FIELDS, PICTURE_NAMES, type PictureField } from "../rules.ts";
import { AccentField } from "./accent-field.tsx";
import { CORNER_OPTIONS, FONT_OPTIONS, HOME_OPTIONS, LOOK_FORM, tidy } from "./look-kind.ts";

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
      {...LOOK_FORM}
      title="Appearance"
      isScreen
      actions={
        <>
          <Link to={adminUrl.publication()} className={buttonLook("plain")}>
            Name and tagline
          </Link>
          <Link to={adminUrl.menus()} className={buttonLook("plain")}>
            Menus
          </Link>
          <AllSettings />
        </>
      }
      className={BESIDE_PREVIEW}
      save={{ idle: "Save appearance", busy: "Saving..." }}
      failed="Could not load the appearance."
      loading={<LoadingSettings what="the appearance" />}
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
          <SitePreview changed={tidy(values)} />
        </>
      )}
    </StandingForm>
  );
}
