import { endpoints } from "#shared/endpoint.ts";
import { noContent } from "#shared/schema.ts";
import {
  inUseBody,
  pictureBulkBody,
  pictureBulkResult,
  pictureChange,
  pictureDetail,
  pictureEdit,
  pictureList,
  pictureParams,
  pictureQuery,
  pictureReplacement,
  pictureTags,
  replacementResult,
  storedPicture,
  uploadBody,
  uploadResponse,
} from "./schema.ts";

const tags = ["Uploads"];

/** `upload/`: takes a form with a `file`, returns the address of the stored picture. */
export const uploadEndpoints = endpoints({
  "POST /upload": {
    access: "picture.upload",
    summary: "Upload a picture: JPEG, PNG, GIF, WebP or AVIF, up to 10 MiB and 50 megapixels",
    tags,
    consumes: ["multipart/form-data"],
    body: uploadBody,
    ignoresUnknownFields: true,
    errors: ["picture_unreadable", "picture_animated", "picture_too_complex", "file_too_large", "pictures_unavailable"],
    response: { 201: uploadResponse },
  },
});
export type UploadEndpoints = typeof uploadEndpoints;

/** `/api/media/`: the stored pictures, for editors; pictures in use cannot be deleted. */
export const pictureEndpoints = endpoints({
  "GET /media": {
    access: "picture.upload",
    summary: "The stored pictures, newest first; filter by words, date, use or address",
    tags,
    query: pictureQuery,
    response: { 200: pictureList },
  },
  "GET /media/tags": {
    access: "picture.upload",
    summary: "The tags of pictures by name, with the number of pictures for each",
    tags,
    response: { 200: pictureTags },
  },
  "POST /media/bulk": {
    access: "picture.describe",
    summary: "Tag or delete many pictures",
    description:
      "Returns the ids of the changed pictures, and why the others were not changed. Pictures in use are not deleted.",
    tags,
    body: pictureBulkBody,
    errors: ["too_many_tags"],
    response: { 200: pictureBulkResult },
  },
  "GET /media/:id": {
    access: "picture.upload",
    summary: "A stored picture, with everything that uses it",
    tags,
    params: pictureParams,
    response: { 200: pictureDetail },
  },
  "PATCH /media/:id": {
    access: "picture.describe",
    summary: "Change a picture's texts and focal point",
    tags,
    params: pictureParams,
    body: pictureChange,
    headers: ["if-match"],
    errors: ["too_many_tags", "picture_busy"],
    response: { 200: storedPicture },
  },
  "POST /media/:id/edit": {
    access: "picture.upload",
    summary: "Create a rotated and cropped copy of a picture, with the same texts",
    tags,
    params: pictureParams,
    body: pictureEdit,
    errors: ["picture_unreadable", "picture_animated", "picture_too_complex", "file_too_large", "pictures_unavailable"],
    response: { 201: storedPicture },
  },
  "POST /media/:id/replace": {
    access: "picture.manage",
    summary: "Replace a picture everywhere it is used; `used_in` lists the places that could not be changed",
    tags,
    params: pictureParams,
    body: pictureReplacement,
    errors: ["same_picture", "approval_required", "picture_busy", "picture_not_found"],
    response: { 200: replacementResult },
  },
  "DELETE /media/:id": {
    access: "picture.manage",
    summary: "Permanently delete a picture; responds 409 with `used_in` while it is in use",
    tags,
    params: pictureParams,
    errors: ["picture_in_use", "picture_busy"],
    response: { 204: noContent, 409: inUseBody },
  },
});
export type PictureEndpoints = typeof pictureEndpoints;
