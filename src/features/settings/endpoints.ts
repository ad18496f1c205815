import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { givenSchemas, shownSchemas } from "#shared/fields/schemas.ts";
import { text } from "#shared/schema.ts";
import { siteSettings, siteSettingsBody } from "./facts/schema.ts";
import { houseStyle, houseStyleBody } from "./house/schema.ts";
import { menus, menusBody } from "./menus/schema.ts";
import {
  ADDRESS_FIELDS,
  AUDIT_FIELDS,
  isTimeZone,
  NEWSLETTER_FIELDS,
  NEWSROOM_FIELDS,
  NO_SUCH_ZONE,
  RETENTION_FIELDS,
} from "./rules.ts";

/** Control characters other than a line break: mails could not carry them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;

export const timeZone = text(NEWSROOM_FIELDS.time_zone).refine(isTimeZone, {
  error: NO_SUCH_ZONE,
});

const postalAddress = text(NEWSROOM_FIELDS.postal_address)
  .transform((typed) => typed.replaceAll("\r\n", "\n"))
  .refine((typed) => !CONTROLS.test(typed), {
    error: "Postal address contains characters that cannot be stored.",
  });

export const newsroom = z.object(shownSchemas(NEWSROOM_FIELDS)).meta({ id: "Newsroom" });
export type Newsroom = z.infer<typeof newsroom>;

export const addressSettings = z.object(shownSchemas(ADDRESS_FIELDS)).meta({ id: "AddressSettings" });
export type AddressSettings = z.infer<typeof addressSettings>;

const addressSettingsBody = z.strictObject(givenSchemas(ADDRESS_FIELDS), {
  error: "The body must be a JSON object with article.",
});

export const auditSettings = z.object(shownSchemas(AUDIT_FIELDS)).meta({ id: "AuditSettings" });
export type AuditSettings = z.infer<typeof auditSettings>;

const auditSettingsBody = z.strictObject(givenSchemas(AUDIT_FIELDS), {
  error: "The body must be a JSON object with retention_days.",
});

export const newsletterSettings = z.object(shownSchemas(NEWSLETTER_FIELDS)).meta({ id: "NewsletterSettings" });
export type NewsletterSettings = z.infer<typeof newsletterSettings>;

const newsletterSettingsBody = z.strictObject(givenSchemas(NEWSLETTER_FIELDS), {
  error: "The body must be a JSON object with counts_clicks.",
});

/** Omitted fields keep their value. */
const newsroomBody = z
  .strictObject(
    { time_zone: timeZone, postal_address: postalAddress },
    { error: "The body must be a JSON object with time_zone and postal_address." },
  )
  .partial();

/** The retention periods of personal data, in days. */
export const retention = z.object(shownSchemas(RETENTION_FIELDS)).meta({ id: "Retention" });

/** Omitted periods keep their value. */
const retentionBody = z
  .strictObject(givenSchemas(RETENTION_FIELDS), {
    error: "The body must be a JSON object of periods, each a number of days.",
  })
  .partial();

const tags = ["Settings"];

export const settingsEndpoints = endpoints({
  "GET /settings/newsroom": {
    access: "desk.use",
    tags,
    summary: "The newsroom's time zone and postal address",
    response: { 200: newsroom },
  },
  "PUT /settings/newsroom": {
    access: "settings.manage",
    tags,
    summary: "Change the newsroom's settings; omitted fields keep their value",
    description: "With their ETag in If-Match, responds 409 if they have changed since.",
    body: newsroomBody,
    headers: ["if-match"],
    response: { 200: newsroom },
  },
  "GET /settings/addresses": {
    access: "public",
    tags,
    summary: "The format of the site's addresses",
    response: { 200: addressSettings },
  },
  "PUT /settings/addresses": {
    access: "settings.manage",
    tags,
    summary: "Change the format of the site's addresses",
    description:
      "Addresses in the other format redirect, and feeds keep their ids. With their ETag in If-Match, responds 409 if they have changed since.",
    body: addressSettingsBody,
    headers: ["if-match"],
    response: { 200: addressSettings },
  },
  "GET /settings/site": {
    access: "public",
    tags,
    summary: "The publication's name, texts, contact address, social links and ticker",
    response: { 200: siteSettings },
  },
  "PUT /settings/site": {
    access: "settings.manage",
    tags,
    summary: "Change what the publication says about itself; omitted fields keep their value",
    description:
      "Readers see it on the next page view. Fields that were never changed follow the operator's variables. With their ETag in If-Match, responds 409 if they have changed since.",
    body: siteSettingsBody,
    headers: ["if-match"],
    response: { 200: siteSettings },
  },
  "GET /settings/menus": {
    access: "public",
    tags,
    summary: "The header's menu and the footer's columns",
    response: { 200: menus },
  },
  "PUT /settings/menus": {
    access: "settings.manage",
    tags,
    summary: "Change the menus; omitted ones keep their value, null or an empty list resets one",
    description:
      "Readers see it on the next page view. A menu that equals its default follows new categories and pages. With their ETag in If-Match, responds 409 if they have changed since.",
    body: menusBody,
    headers: ["if-match"],
    response: { 200: menus },
  },
  "GET /settings/house-style": {
    access: "desk.use",
    tags,
    summary: "The house style: words to avoid, length of titles, texts of pictures",
    response: { 200: houseStyle },
  },
  "PUT /settings/house-style": {
    access: "settings.manage",
    tags,
    summary: "Change the house style; omitted fields keep their value",
    description:
      "What is required applies to every publication from then on; public articles stay. With its ETag in If-Match, responds 409 if it has changed since.",
    body: houseStyleBody,
    headers: ["if-match"],
    response: { 200: houseStyle },
  },
  "GET /settings/audit": {
    access: "audit.read",
    tags,
    summary: "The retention period of the audit log",
    response: { 200: auditSettings },
  },
  "PUT /settings/audit": {
    access: "settings.manage",
    tags,
    summary: "Change the retention period of the audit log",
    description: "With their ETag in If-Match, responds 409 if they have changed since.",
    body: auditSettingsBody,
    headers: ["if-match"],
    response: { 200: auditSettings },
  },
  "GET /settings/newsletter": {
    access: "public",
    tags,
    summary: "What is counted of newsletters",
    response: { 200: newsletterSettings },
  },
  "PUT /settings/newsletter": {
    access: "settings.manage",
    tags,
    summary: "Change what is counted of newsletters",
    description:
      "While `counts_clicks` is on, links of new issues lead through this site, and the privacy page says so. With their ETag in If-Match, responds 409 if they have changed since.",
    body: newsletterSettingsBody,
    headers: ["if-match"],
    response: { 200: newsletterSettings },
  },
  "GET /settings/retention": {
    access: "public",
    tags,
    summary: "The retention periods of personal data, in days",
    response: { 200: retention },
  },
  "PUT /settings/retention": {
    access: "settings.manage",
    tags,
    summary: "Change the retention periods of personal data; omitted periods keep their value",
    description: "With their ETag in If-Match, responds 409 if they have changed since.",
    body: retentionBody,
    headers: ["if-match"],
    response: { 200: retention },
  },
});
export type SettingsEndpoints = typeof settingsEndpoints;
