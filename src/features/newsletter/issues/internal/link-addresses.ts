import { createContext } from "react";
import { absoluteUrl } from "#shared/urls.ts";
import type { LinkTo } from "../numbers/rules.ts";

/** `linkTo`: names the addresses of links; without it they lead directly to their targets. */
export type LinkParts = { siteUrl: string; linkTo?: LinkTo | undefined };

/** The absolute address of a link in a mail, by its target and its words. Links to fragments of the text lead to the site. */
export function addressOf({ siteUrl, linkTo }: LinkParts, href: string, label: string): string {
  const url = absoluteUrl(siteUrl, href.startsWith("#") ? "/" : href);
  return linkTo ? linkTo(url, label) : url;
}

/** The same for the links in a block. */
export const AddressContext = createContext<LinkTo>((href) => href);
