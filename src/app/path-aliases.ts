/** `spaces` is an alias of `ads`, which ad blockers stop: `shared/api-client.ts` tries it next. */
const ADS_ALIAS = /^(\/api\/(?:settings\/)?)spaces(?=[/?]|$)/;

/** The URL under which a request is routed. */
export const resolveAlias = (url: string): string => url.replace(ADS_ALIAS, "$1ads");
