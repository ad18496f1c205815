declare module "subset-font" {
  type Axis = number | { min: number; max: number };
  type Options = {
    targetFormat: "truetype" | "woff" | "woff2";
    keepAllGlyphs?: boolean;
    noHinting?: boolean;
    keepFeatures?: readonly string[];
    variationAxes?: Readonly<Record<string, Axis>>;
  };
  /** Returns the font with the characters of `text` alone. Rejects what is no font, or is damaged. */
  // biome-ignore lint/style/noDefaultExport: the package gives it that one.
  export default function subsetFont(font: Buffer, text: string | undefined, options: Options): Promise<Buffer>;
}
