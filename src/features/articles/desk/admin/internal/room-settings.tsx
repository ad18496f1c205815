import type { ReactNode } from "react";
import {
  AuthorsField,
  CategoryField,
  type CategoryQuestion,
  LanguageField,
  PublicationField,
  TagsField,
} from "#features/articles/admin/article-fields.tsx";
import { ArticlePictureField } from "#features/articles/admin/article-picture-field.tsx";
import { type FormValues, LAYOUT_WORDS, PLACE_WORDS } from "#features/articles/admin/form-values.tsx";
import { FIELDS, LIST_FLAGS } from "#features/articles/fields.ts";
import type { ArticleDetail } from "#features/articles/schema.ts";
import { SeriesChoice } from "#features/articles/series/admin/series-choice.tsx";
import { SettingsGroup, SettingsPanel } from "#features/documents/room/admin/settings-panel.tsx";
import type { StoredPicture } from "#features/media/pictures/schema.ts";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { joinList, splitList } from "#ui/admin/chips-field.tsx";
import { RadioGroup, Switch } from "#ui/admin/controls.tsx";
import { isInstant } from "#ui/admin/date-values.ts";
import type { FieldErrors } from "#ui/admin/field-errors.ts";
import { plannedTime } from "#ui/admin/local-time.ts";
import { useHasNewsroom, useMay } from "#ui/admin/permissions.tsx";
import { Select } from "#ui/admin/select.tsx";
import { Field } from "#ui/field.tsx";
import { SEARCH_FIELDS, SearchAndSharing } from "./search-settings.tsx";

const STATUSES = [
  { value: "published", label: "Published", needs: "article.publish" },
  { value: "ready", label: "Ready", needs: "article.ready" },
  { value: "draft", label: "Draft", needs: "article.write" },
] as const;

type Props = {
  values: FormValues;
  change: (values: Partial<FormValues>) => void;
  errors: FieldErrors;
  stored: ArticleDetail | null;
  file: File | null;
  setFile: (file: File | null) => void;
  onIntoText: (picture: StoredPicture) => void;
  category: CategoryQuestion;
  /** The state of the article's approval. */
  review: ReactNode;
  children: ReactNode;
};

const SORTED = ["category", "authors", "tags", "language"];
const OF_PICTURE = ["image_url", "image_alt"];
const OF_LAYOUT = ["layout", "picture_place"];
const NAMES = [...SORTED, ...OF_PICTURE, ...OF_LAYOUT, ...SEARCH_FIELDS, "published_date", "sources"];

/** Whether one of the settings must be visible, because of an error or a question. */
export const hasSomethingToSay = (errors: FieldErrors, { meant }: Pick<CategoryQuestion, "meant">): boolean =>
  meant !== null || NAMES.some((name) => errors[name]);

/** The article's settings, in collapsible groups. */
export function RoomSettings({ category, review, children, ...fields }: Props) {
  const { errors } = fields;
  // The text's errors come first: the sheet would cover them.
  const isTextRight = Object.keys(errors).every((name) => NAMES.includes(name));
  return (
    <SettingsPanel
      title="Settings"
      mustBeSeen={isTextRight && hasSomethingToSay(errors, category)}
      errors={errors}
      question={category.meant}
      control={category.choice}
    >
      <Sorting {...fields} category={category} />
      <LeadPicture {...fields} />
      <Layout {...fields} />
      <Publishing {...fields} />
      <SearchAndSharing {...fields} />
      {review}
      <div className="border-t border-rule pt-5 empty:hidden">{children}</div>
    </SettingsPanel>
  );
}

type SortingProps = Pick<Props, "values" | "change" | "errors" | "category" | "stored">;

function Sorting({ values, change, errors, category, stored }: SortingProps) {
  const may = useMay();
  const hasNewsroom = useHasNewsroom();
  return (
    <SettingsGroup
      name="sorting"
      title={hasNewsroom ? "Category and tags" : "Category"}
      summary={sortingSummary(values)}
      errors={errors}
      fields={SORTED}
      isAsking={category.meant !== null}
    >
      <CategoryField
        value={values.category}
        error={errors.category}
        question={category}
        onChange={(name) => change({ category: name })}
      />
      {hasNewsroom && (
        <>
          <AuthorsField
            names={splitList(values.authors)}
            error={errors.authors}
            onChange={(names) => change({ authors: joinList(names) })}
          />
          <TagsField
            name="tags"
            hint="Press Enter to add the first suggestion, or a comma to add the tag as typed. Readers see them below the article."
            value={values.tags}
            error={errors.tags}
            onChange={(tags) => change({ tags })}
          />
          <LanguageField
            value={values.language}
            error={errors.language}
            onChange={(language) => change({ language })}
          />
          {stored && (stored.status !== "published" || may("article.publish")) && <SeriesChoice id={stored.id} />}
        </>
      )}
    </SettingsGroup>
  );
}

type PublishingProps = Pick<Props, "values" | "change" | "errors" | "stored">;

