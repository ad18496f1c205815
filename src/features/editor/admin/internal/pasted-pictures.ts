/** Pictures that come with pasted HTML. */
export type PastedPictures = {
  /** Takes in a picture and returns the address that stands for it in this browser. */
  keep: (file: File) => string;
  /** Those for which the HTML has no address that means anything here, in order. */
  files: readonly File[];
};

const DATA = /^\s*data:image\/(jpeg|jpg|png|gif|webp|avif);base64,/i;

/** The picture of a `data:` address; null for any other address, or data that is no base64. */
export function dataFile(address: string): File | null {
  const [head = "", type = ""] = DATA.exec(address) ?? [];
  if (head === "") return null;
  try {
    const bytes = Uint8Array.from(atob(address.slice(head.length).trim()), (char) => char.charCodeAt(0));
    return new File([bytes], `Pasted picture.${type.toLowerCase()}`, {
      type: `image/${type.toLowerCase().replace("jpg", "jpeg")}`,
    });
  } catch {
    return null;
  }
}

/** The pictures that Word puts into the rich text of the clipboard, where its HTML names files of that computer. */
export function picturesInRtf(rtf: string): File[] {
  return [...rtf.matchAll(/\{\\pict(?![a-z])/g)].flatMap(({ index }): File[] => {
    const own = textOfGroup(rtf, index);
    const type = /\\pngblip/.test(own) ? "png" : /\\jpegblip/.test(own) ? "jpeg" : null;
    const digits = own
      .slice(own.lastIndexOf("\\"))
      .replace(/^\\[a-z]+(-?\d+)?\s?/i, "")
      .replace(/\s/g, "");
    if (type === null || !/^(?:[\da-f]{2})+$/i.test(digits)) return [];
    const bytes = Uint8Array.from({ length: digits.length / 2 }, (_, at) =>
      Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16),
    );
    return [new File([bytes], `Pasted picture.${type}`, { type: `image/${type}` })];
  });
}

/** What an RTF group holds itself, without the groups in it. */
function textOfGroup(rtf: string, start: number): string {
  const parts: string[] = [];
  let depth = 0;
  let from = start;
  for (const { 0: brace, index } of rtf.slice(start).matchAll(/[{}]/g)) {
    const at = start + index;
    if (depth === 1) parts.push(rtf.slice(from, at));
    depth += brace === "{" ? 1 : -1;
    if (depth === 0) break;
    from = at + 1;
  }
  return parts.join(" ");
}

/** The pictures of a clipboard that stand for `wanted` ones which its HTML cannot name; none unless there are as many. */
export function picturesFor(wanted: number, clipboard: Pick<DataTransfer, "files" | "getData">): readonly File[] {
  const rtf = clipboard.getData("text/rtf");
  // Beside rich text, a file is a picture of the text.
  const found = rtf === "" ? [...clipboard.files].filter(({ type }) => type.startsWith("image/")) : picturesInRtf(rtf);
  return found.length === wanted ? found : [];
}

/** What an editor is told of pictures that were not pasted. */
export const missingPictures = (count: number) => ({
  title: count === 1 ? "A picture was not pasted" : `${count} pictures were not pasted`,
  description:
    "They are not on the clipboard, only their place on another computer or site. Add them with Upload Image.",
  variant: "destructive" as const,
});
