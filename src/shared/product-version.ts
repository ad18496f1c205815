import manifest from "../../package.json" with { type: "json" };

/** The version of this program, as in CHANGELOG.md. */
export const PRODUCT_VERSION: string = manifest.version;
