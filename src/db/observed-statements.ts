import type { DatabaseConnection, Dialect, Driver } from "kysely";

/** Called after each statement, and after each failed attempt to get a connection. */
export type ObserveStatement = (statement: { seconds: number; failed: boolean }) => void;

/**
 * The same dialect with observed statements, including the wait for a connection. In the driver, as a Kysely plugin
 * does not see statements that fail, and a copy of Kysely with a plugin would not repeat transactions.
 */
export function observed<D extends Dialect>(dialect: D, observe: ObserveStatement | undefined): D {
  if (!observe) return dialect;
  const createDriver = dialect.createDriver.bind(dialect);
  return Object.assign(dialect, { createDriver: () => observedDriver(createDriver(), observe) });
}

function observedDriver(driver: Driver, observe: ObserveStatement): Driver {
  const acquire = driver.acquireConnection.bind(driver);
  const known = new WeakSet<DatabaseConnection>();
  const waitingSince = new WeakMap<DatabaseConnection, number>();

  const timed = async <T>(began: number, work: () => Promise<T>): Promise<T> => {
    let failed = true;
    try {
      const result = await work();
      failed = false;
      return result;
    } finally {
      observe({ seconds: (performance.now() - began) / 1000, failed });
    }
  };
  const watch = (connection: DatabaseConnection): void => {
    const execute = connection.executeQuery.bind(connection);
    const executeQuery: DatabaseConnection["executeQuery"] = (...query) => {
      const began = waitingSince.get(connection) ?? performance.now();
      waitingSince.delete(connection);
      return timed(began, () => execute(...query));
    };
    Object.assign(connection, { executeQuery });
  };
  const acquireConnection: Driver["acquireConnection"] = async (options) => {
    const began = performance.now();
    const connection = await acquire(options).catch((error: unknown) =>
      timed(began, () => Promise.reject<DatabaseConnection>(error)),
    );
    // A pool hands out the same connections repeatedly.
    if (!known.has(connection)) watch(connection);
    known.add(connection);
    waitingSince.set(connection, began);
    return connection;
  };
  return Object.assign(driver, { acquireConnection });
}
