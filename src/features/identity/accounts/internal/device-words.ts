/** What a User-Agent says, by a part of it; the first that matches counts. */
type Word = [part: RegExp, word: string];

const BROWSERS: Word[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|OPiOS|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|Chromium)\//, "Chrome"],
  // Others say that they are Safari too, and come before it.
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: Word[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** The name that a program gives itself, without its version: `curl`. */
const PROGRAM = /^([\w.-]{1,40})(?:\/|$)/;

const wordFor = (words: Word[], agent: string) => words.find(([part]) => part.test(agent))?.[1];

/**
 * The browser and system of a User-Agent in words that a person recognizes, without versions, so that an update is not
 * another device: "Firefox on Windows". What it says is not proved by anything.
 */
export function deviceWords(agent: string | undefined): string {
  if (!agent) return "An unknown device";
  const browser = wordFor(BROWSERS, agent);
  const system = wordFor(SYSTEMS, agent);
  if (browser) return system ? `${browser} on ${system}` : browser;
  if (system) return `A browser on ${system}`;
  const program = PROGRAM.exec(agent)?.[1];
  return program ? `The program ${program}` : "An unknown device";
}
