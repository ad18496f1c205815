export const MAX_ADDRESS_LENGTH = 2000;
/** A path of this site: one slash, not followed by another (or a backslash), which would lead to another host. */
const PATH = /^\/(?![/\\])/;

/** Whether a text is a path of this site or an http or https address, without white space or control characters. */
export function isWebAddress(address: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be in it
  if (/[\s\u0000-\u001f\u007f\\]/.test(address) || !address.isWellFormed()) return false;
  if (PATH.test(address)) return true;
  return /^https?:\/\//i.test(address) && URL.canParse(address);
}

/**
 * Completes an address as people type it: `example.com/x` gets `https://`. An address that is complete, empty, a path,
 * or has another scheme is unchanged; so is a single word, which is not a host on the web.
 */
export function completeAddress(typed: string): string {
  const address = typed.trim();
  if (address.length > MAX_ADDRESS_LENGTH || isWebAddress(address)) return address;
  const whole = `https://${address}`;
  if (!isWebAddress(whole)) return address;
  const [host = "", port = "0"] = (address.split(/[/?#]/, 1)[0] ?? "").split(":");
  const labels = host.split(".");
  const isHost = labels.length > 1 && !labels.includes("") && !host.includes("@") && /^\d+$/.test(port);
  return isHost ? whole : address;
}

/** Whether a text is a complete https address, without credentials or a fragment. */
export function isHttpsAddress(address: string): boolean {
  const url = isWebAddress(address) ? URL.parse(address) : null;
  return url?.protocol === "https:" && url.username === "" && url.password === "" && !address.includes("#");
}
