/** The messages of the Play stream. */

import type { PlayResponse } from "./gen/certamen/v1/play.js";

/** One message from the server. */
export type ServerMessage = Exclude<NonNullable<PlayResponse["message"]>, { $case: "batch" }>;

/** What a response holds, in order; what we are too old to know is left out. */
export function messagesOf({ message }: PlayResponse): ServerMessage[] {
  if (message === undefined) return [];
  return message.$case === "batch" ? message.value.messages.flatMap(messagesOf) : [message];
}
