import { useMemo } from "react";
import { type FormValues, GENRE_WORDS } from "#features/articles/admin/form-values.tsx";
import { FIELDS, HEAD_NAMES } from "#features/articles/fields.ts";
import type { ArticleDetail } from "#features/articles/schema.ts";
import { newSlug, typedSlug } from "#features/articles/slug.ts";
import { blocksOf } from "#features/content/compare.ts";
import { attributeOf } from "#features/content/rules.ts";
import { contentIn } from "#features/documents/room/admin/content-sides.tsx";
import { tagsIn } from "#features/documents/room/admin/remote-checks.tsx";
import { SettingsGroup } from "#features/documents/room/admin/settings-panel.tsx";
import { PictureField } from "#features/media/pictures/admin/picture-field.tsx";
import { isPaid } from "#shared/genres.ts";
import { articlePath } from "#shared/page.ts";
import { useSite } from "#shared/site-context.tsx";
import { absoluteUrl } from "#shared/urls.ts";
import { completeAddress } from "#shared/web-address.ts";
import { Switch } from "#ui/admin/controls.tsx";
import type { FieldErrors } from "#ui/admin/field-errors.ts";
import { useHasNewsroom, useMay } from "#ui/admin/permissions.tsx";
import { Select } from "#ui/admin/select.tsx";
import { useSettled } from "#ui/admin/timing.ts";
import { Field } from "#ui/field.tsx";
import { checkSearch, lengthOf, SEARCH_LIMITS, shownBy } from "./search-checks.ts";
import { SearchPreview, SocialPreview } from "./search-previews.tsx";

type Props = {
  values: FormValues;
  change: (values: Partial<FormValues>) => void;
  errors: FieldErrors;
  stored: ArticleDetail | null;
};

/** The fields of the group. */
export const SEARCH_FIELDS: readonly string[] = ["slug", "genre", ...HEAD_NAMES];

const PAUSE_MS = 600;
const GENRES = FIELDS.genre.values.map((value) => ({ value, label: GENRE_WORDS[value] }));

/** How search engines and other sites show the article, with previews. */
export function SearchAndSharing({ values, change, errors, stored }: Props) {
  const may = useMay();
  if (!useHasNewsroom()) return null;
  return (
    <SettingsGroup
      name="discovery"
      title="Search and sharing"
      summary={searchSummary(values)}
      errors={errors}
      fields={SEARCH_FIELDS}
    >
      <Select
        label="Genre"
        value={values.genre}
        options={GENRES}
        onChange={(chosen) => change({ genre: FIELDS.genre.values.find((known) => known === chosen) ?? "news" })}
      />
      {isPaid(values) && (
        <p role="status" className="meta -mt-4">
          Readers see “Sponsored” on the page, in lists, feeds and mails. Its links are marked for search engines.
        </p>
      )}
      <SearchFields values={values} change={change} errors={errors} />
      {may("article.publish") && (
        <Switch
          label={FIELDS.is_noindex.label}
          hint={FIELDS.is_noindex.hint}
          checked={values.is_noindex}
          onChange={(is_noindex) => change({ is_noindex })}
        />
      )}
      <SocialFields values={values} change={change} errors={errors} />
      <Outcome values={values} stored={stored} />
    </SettingsGroup>
  );
}

/** The summary of the folded group. */
export function searchSummary({ genre, is_noindex, seo_title, slug, title, language }: FormValues): string {
  const parts = [genre !== "news" && GENRE_WORDS[genre], is_noindex && "Hidden", seo_title.trim() || slug];
  return parts.filter(Boolean).join(" · ") || newSlug({ title, language });
}

type FieldsProps = Omit<Props, "stored">;

const counted = (text: string, limit: number) => `${lengthOf(text)} of about ${limit} characters`;

