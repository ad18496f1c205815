/** A path longer than this is not one of our addresses. */
const MAX_PARAMETER_LENGTH = 300;

/** How addresses are matched: with and without a slash at the end. */
export const ROUTER_OPTIONS = { ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER_LENGTH };
