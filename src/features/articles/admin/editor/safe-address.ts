/** Addresses the editor takes (spec section 5): the server's cleaning (platform/clean-html.ts) judges alike. */
const LINK_SCHEMES = new Set(["http", "https", "mailto", "tel"]);
const PICTURE_SCHEMES = new Set(["http", "https"]);
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const OTHER_HOST = /^[/\\]{2}/;
const DATA_PICTURE = /^data:image\/(?:jpe?g|gif|png);base64,[a-z0-9+/=]+$/i;

const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?(?:[/?#]|$)/i;
const MAILBOX = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/;

/** Without what browsers skip, and with what ends an attribute or hides a scheme written as its code. */
function canonical(address: string): string {
  return address
    .trim()
    .replace(/[^\P{Cc} ]/gu, "")
    .replace(/[ <>"]/g, encodeURIComponent);
}

function allowed(address: string, schemes: ReadonlySet<string>): string | null {
  const plain = canonical(address);
  if (plain === "" || OTHER_HOST.test(plain)) return null;
  const scheme = SCHEME.exec(plain)?.[1]?.toLowerCase();
  return scheme === undefined || schemes.has(scheme) ? plain : null;
}

/** A link's address as it is kept: http, https, mailto, tel or a path of this site; null for anything else. */
export function linkAddress(address: string): string | null {
  return allowed(address, LINK_SCHEMES);
}

/** A picture's address as it is kept: http, https, a path, or base64 data of JPEG, PNG or GIF; null for anything else. */
export function pictureAddress(address: string): string | null {
  const data = address.replace(/\s+/g, "");
  return DATA_PICTURE.test(data) ? data : allowed(address, PICTURE_SCHEMES);
}

/** What somebody typed as an address, with the scheme they left out: `example.com`, `name@example.com`. */
export function completeAddress(typed: string): string {
  const text = typed.trim();
  if (HOST.test(text)) return `https://${text}`;
  return MAILBOX.test(text) ? `mailto:${text}` : text;
}
