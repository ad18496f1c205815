import { useQueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { Link } from "react-router";
import { adminUrl } from "#shared/urls.ts";
import { buttonLook, RadioGroup } from "#ui/admin/controls.tsx";
import { StandingForm } from "#ui/admin/edit-form/standing-form.tsx";
import type { FieldErrors } from "#ui/admin/field-errors.ts";
import { AllSettings } from "#ui/admin/panel.tsx";
import { BESIDE_PREVIEW, LoadingSettings, SitePreview } from "../../admin/site-preview.tsx";
import { contrast } from "../colours.ts";
import type { Appearance } from "../endpoints.ts";
import { coloursOf, contrastWords } from "../page-colours.ts";
import { colourFaults, PICTURE_FIELDS, PICTURE_NAMES, type PictureField, pagesOf } from "../rules.ts";
import { OwnTypefaces, useTypefaces } from "../typefaces/admin/own-typefaces.tsx";
import { AccentField, ColourField } from "./colour-field.tsx";
import {
  CORNER_OPTIONS,
  FONT_OPTIONS,
  HEADLINE_OPTIONS,
  HOME_OPTIONS,
  LOOK_FORM,
  labelIn,
  OWN_FONTS,
  tidy,
} from "./look-kind.ts";

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
      {({ base, values, errors, change }) => (
        <>
          <div className="space-y-7">
            <ColourFields values={tidy(values)} typed={values} errors={errors} change={change} />
            <RadioGroup
              legend="Corners"
              options={CORNER_OPTIONS}
              value={values.corners}
              onChange={(corners) => change({ corners })}
            />
            <TypefaceFields base={base} values={values} error={errors.fonts} change={change} />
            <RadioGroup
              legend="Headlines"
              options={HEADLINE_OPTIONS}
              value={values.headline_size}
              onChange={(size) => change({ headline_size: size })}
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
              Readers see a change on the next page they open. Newsletters and other mails use it from then on, but for
              the background and the size of headlines.
            </p>
          </div>
          <SitePreview changed={tidy(values)} />
        </>
      )}
    </StandingForm>
  );
}

type TypefaceProps = {
  /** The stored values that the form continues from. */
  base: Appearance | null;
  values: Appearance;
  error: string | undefined;
  change: (values: Partial<Appearance>) => void;
};

/** The choice of typefaces, among which are the uploaded ones. Those complete the pairing that was chosen before. */
function TypefaceFields({ base, values, error, change }: TypefaceProps) {
  const queries = useQueryClient();
  const { data: faces = [] } = useTypefaces();
  const { fonts, base_fonts: pairing } = values;
  const hasOwn = fonts === "own" || faces.some((face) => face.is_used);
  return (
    <>
      <div>
        <RadioGroup
          legend="Typefaces"
          options={hasOwn ? [...FONT_OPTIONS, OWN_FONTS] : FONT_OPTIONS}
          value={fonts}
          onChange={(chosen) =>
            change({ fonts: chosen, ...(chosen === "own" && fonts !== "own" && { base_fonts: fonts }) })
          }
        />
        {error && <p className="mt-1.5 text-sm font-medium text-down">{error}</p>}
        {fonts === "own" && (
          <p className="meta mt-1.5">Everything else is as in {labelIn(FONT_OPTIONS, pairing).split(":")[0]}.</p>
        )}
      </div>
      <OwnTypefaces
        onRemoved={(left) => {
          if (fonts !== "own" || left.some((face) => face.is_used)) return;
          // The server has changed the stored choice, and the form takes it over once it is loaded.
          if (base?.fonts === "own") void queries.invalidateQueries({ queryKey: LOOK_FORM.query.queryKey });
          else change({ fonts: pairing });
        }}
      />
    </>
  );
}

type ColourProps = {
  /** As they would be saved. */
  values: Appearance;
  typed: Appearance;
  errors: FieldErrors;
  change: (values: Partial<Appearance>) => void;
};

/** The three colours, which are checked together. */
function ColourFields({ values, typed, errors, change }: ColourProps) {
  const faults = colourFaults(values);
  const { paper, ink } = values;
  const isGround = !faults.paper && !faults.ink;
  const dark = isGround ? coloursOf({ paper, ink }).dark : undefined;
  return (
    <>
      <AccentField
        value={typed.accent}
        error={errors.accent}
        pages={isGround ? pagesOf({ paper, ink }) : undefined}
        onChange={(colour) => change({ accent: colour })}
      />
      <ColourField
        label="Background"
        name="paper"
        picker="Choose the background"
        hint={dark ? `Of the light theme. The text of the dark theme is ${dark.ink}.` : "Of the light theme."}
        value={typed.paper}
        fault={faults.paper}
        error={errors.paper}
        onChange={(colour) => change({ paper: colour })}
      />
      <ColourField
        label="Text colour"
        name="ink"
        picker="Choose the text colour"
        hint={
          dark
            ? `Contrast ${contrastWords(contrast(ink, paper))}. The background of the dark theme is ${dark.paper}.`
            : "Text needs a contrast of at least 7:1."
        }
        value={typed.ink}
        fault={faults.ink}
        error={errors.ink}
        onChange={(colour) => change({ ink: colour })}
      />
    </>
  );
}
