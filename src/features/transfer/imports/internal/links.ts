import { Parser } from "htmlparser2";
import { allowedAddress } from "#features/content/rules.ts";

/** Addresses of one text that are looked up. */
const MAX_ADDRESSES = 5_000;

/** The addresses of the links and pictures of a text, in the form in which the content model reads them. */
export function addressesIn(html: string): { links: string[]; pictures: string[] } {
  const [links, pictures] = [new Set<string>(), new Set<string>()];
  const parser = new Parser({
    onattribute(name, value) {
      if (name !== "href" && name !== "src") return;
      const [rule, found] = name === "href" ? (["link", links] as const) : (["picture", pictures] as const);
      if (found.size >= MAX_ADDRESSES || value.startsWith("data:")) return;
      const address = allowedAddress(value, rule);
      if (address !== null) found.add(address);
    },
  });
  parser.end(html);
  return { links: [...links], pictures: [...pictures] };
}
