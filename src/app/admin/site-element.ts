/** The id of the data block in the admin area's document: the publication's facts as JSON. */
export const SITE_ELEMENT = "site";
