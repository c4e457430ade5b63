/** The messages of the Play stream. */

import type { PlayResponse } from "./gen/certamen/v1/play.js";

/** One message from the server. */
export type ServerMessage = NonNullable<PlayResponse["message"]>;

/** What a response holds, in order; what we are too old to know is left out. */
export function messagesOf(response: PlayResponse): ServerMessage[] {
  return response.message === undefined ? [] : [response.message];
}