function SearchFields({ values, change, errors }: FieldsProps) {
  const { title, description } = SEARCH_LIMITS;
  return (
    <>
      <Field
        label="Search title"
        name="seo_title"
        value={values.seo_title}
        placeholder={values.title}
        error={errors.seo_title}
        hint={`For search engines. Leave empty to use the title. ${counted(values.seo_title || values.title, title)}.`}
        maxLength={FIELDS.seo_title.max}
        onChange={(event) => change({ seo_title: event.target.value })}
      />
      <Field
        label="Search description"
        name="seo_description"
        rows={3}
        value={values.seo_description}
        placeholder={values.excerpt}
        error={errors.seo_description}
        hint={`Leave empty to use the excerpt. ${counted(values.seo_description || values.excerpt, description)}.`}
        maxLength={FIELDS.seo_description.max}
        onChange={(event) => change({ seo_description: event.target.value })}
      />
      <Field
        label="Address"
        name="slug"
        value={values.slug}
        placeholder={newSlug(values)}
        error={errors.slug}
        hint="The last part of the address, if the settings include it. Leave empty to use the title. Old addresses redirect."
        maxLength={FIELDS.slug.max}
        spellCheck={false}
        autoCapitalize="none"
        onChange={(event) => change({ slug: event.target.value })}
        onBlur={() => change({ slug: typedSlug(values.slug) })}
      />
      <Field
        label="Original address"
        name="canonical_url"
        inputMode="url"
        value={values.canonical_url}
        error={errors.canonical_url}
        hint="Only if another site published this text first. Search engines then list that page instead."
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        onChange={(event) => change({ canonical_url: event.target.value })}
        onBlur={() => change({ canonical_url: completeAddress(values.canonical_url) })}
      />
    </>
  );
}

function SocialFields({ values, change, errors }: FieldsProps) {
  return (
    <>
      <Field
        label="Social title"
        name="social_title"
        value={values.social_title}
        placeholder={values.title}
        error={errors.social_title}
        hint="For links on social networks and in messages. Leave empty to use the title."
        maxLength={FIELDS.social_title.max}
        onChange={(event) => change({ social_title: event.target.value })}
      />
      <Field
        label="Social text"
        name="social_text"
        rows={3}
        value={values.social_text}
        placeholder={values.seo_description || values.excerpt}
        error={errors.social_text}
        hint="Leave empty to use the search description."
        maxLength={FIELDS.social_text.max}
        onChange={(event) => change({ social_text: event.target.value })}
      />
      <PictureField
        label="Social picture"
        hint="From the media library, best at 1,200 × 630 px. Leave empty to use the article’s picture."
        error={errors.social_image}
        value={values.social_image}
        onChange={(social_image) => change({ social_image })}
      />
    </>
  );
}

/** The previews, and what to improve. */
function Outcome({ values, stored }: Pick<Props, "values" | "stored">) {
  const site = useSite();
  const content = useSettledContent(values.content);
  const shown = shownBy(values, content);
  const findings = checkSearch(values, content, site.url);
  const slug = values.slug || newSlug(values);
  const address = absoluteUrl(site.url, articlePath(site, { id: stored?.id ?? 0, slug }));
  return (
    <>
      <SearchPreview shown={shown} site={site.name} address={address} isHidden={values.is_noindex} />
      <SocialPreview shown={shown} site={site.name} host={new URL(site.url).host} />
      {findings.length > 0 && (
        <ul aria-label="Hints for search and sharing" className="list-disc space-y-1.5 ps-5 text-sm text-muted">
          {findings.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The words and first picture of the content, read again after a pause in typing. */
function useSettledContent(html: string) {
  const settled = useSettled(html, PAUSE_MS);
  return useMemo(() => {
    if (settled === "") return { text: "", picture: "" };
    const nodes = contentIn(settled);
    const [picture] = tagsIn(nodes, ({ name }) => name === "img");
    const text = blocksOf(nodes).map((block) => block.text);
    return { text: text.join("\n"), picture: (picture && attributeOf(picture, "src")) ?? "" };
  }, [settled]);
}
