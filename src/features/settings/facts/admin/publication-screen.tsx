import { Link } from "react-router";
import { COINS } from "#features/market/rules.ts";
import { fold } from "#shared/text.ts";
import { LANGUAGES } from "#shared/translate.ts";
import { adminUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { ChipsField, splitList } from "#ui/admin/chips-field.tsx";
import { AdminButton, Switch } from "#ui/admin/controls.tsx";
import { StandingForm } from "#ui/admin/edit-form/standing-form.tsx";
import type { FieldErrors } from "#ui/admin/field-errors.ts";
import { linksIn, linkTexts } from "#ui/admin/link-fields.tsx";
import { addRow, OrderedRows } from "#ui/admin/ordered-rows.tsx";
import { AllSettings } from "#ui/admin/panel.tsx";
import { controlsOf, FieldControl } from "#ui/admin/records/field-control.tsx";
import { Select } from "#ui/admin/select.tsx";
import { Field } from "#ui/field.tsx";
import { BESIDE_PREVIEW, LoadingSettings, SitePreview } from "../../admin/site-preview.tsx";
import { listedLanguages } from "../../words/admin/words-kind.ts";
import { languageName, MAX_PREVIEW_LENGTH, MIN_PREVIEW_LENGTH, SITE_FIELDS, symbolOf } from "../rules.ts";
import { bodyOf, SITE_FORM, type SiteValues, tidy } from "./site-kind.ts";

type Part = {
  values: SiteValues;
  errors: FieldErrors;
  change: (change: Partial<SiteValues>) => void;
  controlOf: ReturnType<typeof controlsOf<typeof SITE_FIELDS>>;
};

/** What the newsroom says about its publication on all pages, in mails and in feeds. */
export function PublicationScreen() {
  return (
    <StandingForm
      {...SITE_FORM}
      title="Publication"
      isScreen
      actions={<AllSettings />}
      className={`${BESIDE_PREVIEW} [--fields:26rem]`}
      save={{ idle: "Save publication", busy: "Saving..." }}
      failed="Could not load the settings."
      loading={<LoadingSettings what="the settings" />}
    >
      {(form) => {
        const part = { ...form, controlOf: controlsOf(SITE_FIELDS, form) };
        return (
          <>
            <div className="space-y-10">
              <NameFields {...part} />
              <TextFields {...part} />
              <SocialFields {...part} />
              <ReadingFields {...part} />
            </div>
            <SitePreview changed={{ site: bodyOf(tidy(form.values)) }}>
              Coins and preview length are shown as they are saved.
            </SitePreview>
          </>
        );
      }}
    </StandingForm>
  );
}

function NameFields({ controlOf, values, errors, change }: Part) {
  return (
    <div className="space-y-6">
      <FieldControl {...controlOf("name")} />
      <FieldControl {...controlOf("tagline")} />
      <LanguageField value={values.language} onChange={(language) => change({ language })} />
      <Field
        label="Contact address"
        name="contact_email"
        type="email"
        autoComplete="off"
        hint="Shown on the contact page, and receives the messages of its form. Without one, messages are only in this desk, under Audience."
        value={values.contact_email}
        error={errors.contact_email}
        onChange={({ target }) => change({ contact_email: target.value })}
      />
    </div>
  );
}

/** The languages with words, and a way to those. */
function LanguageField({ value, onChange }: { value: string; onChange: (language: string) => void }) {
  const { data } = useApi(listedLanguages());
  const all = [...new Set([...LANGUAGES, ...(data ?? []).map(({ language }) => language), value])];
  return (
    <div>
      <Select
        label="Language"
        value={value}
        options={all.map((language) => ({ value: language, label: languageName(language) }))}
        onChange={onChange}
      />
      <p className="meta mt-1.5 text-pretty">
        For the menus, buttons and dates that readers see. Articles can have a language of their own. Words and more
        languages:{" "}
        <Link to={adminUrl.words()} className="underline underline-offset-4 hover:text-accent">
          Words of the site
        </Link>
        .
      </p>
    </div>
  );
}

const TextFields = ({ controlOf }: Part) => (
  <section aria-labelledby="site-texts" className="border-t border-rule pt-6">
    <h2 id="site-texts" className="headline-sm mb-4 font-semibold">
      Texts
    </h2>
    <div className="space-y-6">
      <FieldControl {...controlOf("newsletter_text")} />
      <FieldControl {...controlOf("footer_text")} />
    </div>
  </section>
);

function SocialFields({ values, errors, change }: Part) {
  const links = linksIn(values.social);
  const put = (social: { label: string; url: string }[]) => change({ social: linkTexts(social) });
  const set = (at: number, part: { label?: string; url?: string }) =>
    put(links.map((link, index) => (index === at ? { ...link, ...part } : link)));
  return (
    <section aria-labelledby="site-social" className="border-t border-rule pt-6">
      <h2 id="site-social" className="headline-sm mb-1 font-semibold">
        Social links
      </h2>
      <p className="meta mb-4">
        {`In the footer, and for search engines. A label without an address is shown as a plain word. At most ${SITE_FIELDS.social.most}.`}
      </p>
      <OrderedRows
        label="Social links"
        items={links}
        nameOf={({ label }, at) => label || `link ${at + 1}`}
        onChange={put}
      >
        {(link, at) => (
          <div className="grid gap-2 @xs:grid-cols-[10rem_1fr]">
            <Field
              label="Label"
              aria-label={`Label ${at + 1}`}
              name={`social.${at}.label`}
              maxLength={SITE_FIELDS.social.max}
              autoComplete="off"
              value={link.label}
              error={errors[`social.${at}.label`]}
              onChange={({ target }) => set(at, { label: target.value })}
            />
            <Field
              label="Address"
              aria-label={`Address ${at + 1}`}
              name={`social.${at}.url`}
              inputMode="url"
              autoComplete="off"
              value={link.url}
              error={errors[`social.${at}.url`]}
              onChange={({ target }) => set(at, { url: target.value })}
            />
          </div>
        )}
      </OrderedRows>
      {errors.social && <p className="mt-3 text-sm font-medium text-down">{errors.social}</p>}
      {links.length < SITE_FIELDS.social.most && (
        <AdminButton
          className="mt-4"
          onClick={({ currentTarget }) => addRow(currentTarget, () => put([...links, { label: "", url: "" }]))}
        >
          Add a link
        </AdminButton>
      )}
    </section>
  );
}

const OFFERS = COINS.map(({ symbol, name }) => ({
  value: symbol,
  label: symbol,
  hint: name,
  key: fold(`${symbol} ${name}`),
}));

const offersFor = (typed: string) => OFFERS.filter(({ key }) => key.includes(fold(typed.trim())));

/** Known coins by their symbols; the server names unknown ones. */
const splitCoins = (typed: string) => splitList(typed).map((text) => symbolOf(text) ?? text);

function ReadingFields({ controlOf, values, errors, change }: Part) {
  const coinError = Object.entries(errors).find(([name]) => name.startsWith("ticker"))?.[1];
  return (
    <section aria-labelledby="site-reading" className="border-t border-rule pt-6">
      <h2 id="site-reading" className="headline-sm mb-4 font-semibold">
        Pages
      </h2>
      <div className="space-y-6">
        <Switch
          label="Price ticker"
          hint="The row of prices below the header of every page."
          checked={values.has_ticker}
          onChange={(isOn) => change({ has_ticker: isOn })}
        />
        {(values.has_ticker || coinError) && (
          <ChipsField
            label="Coins"
            name="ticker"
            hint="In the order in which they are shown. Type a symbol or a name."
            values={values.ticker}
            error={coinError}
            offersFor={offersFor}
            split={splitCoins}
            onChange={(ticker) => change({ ticker })}
          />
        )}
        <Field
          label="Preview length"
          name="preview_length"
          inputMode="numeric"
          autoComplete="off"
          className="max-w-72"
          hint={`Characters of an article before “Read More”: ${MIN_PREVIEW_LENGTH} to ${MAX_PREVIEW_LENGTH.toLocaleString("en")}, or 0 to show the full text.`}
          value={values.preview_length}
          error={errors.preview_length}
          onChange={({ target }) => change({ preview_length: target.value })}
        />
        <FieldControl {...controlOf("feed_text")} />
      </div>
    </section>
  );
}
