/** Escapes text between the tags of HTML. */
export const escapeText = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Escapes the value of an attribute, which stands in double quotes. */
export const escapeValue = (value: string) => escapeText(value).replaceAll('"', "&quot;");
