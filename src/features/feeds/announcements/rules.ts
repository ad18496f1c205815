import { createHmac } from "node:crypto";
import { isIP } from "node:net";

/** Where changes are sent for search engines and feed readers; undefined for none. */
export type Receivers = {
  /** An endpoint of IndexNow, https://www.indexnow.org/documentation. */
  indexNowUrl: string | undefined;
  /** A hub of WebSub, https://www.w3.org/TR/websub/. */
  hub: string | undefined;
};

/** Addresses in one request: a limit of IndexNow. */
export const MAX_ADDRESSES = 10_000;
/** Lists of each kind whose feeds a hub gets at a time. */
export const MAX_LISTS = 30;

/** Names that only mean something in a private network, or nothing: RFC 2606, RFC 6762, RFC 8375. */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|lan|home\.arpa|test|example|invalid)$/;

/** Whether others can reach the site: https, at a public name. */
export function isPublicSite(siteUrl: string): boolean {
  const url = URL.parse(siteUrl);
  if (url?.protocol !== "https:") return false;
  const name = url.hostname.replace(/\.$/, "");
  return isIP(name) === 0 && !name.startsWith("[") && name.includes(".") && !PRIVATE_NAME.test(name);
}

/** The site's key for IndexNow, which proves at `/{key}.txt` that it sent a request: the same in every process. */
export const indexNowKey = (secretKey: string): string =>
  createHmac("sha256", secretKey).update("indexnow").digest("hex").slice(0, 32);
export const keyPath = (key: string): string => `/${key}.txt`;
