/** Writes one line of the log where there is no logger: JSON, or the sentence on a terminal. */
export function logLine(level: number, msg: string, fields: Record<string, unknown> = {}): void {
  if (process.env.LOG_LEVEL === "silent") return;
  const line = { level, time: Date.now(), pid: process.pid, ...fields, msg };
  const reason = typeof fields.reason === "string" ? ` (${fields.reason})` : "";
  process.stdout.write(`${process.stdout.isTTY ? `${msg}${reason}` : JSON.stringify(line)}\n`);
}
