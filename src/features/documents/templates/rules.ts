/** Maximum length of a template's name, in code points. */
export const MAX_TEMPLATE_NAME = 80;

/** Maximum templates per document type. */
export const MAX_TEMPLATES = 100;

export const NO_TEMPLATE = "Template not found.";
export const TOO_MANY_TEMPLATES = `There can be at most ${MAX_TEMPLATES} templates. Delete one first.`;
export const NAME_TAKEN = "A template with this name exists.";
