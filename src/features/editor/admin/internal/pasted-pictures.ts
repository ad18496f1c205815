export type PastedPictures = {
  /** Stores a picture in this browser and returns its temporary address. */
  keep: (file: File) => string;
  files: readonly File[];
};

const DATA = /^\s*data:image\/(jpeg|jpg|png|gif|webp|avif);base64,/i;

/** Decodes the picture of a `data:` address; null for any other address or invalid base64. */
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

/** The pictures in Word's rich text on the clipboard, whose HTML refers to local files. */
export function picturesInRtf(rtf: string): File[] {
  return pictureGroups(rtf).flatMap((own): File[] => {
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

/** The text of each picture group in opening order, without nested groups. One pass. */
function pictureGroups(rtf: string): string[] {
  const pictures: string[][] = [];
  /** The open groups: the partial text of a picture, null for any other group. */
  const open: (string[] | null)[] = [];
  let from = 0;
  for (const { 0: brace, 1: picture, index } of rtf.matchAll(/\}|\{(\\pict(?![a-z]))?/g)) {
    open.at(-1)?.push(rtf.slice(from, index));
    from = index + 1;
    if (brace === "}") {
      open.pop();
      continue;
    }
    const parts = picture === undefined ? null : [];
    if (parts) pictures.push(parts);
    open.push(parts);
  }
  return pictures.map((parts) => parts.join(" "));
}

/** Returns the pictures of a clipboard whose HTML has no address for `wanted` of them; none if their number differs. */
export function picturesFor(wanted: number, clipboard: Pick<DataTransfer, "files" | "getData">): readonly File[] {
  const rtf = clipboard.getData("text/rtf");
  // If there is rich text, a file is an image of the text.
  const found = rtf === "" ? [...clipboard.files].filter(({ type }) => type.startsWith("image/")) : picturesInRtf(rtf);
  return found.length === wanted ? found : [];
}

export const missingPictures = (count: number) => ({
  title: count === 1 ? "A picture was not pasted" : `${count} pictures were not pasted`,
  description:
    "The clipboard has no image data, only an address on another computer or site. Use Upload Image to add it.",
  variant: "destructive" as const,
});
