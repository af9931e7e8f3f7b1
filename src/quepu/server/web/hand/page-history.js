// The address of the page and its history: quick changes of one kind share an entry.

/** A change is in the address after this many milliseconds at the latest. */
const LATEST = 300;

export class PageHistory {
  /** @param {() => string} current the address of what the page shows */
  constructor(current) {
    this.current = current;
    /** The kind of the last change in the address. */
    this.last = "";
    /** The kind of a change that is not in the address yet. @type {string | null} */
    this.pending = null;
  }

  /** What is shown was read from the address. */
  reset() {
    this.last = "";
    this.pending = null;
  }

  /**
   * Note a change. It is written to the address when its answer is there, or soon after: a browser that writes its history
   * sends the next request tens of milliseconds later.
   * @param {string} kind changes of one kind in a row share an entry; "" never does
   */
  record(kind) {
    this.pending = kind;
    setTimeout(() => this.write(), LATEST);
  }

  /** Before another change: write the one before it, unless this one continues it. @param {string} kind */
  settle(kind) {
    if (!kind || kind !== this.pending) this.write();
  }

  /** Write the address: a new entry in the history, unless the change continues the one before it. */
  write() {
    if (this.pending === null) return;
    const kind = this.pending;
    this.pending = null;
    const next = this.current();
    if (next === location.pathname + location.search) return;
    if (kind && kind === this.last) history.replaceState(null, "", next);
    else history.pushState(null, "", next);
    this.last = kind;
  }
}
