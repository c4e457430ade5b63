/**
 * Generates the TypeScript code of the wire contract into src/gen: `node scripts/generate.js [--check]`.
 *
 * With `--check` nothing is written; the exit status is 1 if what is committed is not what the contract yields.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const OUTPUT = join("src", "gen");

function generate(root) {
  execFileSync(join("node_modules", ".bin", "buf"), ["generate", "-o", root], { stdio: "inherit" });
}

/** The TypeScript files below a folder, by name. */
function sources(folder) {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true }) : [];
  const files = names.filter((name) => name.endsWith(".ts"));
  return new Map(files.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

function stale() {
  const root = mkdtempSync(join(tmpdir(), "certamen-generate-"));
  try {
    generate(root);
    const fresh = sources(join(root, OUTPUT));
    const committed = sources(OUTPUT);
    const names = new Set([...fresh.keys(), ...committed.keys()]);
    return [...names].filter((name) => fresh.get(name) !== committed.get(name)).sort();
  } finally {
    rmSync(root, { recursive: true });
  }
}

process.chdir(join(import.meta.dirname, ".."));
if (process.argv.includes("--check")) {
  for (const name of stale()) {
    process.stderr.write(`stale: ${join(OUTPUT, name)}; run \`npm run generate\`\n`);
    process.exitCode = 1;
  }
} else {
  generate(".");
}
