/**
 * The security headers of each kind of response. A table rather than a plugin: cached pages are sent before any plugin
 * runs, so both paths must use one source.
 */

const COMMON = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()",
  "cross-origin-opener-policy": "same-origin",
  "x-frame-options": "DENY",
} as const;

/** Scripts, styles, fonts and pictures of this site only, nothing inline: no other host learns who reads what. */
const OWN_ONLY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The trusted types policies that may turn text into HTML or a script, by name (shared/html.ts). */
const trustedTypes = (...names: string[]) => `require-trusted-types-for 'script'; trusted-types ${names.join(" ")}`;

/** Reader pages: an article's cleaned content, JSON-LD in the head, and the address of the service worker. */
const PAGE_POLICY = `${OWN_ONLY}; ${trustedTypes("jarida-content", "jarida-page", "jarida-data", "jarida-worker")}`;

/** A preview of a page, which the admin area shows in a frame: nothing runs in it. */
const PREVIEW_POLICY = OWN_ONLY.replace("script-src 'self'", "script-src 'none'").replace(
  "frame-ancestors 'none'",
  "frame-ancestors 'self'",
);

/** The API's documentation page: Swagger UI sets styles and loads its icons from data URLs. */
const DOCS_POLICY = OWN_ONLY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'").replace(
  "img-src 'self'",
  "img-src 'self' data:",
);

/**
 * The admin area previews pictures before they are uploaded, and mails before they are sent; otherwise a page like the
 * others. Text becomes HTML only in documents that are never shown: ours (ui/admin/inert-html.ts) and the one in which
 * the editor's library parses pasted content.
 */
const ADMIN_POLICY = [
  OWN_ONLY.replace("img-src 'self'", "img-src 'self' data: blob:"),
  "frame-src 'self'",
  trustedTypes("jarida-inert", "ProseMirrorClipboard"),
].join("; ");

/** A mail shown to editors in a frame: mails have their own styles. No script runs, and no link navigates away. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: https: http:; frame-ancestors 'self'; sandbox";

/** Everything that is not a page: it may load and run nothing, nor be framed. */
const INERT_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** The service worker fetches the site's own pages and files. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

export type ResponseKind = "page" | "preview" | "admin" | "docs" | "api" | "file" | "worker" | "mail";

/** The headers of one kind of response. `secure`: the site is served over HTTPS, so that browsers may enforce it. */
export function securityHeaders(kind: ResponseKind, secure: boolean): Record<string, string> {
  const policy = {
    page: PAGE_POLICY,
    preview: PREVIEW_POLICY,
    admin: ADMIN_POLICY,
    docs: DOCS_POLICY,
    api: INERT_POLICY,
    file: INERT_POLICY,
    worker: WORKER_POLICY,
    mail: MAIL_POLICY,
  }[kind];
  return {
    ...COMMON,
    ...(kind === "mail" || kind === "preview" ? { "x-frame-options": "SAMEORIGIN" } : {}),
    // The address is secret: whoever knows it sees the preview.
    ...(kind === "preview" ? { "referrer-policy": "no-referrer" } : {}),
    "content-security-policy": policy,
    "cross-origin-resource-policy": kind === "api" || kind === "mail" ? "same-origin" : "cross-origin",
    ...(secure ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  };
}
