import { endpoints } from "#shared/endpoint.ts";
import { errorBody, noContent } from "#shared/schema.ts";
import { inUseBody, mediaList, mediaParams, mediaQuery, uploadAnswer, uploadBody } from "./schema.ts";

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

/** `media/`: the stored pictures, for editors; pictures in use cannot be deleted. */
export const mediaEndpoints = endpoints({
  "GET /media": {
    access: "editor",
    summary: "The stored pictures, newest first, or the one of an address",
    tags,
    query: mediaQuery,
    response: { 200: mediaList },
  },
  "DELETE /media/:id": {
    access: "editor",
    summary: "Delete a picture for good; while something shows it, 409 with `used_in`",
    tags,
    params: mediaParams,
    response: { 204: noContent, 404: errorBody, 409: inUseBody },
  },
});
export type MediaEndpoints = typeof mediaEndpoints;
