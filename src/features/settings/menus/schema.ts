import { z } from "zod";
import { linkAddress, text } from "#shared/schema.ts";
import { MAX_FOOTER, MAX_HEADER, MAX_ITEMS, MAX_MENU_LABEL } from "./rules.ts";

const link = z.object({ label: z.string(), url: z.string() });
const entry = link.extend({ items: z.array(link) });

/** The header's entries and the footer's columns, as readers see them. */
export const menus = z.object({ header: z.array(entry), footer: z.array(entry) }).meta({ id: "Menus" });
export type Menus = z.infer<typeof menus>;

const CONTROLS = /\p{Cc}/u;

const label = text({ name: "Label", min: 1, max: MAX_MENU_LABEL }).refine((typed) => !CONTROLS.test(typed), {
  error: "Label must be a single line.",
});

const address = linkAddress("Address").refine((url) => url === "" || /^(?:\/|https:)/i.test(url), {
  error: "Address must be a path of this site, such as /about, or an https address.",
});

const required = address.refine((url) => url !== "", { error: "Address is required." });

const items = z
  .array(z.strictObject({ label, url: required }, { error: "Each link must be an object with label and url." }), {
    error: "Items must be a list of links.",
  })
  .max(MAX_ITEMS, { error: `There may be at most ${MAX_ITEMS} links below one.` });

const NO_ENTRY = "Each entry must be an object with label, url and items.";

/** An entry of the header leads somewhere, or has links below it. */
const headerEntry = z
  .strictObject({ label, url: address.default(""), items: items.default([]) }, { error: NO_ENTRY })
  .refine(({ url, items: below }) => url !== "" || below.length > 0, {
    path: ["url"],
    error: "Address is required for an entry without links below it.",
  });

const column = z.strictObject({ label, url: address.default(""), items: items.default([]) }, { error: NO_ENTRY });

/** Omitted menus keep their value; null or an empty list is the default. */
export const menusBody = z
  .strictObject(
    {
      header: z
        .array(headerEntry, { error: "Header must be a list of entries." })
        .max(MAX_HEADER, { error: `The header may have at most ${MAX_HEADER} entries.` })
        .nullable(),
      footer: z
        .array(column, { error: "Footer must be a list of columns." })
        .max(MAX_FOOTER, { error: `The footer may have at most ${MAX_FOOTER} columns.` })
        .nullable(),
    },
    { error: "The body must be a JSON object with header and footer." },
  )
  .partial();
export type MenusBody = z.infer<typeof menusBody>;
