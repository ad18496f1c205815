/**
 * The security headers of each kind of answer. A table rather than a plugin: cached pages leave
 * before any plugin runs, so that both ways must take them from one place.
 */

const COMMON = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()",
  "cross-origin-opener-policy": "same-origin",
  "x-frame-options": "DENY",
} as const;

/** Scripts, styles and fonts of this site only, nothing inline; pictures may come from elsewhere. */
const OWN_ONLY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: https: http:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** In which ways text may become HTML or a script, by the names of their policies (shared/trusted-types.ts). */
const trustedTypes = (...names: string[]) => `require-trusted-types-for 'script'; trusted-types ${names.join(" ")}`;

/** Reader pages: an article's cleaned content, and what a head says to machines. */
const PAGE_POLICY = `${OWN_ONLY}; ${trustedTypes("jarida-content", "jarida-data")}`;

/** The API's page of documentation: Swagger UI sets styles and draws its marks from data addresses. */
const DOCS_POLICY = OWN_ONLY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");

/**
 * The admin area shows pictures before they are uploaded, and mails before they are sent; otherwise a page like the
 * others. Text becomes HTML only in documents that are never shown: ours (ui/admin/inert-html.ts)
 * and that in which the editor's library reads what pasting leaves.
 */
const ADMIN_POLICY = [
  OWN_ONLY.replace("data: https:", "data: blob: https:"),
  "frame-src 'self'",
  trustedTypes("jarida-inert", "ProseMirrorClipboard"),
].join("; ");

/** A mail shown to editors in a frame: mails carry their styles with them. Nothing of it runs, no link leads away. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: https: http:; frame-ancestors 'self'; sandbox";

/** Everything that is not a page: nothing may be loaded or run from it, nor may it be framed. */
const INERT_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

export type AnswerKind = "page" | "admin" | "docs" | "api" | "file" | "mail";

/** The headers of one kind of answer. `secure`: the site is served by https, so that browsers may insist on it. */
export function securityHeaders(kind: AnswerKind, secure: boolean): Record<string, string> {
  const policy = {
    page: PAGE_POLICY,
    admin: ADMIN_POLICY,
    docs: DOCS_POLICY,
    api: INERT_POLICY,
    file: INERT_POLICY,
    mail: MAIL_POLICY,
  }[kind];
  return {
    ...COMMON,
    ...(kind === "mail" ? { "x-frame-options": "SAMEORIGIN" } : {}),
    "content-security-policy": policy,
    "cross-origin-resource-policy": kind === "api" || kind === "mail" ? "same-origin" : "cross-origin",
    ...(secure ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  };
}
