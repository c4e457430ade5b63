/** Was the deal fixed before the match began? */

import { createHash, timingSafeEqual } from "node:crypto";

import type { SeedRevealed } from "./gen/certamen/v1/play.js";

/**
 * Whether a revealed seed is the one that the server had committed itself to.
 *
 * @param commitment - from the match's start.
 * @param revealed - what the server told after the match.
 */
export function seedMatches(
  commitment: Uint8Array,
  revealed: Pick<SeedRevealed, "seed" | "nonce" | "startPosition">,
): boolean {
  const start = createHash("sha256").update(revealed.startPosition, "utf8").digest();
  const fresh = createHash("sha256").update(revealed.nonce).update(revealed.seed).update(start).digest();
  return commitment.length === fresh.length && timingSafeEqual(commitment, fresh);
}
