/** The real server and launcher, where they are installed. */

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const COMMAND =
  process.env["CERTAMEN_COMMAND"] ??
  fileURLToPath(new URL("../../../../.venv/bin/certamen", import.meta.url));
const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

/** Why tests against the real server are skipped; false: they are not. */
export const MISSING: string | false =
  existsSync(COMMAND) || process.env["CERTAMEN_REQUIRE"] === "all" ? false : `${COMMAND} is not there`;

/** One of this package's bots, as `certamen match --bot` takes it. */
export function ours(bot: string): string {
  return `cmd:${process.execPath} ${CLI} ${bot}`;
}

/** What is known of matches that were played. */
export interface Played {
  readonly result: { standings: { faults: Record<string, number>; decisions: number; matches: number }[] };
  /** Output of `certamen verify`, and its exit status. */
  readonly verified: { readonly status: number | null; readonly output: string };
  /** Logs of the bots, by file name. */
  readonly logs: ReadonlyMap<string, string>;
}

/** Plays matches, and verifies their records. Throws with all of the output if they cannot be played. */
export function playMatches(game: string, bots: readonly string[], ...options: string[]): Played {
  const folder = mkdtempSync(join(tmpdir(), "certamen-match-"));
  try {
    const seats = bots.flatMap((bot) => ["--bot", bot]);
    const out = join(folder, "records");
    run(folder, ["match", game, ...seats, "--time", "20+0.5", "--records", out, ...options]);
    const records = readdirSync(out).filter((name) => /^game-\d+\.json$/.test(name));
    const verified = command(folder, ["verify", ...records.map((name) => join(out, name))]);
    const logs = readdirSync(join(out, "logs"));
    return {
      result: JSON.parse(readFileSync(join(out, "result.json"), "utf8")) as Played["result"],
      verified,
      logs: new Map(logs.map((name) => [name, readFileSync(join(out, "logs", name), "utf8")])),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(folder: string, words: readonly string[]): void {
  const { status, output } = command(folder, words);
  if (status !== 0)
    throw new Error(`certamen ${words.join(" ")} ended with status ${String(status)}:\n${output}`);
}

function command(folder: string, words: readonly string[]): { status: number | null; output: string } {
  const done = spawnSync(COMMAND, words, {
    cwd: folder,
    env: { ...process.env, CERTAMEN_HOME: join(folder, "home") },
    encoding: "utf8",
  });
  return { status: done.status, output: done.stdout + done.stderr };
}
