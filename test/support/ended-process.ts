/** What is read of a process or a thread; none where it has ended, which may happen at any moment. */
export function unlessEnded<Value>(read: () => Value, none: Value): Value {
  try {
    return read();
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ESRCH") return none;
    throw error;
  }
}
