const SCHEME_END = "://";

/**
 * Path and query of a request target (RFC 9112, 3.2): of the absolute form what follows the authority, as the host a
 * client names decides nothing here. Undefined for what names no path: `*`, the authority form of CONNECT, and text
 * without meaning.
 */
export function pathOfTarget(target: string): string | undefined {
  if (target.startsWith("/")) return target;
  const scheme = target.indexOf(SCHEME_END);
  if (scheme < 1) return undefined;
  const authority = target.slice(scheme + SCHEME_END.length);
  const end = authority.search(/[/?#]/);
  if (end === -1) return "/";
  const rest = authority.slice(end);
  return rest.startsWith("/") ? rest : `/${rest}`;
}