/** Placement, status and time. Empty for users who may set none of them. */
function Publishing({ values, change, errors, stored }: PublishingProps) {
  const may = useMay();
  const hasNewsroom = useHasNewsroom();
  const zone = useNewsroomZone();
  // Only users who may publish can change what readers see.
  const isFixed = stored?.status === "published" && !may("article.publish");
  const offered = hasNewsroom ? STATUSES : STATUSES.filter(({ value }) => value !== "ready");
  const statuses = isFixed ? [] : offered.filter(({ needs }) => may(needs));
  if (statuses.length <= 1 && !may("article.publish")) return null;
  return (
    <SettingsGroup
      name="publishing"
      title="Publishing"
      summary={publishingSummary(values, zone)}
      errors={errors}
      fields={["published_date"]}
    >
      {may("article.publish") && <Flags values={values} change={change} />}
      {statuses.length > 1 && (
        <>
          <RadioGroup
            legend="Status"
            options={statuses}
            value={values.status}
            onChange={(status) => change({ status })}
          />
          {hasNewsroom && may("article.publish") && (
            <PublicationField
              value={values.published_date}
              status={values.status}
              stored={stored}
              zone={zone}
              error={errors.published_date}
              onChange={(date) => change({ published_date: date })}
            />
          )}
        </>
      )}
    </SettingsGroup>
  );
}

const joined = (parts: readonly (string | false | null | undefined)[]): string => parts.filter(Boolean).join(" · ");

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Summaries of the collapsed groups. */
export function sortingSummary({ category, authors, tags }: FormValues): string {
  const count = splitList(tags).length;
  return joined([category.trim() || "No category", joinList(splitList(authors)), count > 0 && counted(count, "tag")]);
}

export function publishingSummary(values: FormValues, zone: string | null): string {
  const { status, published_date: date } = values;
  const word = STATUSES.find(({ value }) => value === status)?.label;
  const flags = LIST_FLAGS.filter((name) => values[name]).map((name) => FLAG_WORDS[name]);
  return joined([word, isInstant(date) && plannedTime(date, zone ?? "UTC"), ...flags]);
}

const FLAG_WORDS: Record<(typeof LIST_FLAGS)[number], string> = {
  is_auto_update: "Updates itself",
  is_featured: "Featured",
  is_editors_pick: "Editor’s pick",
  is_breaking: "Breaking",
};

type LeadProps = Pick<Props, "values" | "change" | "errors" | "file" | "setFile" | "onIntoText">;

function LeadPicture({ values, change, errors, file, setFile, onIntoText }: LeadProps) {
  const { image_url: address, image_alt: text } = values;
  const hasNewsroom = useHasNewsroom();
  const has = file !== null || address.trim() !== "";
  return (
    <SettingsGroup
      name="picture"
      title="Picture"
      summary={!has ? "No picture" : text.trim() === "" ? "No alternative text" : text}
      errors={errors}
      fields={OF_PICTURE}
    >
      <ArticlePictureField
        address={address}
        alt={text}
        isInText={address !== "" && values.content.includes(address)}
        file={file}
        error={errors.image_url}
        onAddress={(image_url, alt) => change({ image_url, ...(alt && !text && { image_alt: alt }) })}
        onFile={setFile}
        onAlt={(image_alt) => change({ image_alt })}
        onIntoText={onIntoText}
      />
      {hasNewsroom && (
        <Field
          label="Image alternative text"
          name="image_alt"
          hint="Describes the article image for readers who cannot see it."
          value={text}
          error={errors.image_alt}
          onChange={(event) => change({ image_alt: event.target.value })}
        />
      )}
    </SettingsGroup>
  );
}

const LAYOUTS = FIELDS.layout.values.map((value) => ({ value, label: LAYOUT_WORDS[value] }));
const PLACES = FIELDS.picture_place.values.map((value) => ({ value, label: PLACE_WORDS[value] }));
const LAYOUT_HINTS: Record<FormValues["layout"], string> = {
  news: "The text with a column next to it.",
  long_read: "The text alone, in the middle of the page.",
  photo_essay: "The text alone, with pictures and galleries wider than it.",
  live: "For a developing story: marked as live while it updates automatically.",
};

function Layout({ values, change, errors }: Pick<Props, "values" | "change" | "errors">) {
  if (!useHasNewsroom()) return null;
  const { layout, picture_place } = values;
  return (
    <SettingsGroup
      name="layout"
      title="Layout"
      summary={joined([LAYOUT_WORDS[layout], picture_place !== "automatic" && PLACE_WORDS[picture_place]])}
      errors={errors}
      fields={OF_LAYOUT}
    >
      <Select
        label={FIELDS.layout.label}
        value={layout}
        options={LAYOUTS}
        onChange={(chosen) => {
          const next = FIELDS.layout.values.find((known) => known === chosen) ?? "news";
          change({ layout: next, ...(next === "live" && { is_auto_update: true }) });
        }}
      />
      <p className="meta -mt-4">{LAYOUT_HINTS[layout]}</p>
      <Select
        label={FIELDS.picture_place.label}
        value={picture_place}
        options={PLACES}
        onChange={(chosen) =>
          change({ picture_place: FIELDS.picture_place.values.find((known) => known === chosen) ?? "automatic" })
        }
      />
    </SettingsGroup>
  );
}

function Flags({ values, change }: Pick<Props, "values" | "change">) {
  const hasNewsroom = useHasNewsroom();
  const names = hasNewsroom ? LIST_FLAGS : LIST_FLAGS.filter((name) => name !== "is_breaking");
  return (
    <div className="space-y-5">
      {names.map((name) => (
        <Switch
          key={name}
          label={FIELDS[name].label}
          hint={FIELDS[name].hint}
          checked={values[name]}
          onChange={(on) => change({ [name]: on })}
        />
      ))}
    </div>
  );
}
