// Who has lost the connection and who is back, for the log. A page that is opened again is gone only for a moment: that is not worth a line.

/** How many milliseconds somebody must be gone. */
const MOMENT = 4000;

export class Absences {
  /** The players who have just gone, each with the timer that will say so. @type {Map<number, ReturnType<typeof setTimeout>>} */
  #going = new Map();
  /** The players of whom the log says that they are gone. @type {Set<number>} */
  #gone = new Set();
  #say;

  /** @param {(text: "told_offline" | "told_return", player: number) => void} say */
  constructor(say) {
    this.#say = say;
  }

  /** Another game begins. */
  reset() {
    for (const timer of this.#going.values()) clearTimeout(timer);
    this.#going.clear();
    this.#gone.clear();
  }

  /** @param {readonly number[]} gone the players who have lost the connection @param {readonly number[]} present those who play themselves */
  follow(gone, present) {
    for (const player of gone) {
      if (!this.#going.has(player) && !this.#gone.has(player))
        this.#going.set(
          player,
          setTimeout(() => this.#left(player), MOMENT),
        );
    }
    for (const player of present) {
      clearTimeout(this.#going.get(player));
      this.#going.delete(player);
      if (this.#gone.delete(player)) this.#say("told_return", player);
    }
  }

  /** @param {number} player */
  #left(player) {
    this.#going.delete(player);
    this.#gone.add(player);
    this.#say("told_offline", player);
  }
}
