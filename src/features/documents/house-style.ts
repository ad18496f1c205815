import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { parseContent } from "#features/content/parse.ts";
import { findPicture } from "#features/media/pictures/queries.ts";
import { keyInAddress } from "#features/media/pictures/rules.ts";
import { NECESSARY_TEXTS } from "#features/settings/house/rules.ts";
import { readHouseStyle } from "#features/settings/queries.ts";
import { ForbiddenError } from "#shared/errors.ts";
import { type LeadTexts, lacking } from "./style-rules.ts";

/** The text of a document of any type, with its own picture if the type has one. */
type StyledText = { content: string; image_url?: string; image_alt?: string };

/** What the library says about a document's own picture. */
async function leadTexts(db: Kysely<Tables>, address: string): Promise<LeadTexts> {
  const picture = address === "" ? undefined : await findPicture(db, keyInAddress(address) ?? "");
  return { caption: picture?.caption ?? "", credit: picture?.credit ?? "" };
}

/**
 * Requires the texts of pictures that the house style asks for. Called by every write that makes a document public, now or
 * at a time, but for the release of an import (decision 310). `before`: what readers have, or will have at a time; it may
 * change without fixing what it lacks already, as a correction does not wait for a credit. Throws ForbiddenError.
 */
export async function requireHouseStyle(
  db: Kysely<Tables>,
  { before, after, textField = "content" }: { before: StyledText | null; after: StyledText; textField?: string },
): Promise<void> {
  const style = await readHouseStyle(db);
  if (NECESSARY_TEXTS.every((rule) => style[rule] !== "required")) return;
  const faultsOf = async ({ content, image_url = "", image_alt = "" }: StyledText) => {
    const { nodes } = parseContent(content);
    const faults = lacking(style, { image_url, image_alt, lead: await leadTexts(db, image_url), nodes });
    return faults.filter(({ isRequired }) => isRequired);
  };
  const faults = await faultsOf(after);
  if (faults.length === 0) return;
  const former = before ? await faultsOf(before) : [];
  // Counted, as the address of a picture changes when it is copied or replaced everywhere.
  const numberOf = (all: typeof faults, rule: string) => all.filter((fault) => fault.rule === rule).length;
  const known = new Set(former.map(({ key }) => key));
  const grown = new Set(NECESSARY_TEXTS.filter((rule) => numberOf(faults, rule) > numberOf(former, rule)));
  const added = faults.filter(({ rule }) => grown.has(rule));
  const first = added.find(({ key }) => !known.has(key)) ?? added[0];
  if (!first) return;
  const detail = `${first.words}. The house style requires it before publishing.`;
  throw new ForbiddenError("house_style", detail, { [first.field === "content" ? textField : first.field]: detail });
}
