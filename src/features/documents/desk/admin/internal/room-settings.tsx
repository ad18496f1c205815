import { ChevronDown } from "lucide";
import { type ReactNode, useState } from "react";
import { ArticlePictureField } from "#features/articles/admin/article-picture-field.tsx";
import { AuthorsField } from "#features/articles/admin/authors-field.tsx";
import { CategoryField, type CategoryQuestion } from "#features/articles/admin/category-field.tsx";
import { type FormValues, joinList, splitList } from "#features/articles/admin/form-values.ts";
import { LanguageField } from "#features/articles/admin/language-field.tsx";
import { PublicationField } from "#features/articles/admin/publication-field.tsx";
import { TagsField } from "#features/articles/admin/tags-field.tsx";
import { FIELDS, FLAG_NAMES } from "#features/articles/fields.ts";
import type { ArticleDetail } from "#features/articles/schema.ts";
import type { StoredPicture } from "#features/media/pictures/schema.ts";
import { useNewsroomZone } from "#features/settings/admin/use-newsroom-zone.ts";
import { RadioGroup, Switch } from "#ui/admin/controls.tsx";
import type { FieldErrors } from "#ui/admin/field-errors.ts";
import { useHasNewsroom, useMay } from "#ui/admin/permissions.tsx";
import { Field } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";

const STATUSES = [
  { value: "published", label: "Published", needs: "article.publish" },
  { value: "ready", label: "Ready", needs: "article.ready" },
  { value: "draft", label: "Draft", needs: "article.write" },
] as const;

type Props = {
  /** What is worth a look, above the settings. */
  checks: ReactNode;
  values: FormValues;
  change: (values: Partial<FormValues>) => void;
  errors: FieldErrors;
  stored: ArticleDetail | null;
  file: File | null;
  setFile: (file: File | null) => void;
  onIntoText: (picture: StoredPicture) => void;
  category: CategoryQuestion;
  /** Whose approval the article has or needs. */
  review: ReactNode;
  /** What stands at their end. */
  children: ReactNode;
};

const NAMES = ["category", "authors", "tags", "image_url", "image_alt", "language", "published_date", "sources"];

/** Whether one of the settings must be seen: it has an error, or asks something. */
export const hasSomethingToSay = (errors: FieldErrors, { meant }: Pick<CategoryQuestion, "meant">): boolean =>
  meant !== null || NAMES.some((name) => errors[name]);

/** What belongs to an article beside its text. Below the text on a phone, where it can be folded. */
export function RoomSettings({
  checks,
  values,
  change,
  errors,
  stored,
  file,
  setFile,
  onIntoText,
  category,
  review,
  children,
}: Props) {
  const [isFolded, setIsFolded] = useState(false);
  const zone = useNewsroomZone();
  const may = useMay();
  // What readers have is brought to them, and taken from them, by whoever may publish.
  const isFixed = stored?.status === "published" && !may("article.publish");
  const hasNewsroom = useHasNewsroom();
  const offered = hasNewsroom ? STATUSES : STATUSES.filter(({ value }) => value !== "ready");
  const statuses = isFixed ? [] : offered.filter(({ needs }) => may(needs));
  const isHidden = isFolded && !hasSomethingToSay(errors, category);
  return (
    <section aria-labelledby="room-settings" tabIndex={-1} className="room-settings">
      {checks}
      <h2 className="text-sm font-bold">
        <span id="room-settings" className="max-lg:hidden">
          Settings
        </span>
        <button
          type="button"
          aria-expanded={!isHidden}
          onClick={() => setIsFolded(!isFolded)}
          className="flex min-h-11 w-full items-center justify-between lg:hidden"
        >
          Settings
          <Icon icon={ChevronDown} size={18} className={isHidden ? "" : "rotate-180"} />
        </button>
      </h2>
      <div className={`mt-4 space-y-6 ${isHidden ? "max-lg:hidden" : ""}`}>
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
              hint="Enter adds the first suggestion, a comma the tag as typed. Readers see them below the article."
              value={values.tags}
              error={errors.tags}
              onChange={(tags) => change({ tags })}
            />
            <LanguageField
              value={values.language}
              error={errors.language}
              onChange={(language) => change({ language })}
            />
          </>
        )}
        <LeadPicture {...{ values, change, errors, file, setFile, onIntoText }} />
        {may("article.publish") && <Flags values={values} change={change} />}
        {statuses.length > 1 && (
          <div className="space-y-6 border-t border-rule pt-6">
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
          </div>
        )}
        {review}
        {children}
      </div>
    </section>
  );
}

type LeadProps = Pick<Props, "values" | "change" | "errors" | "file" | "setFile" | "onIntoText">;

/** The article's picture and what it shows. */
function LeadPicture({ values, change, errors, file, setFile, onIntoText }: LeadProps) {
  const { image_url: address, image_alt: text } = values;
  const hasNewsroom = useHasNewsroom();
  return (
    <>
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
          hint="What the article image shows, for readers who do not see it."
          value={text}
          error={errors.image_alt}
          onChange={(event) => change({ image_alt: event.target.value })}
        />
      )}
    </>
  );
}

/** The switches for where the article appears on the site. */
function Flags({ values, change }: Pick<Props, "values" | "change">) {
  const hasNewsroom = useHasNewsroom();
  const names = hasNewsroom ? FLAG_NAMES : FLAG_NAMES.filter((name) => name !== "is_breaking");
  return (
    <div className="space-y-5 border-t border-rule pt-6">
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
