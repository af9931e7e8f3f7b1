// The rooms in which the user plays, or is going to.

import {ApiError} from "../api.js";
import {room} from "./rooms-api.js";
import {forgetRoom, ownRooms} from "./storage.js";

/** Which of the user's rooms are still running. Those that no longer exist are forgotten. @returns {Promise<import("./types.js").Room[]>} */
export async function runningRooms() {
  const found = await Promise.all(
    ownRooms().map((id) =>
      room(id).catch((error) => {
        if (error instanceof ApiError && error.code === "not_found") forgetRoom(id);
        return null;
      }),
    ),
  );
  return found.flatMap((one) => (one && one.phase !== "over" ? [one] : []));
}
