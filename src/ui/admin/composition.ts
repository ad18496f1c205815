/** Keys that confirm, cancel or leave something, and mean the characters that are being composed while there are some. */
const KEYS = ["Enter", "Escape", "Tab"];

/** The code of a key that an input method has taken; Safari sends the last one after the composition has ended. */
const TAKEN = 229;

/**
 * Leaves keys of a composition (Japanese, Chinese, Korean …) to the input method: no field, dialog, menu or form of the
 * page gets them, so that Enter never submits, adds or closes before the text is converted. Call it before anything
 * else listens.
 */
export function leaveComposition(page: EventTarget): void {
  page.addEventListener(
    "keydown",
    (event) => {
      const { isComposing, keyCode, key } = event as KeyboardEvent;
      if ((isComposing || keyCode === TAKEN) && KEYS.includes(key)) event.stopImmediatePropagation();
    },
    true,
  );
}
