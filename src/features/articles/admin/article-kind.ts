import { uploadPicture } from "#features/media/pictures/admin/upload.ts";
import { problemOf } from "#ui/admin/date-values.ts";
import type { FormKind } from "#ui/admin/edit-form/form-kind.ts";
import { missingIn } from "../rules.ts";
import type { ArticleDetail } from "../schema.ts";
import { createArticle, readArticle, updateArticle } from "./calls.ts";
import { changeBody, createForm, type FormValues, NEW_VALUES, valuesOf } from "./form-values.ts";
import { VERSION_FIELDS } from "./version-fields.tsx";

export const ARTICLE_KIND: FormKind<ArticleDetail, FormValues> = {
  name: "article",
  what: "article",
  titleOf: ({ title }) => title,
  fields: VERSION_FIELDS,
  empty: NEW_VALUES,
  idOf: ({ id }) => id,
  valuesOf,
  // Only new articles are validated by the client; the server validates edits. A date that cannot be read is only here.
  missingIn: (values, before) => {
    const date = problemOf(values.published_date);
    return { ...(before ? {} : missingIn(values)), ...(date && { published_date: date }) };
  },
  // Uploaded pictures have an address now, and published articles a date.
  takenOver: ["image_url", "content", "published_date"],
  fileField: "image_url",
  upload: uploadPicture,
  closesWhenSaved: true,
  read: readArticle,
  create: (api, { values, file }, key) => createArticle(api, createForm(values, file), key),
  update: (api, before, { values, file }) => updateArticle(api, before, changeBody(before.row, values, file)),
  copyOf: (values) => ({ ...values, status: "draft" }),
  words: {
    added: "Article added",
    updated: "Article updated",
    adding: { title: "Error adding article", fallback: "Could not add the article" },
    updating: { title: "Error updating article", fallback: "Could not update the article" },
    deleted: "This article was deleted meanwhile. Your text is still here: saving it makes a new article.",
  },
};
