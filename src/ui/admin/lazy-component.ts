import { type ComponentType, createElement, lazy } from "react";

/** Code that could not be loaded: the server is unavailable, or another build is in service. */
export class MissingCodeError extends Error {
  override name = "MissingCodeError";
  /** Lets the next component that is mounted load the code again. */
  readonly retry: () => void;
  constructor(cause: unknown, retry: () => void) {
    super("The code of this screen could not be loaded.", { cause });
    this.retry = retry;
  }
}

/**
 * A component whose code is loaded when it is first shown. A failure is a `MissingCodeError`, which the nearest
 * `PlaceBoundary` shows.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const start = () =>
    lazy(() =>
      load().then(
        (component) => ({ default: component }),
        (error: unknown) => {
          throw new MissingCodeError(error, () => {
            Loaded = start();
          });
        },
      ),
    );
  let Loaded = start();
  return (props) => createElement(Loaded as ComponentType<Props>, props);
}
