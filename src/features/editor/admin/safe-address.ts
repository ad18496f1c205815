import { allowedAddress } from "#features/content/rules.ts";
import { isWaitingPicture } from "#ui/admin/session/waiting-pictures.ts";

const DATA_PICTURE = /^data:image\/(?:jpe?g|gif|png);base64,[a-z0-9+/=]+$/i;

const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?(?:[/?#]|$)/i;
const MAILBOX = /^[^\s@/:]+@[^\s@/:.]+(?:\.[^\s@/:.]+)+$/;

/** Percent-encodes characters that would end an attribute or break the address. */
const canonical = (address: string | null) => address?.replace(/[ <>"]/g, encodeURIComponent) ?? null;

/** Normalises the address of a link: http, https, mailto, tel or a path of this site; null for anything else. */
export function linkAddress(address: string): string | null {
  return canonical(allowedAddress(address, "link"));
}

/** Normalises the address of a picture: http, https, a path, base64 data, or a temporary address; null for anything else. */
export function pictureAddress(address: string): string | null {
  if (isWaitingPicture(address)) return address;
  const data = address.replace(/\s+/g, "");
  return DATA_PICTURE.test(data) ? data : canonical(allowedAddress(address, "picture"));
}

/** Adds the missing scheme to a typed address: `example.com`, `name@example.com`. */
export function completeAddress(typed: string): string {
  const text = typed.trim();
  if (HOST.test(text)) return `https://${text}`;
  return MAILBOX.test(text) ? `mailto:${text}` : text;
}
