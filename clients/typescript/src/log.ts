/** Logging that cannot fill a disk. */

/** How grave a line is. */
export type Level = "debug" | "info" | "warning" | "error";

/** Takes lines of the log. */
export type Log = (level: Level, text: string) => void;

/** Says nothing. */
export const silent: Log = () => undefined;

const ORDER: readonly Level[] = ["debug", "info", "warning", "error"];

/**
 * A log that writes until a number of characters is reached, then says so once and stops.
 *
 * @param options - `least`: the least grave level that is written; `limit`: characters in all; `lineLimit`:
 * characters of one line, the rest is cut off; `write`: where to, default standard error.
 */
export function boundedLog(
  options: {
    least?: Level;
    limit?: number;
    lineLimit?: number;
    write?: (line: string) => void;
  } = {},
): Log {
  const { least = "info", lineLimit = 4000 } = options;
  const write = options.write ?? ((line: string): void => void process.stderr.write(line));
  let left = options.limit ?? 1_000_000;
  return (level, text) => {
    if (left <= 0 || ORDER.indexOf(level) < ORDER.indexOf(least)) return;
    const line = `${new Date().toISOString()} ${level.toUpperCase()} ${text}`;
    const shown = line.length <= lineLimit ? line : `${line.slice(0, lineLimit)} …`;
    left -= shown.length + 1;
    write(`${shown}\n`);
    if (left <= 0) write("the log is full; nothing more is written\n");
  };
}
