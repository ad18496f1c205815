import { endpoints } from "#shared/endpoint.ts";
import { errorBody, noContent } from "#shared/schema.ts";
import { inUseBody, pictureList, pictureParams, pictureQuery, uploadAnswer, uploadBody } from "./schema.ts";

const tags = ["Uploads"];

/** `upload/`: takes a form with a `file`, returns the address of the stored picture. */
export const uploadEndpoints = endpoints({
  "POST /upload": {
    access: "editor",
    summary: "Upload a picture: JPEG, PNG, GIF, WebP or AVIF, up to 10 MiB and 50 megapixels",
    tags,
    consumes: ["multipart/form-data"],
    body: uploadBody,
    response: { 201: uploadAnswer },
  },
});
export type UploadEndpoints = typeof uploadEndpoints;

/** `/api/media/`: the stored pictures, for editors; pictures in use cannot be deleted. */
export const pictureEndpoints = endpoints({
  "GET /media": {
    access: "editor",
    summary: "The stored pictures, newest first, or the one of an address",
    tags,
    query: pictureQuery,
    response: { 200: pictureList },
  },
  "DELETE /media/:id": {
    access: "editor",
    summary: "Delete a picture for good; while something shows it, 409 with `used_in`",
    tags,
    params: pictureParams,
    response: { 204: noContent, 404: errorBody, 409: inUseBody },
  },
});
export type PictureEndpoints = typeof pictureEndpoints;
