import type { FormKind } from "#ui/admin/edit-form/form-kind.ts";
import { type Described, MIDDLE } from "../rules.ts";
import type { StoredPicture } from "../schema.ts";
import { describePicture, readPicture } from "./calls.ts";

const inPercent = (share: number) => `${Math.round(share * 100)} %`;

/** The form of a picture's details. Pictures are added by upload only. */
export const PICTURE_KIND: FormKind<StoredPicture, Described> = {
  name: "picture",
  what: "picture",
  titleOf: ({ alt, caption }) => alt || caption || "a picture",
  fields: {
    alt: { label: "Alternative text", show: ({ alt }) => alt },
    caption: { label: "Caption", show: ({ caption }) => caption },
    credit: { label: "Credit", show: ({ credit }) => credit },
    licence: { label: "Licence", show: ({ licence }) => licence },
    focal_x: { label: "Focal point, from the left", show: ({ focal_x }) => inPercent(focal_x) },
    focal_y: { label: "Focal point, from the top", show: ({ focal_y }) => inPercent(focal_y) },
  },
  empty: { alt: "", caption: "", credit: "", licence: "", focal_x: MIDDLE, focal_y: MIDDLE },
  idOf: ({ id }) => id,
  valuesOf: ({ alt, caption, credit, licence, focal_x, focal_y }) => ({
    alt,
    caption,
    credit,
    licence,
    focal_x,
    focal_y,
  }),
  missingIn: () => ({}),
  tidy: ({ alt, caption, credit, licence, ...rest }) => ({
    ...rest,
    alt: alt.trim(),
    caption: caption.trim(),
    credit: credit.trim(),
    licence: licence.trim(),
  }),
  takenOver: ["alt", "caption", "credit", "licence"],
  closesWhenSaved: false,
  read: readPicture,
  create: async () => {
    throw new Error("Pictures are added by uploading.");
  },
  update: (api, before, values) => describePicture(api, before, values),
  words: {
    added: "Picture added",
    updated: "Picture updated",
    adding: { title: "Error adding picture", fallback: "Could not add the picture" },
    updating: { title: "Error updating picture", fallback: "Could not update the picture" },
    deleted: "This picture was deleted by another user.",
  },
};
