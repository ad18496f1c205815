/** The longest parts of a report, in characters: enough to find the place, too little to fill a log. */
export const MAX_MESSAGE = 500;
export const MAX_STACK = 6_000;
/** Of the screen's address. */
export const MAX_PATH = 300;

/** The report of an error while rendering. `componentStack` names the components around it. */
export function reportOf(error: unknown, componentStack: string, path: string) {
  const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  return {
    message: message.slice(0, MAX_MESSAGE),
    stack: `${stack}\n${componentStack}`.slice(0, MAX_STACK),
    path: path.slice(0, MAX_PATH),
  };
}
