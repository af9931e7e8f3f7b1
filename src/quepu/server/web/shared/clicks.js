// Clicks on buttons.

/** Do something at a click, but not at the second one of a double click: by then another button may be in that place. @param {() => unknown} work */
export const single = (work) => (/** @type {MouseEvent} */ event) => event.detail < 2 && work();
