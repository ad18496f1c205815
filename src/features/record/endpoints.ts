import { z } from "zod";
import { articleParams } from "#features/articles/schema.ts";
import { endpoints } from "#shared/endpoint.ts";
import { errorBody } from "#shared/schema.ts";
import {
  changesQuery,
  correction,
  correctionBody,
  dayParams,
  dayQuery,
  dayVersion,
  publishedChange,
  publishedVersion,
  versionParams,
} from "./schema.ts";

const tags = ["Record"];

/** The record of what was published. */
export const recordEndpoints = endpoints({
  "GET /articles/:id/changes": {
    access: "public",
    summary: "What changed in an article since it was published, the newest first",
    description: "Stays readable when the article is removed; 404 for what was never published.",
    tags,
    params: articleParams,
    query: changesQuery,
    cache: { parameters: ["limit", "offset"] },
    response: { 200: z.array(publishedChange), 404: errorBody },
  },
  "GET /articles/:id/changes/:n": {
    access: "public",
    summary: "One version as it was published, of an article that readers see",
    tags,
    params: versionParams,
    response: { 200: publishedVersion, 404: errorBody },
  },
  "POST /articles/:id/corrections": {
    access: "article.publish",
    summary: "Correct a published article: a dated note at its top or bottom, which stays",
    description: "The same words again answer the correction that is there already.",
    tags,
    params: articleParams,
    body: correctionBody,
    response: { 201: correction, 404: errorBody, 409: errorBody },
  },
  "GET /corrections": {
    access: "public",
    summary: "All corrections of articles that readers see, the newest first",
    tags,
    query: changesQuery,
    cache: { parameters: ["limit", "offset"] },
    response: { 200: z.array(correction) },
  },
  "GET /record/:day": {
    access: "public",
    summary: "The versions of one day in UTC, in the order in which the day's head has them",
    tags,
    params: dayParams,
    query: dayQuery,
    cache: { parameters: ["limit", "offset"] },
    response: { 200: z.array(dayVersion), 404: errorBody },
  },
});
export type RecordEndpoints = typeof recordEndpoints;
