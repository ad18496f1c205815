/** The direction of a line of text. */
export type Direction = "ltr" | "rtl";

const LETTER = /\p{L}/u;
/** Letters of the scripts that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;

/** The direction of a text by its first letter, as `dir="auto"` finds it; null without a letter. */
export function directionOf(text: string): Direction | null {
  const letter = LETTER.exec(text)?.[0];
  return letter === undefined ? null : RIGHT_TO_LEFT.test(letter) ? "rtl" : "ltr";
}
