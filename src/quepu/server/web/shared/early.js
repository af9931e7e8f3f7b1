// Runs before the page is drawn, so that it never shows in the wrong colours or size, and loads the faces of the tiles: the only script that is not a module.
(function () {
  /** @type {{theme?: string, lang?: string, corners?: boolean, large?: boolean, faces?: string, cloth?: string}} */
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("quepu.settings") || "{}");
  } catch {
    // no storage, or something else in it: the defaults hold
  }
  const root = document.documentElement;
  if (kept.theme === "light" || kept.theme === "dark") root.dataset.theme = kept.theme;
  if (kept.cloth) root.dataset.cloth = kept.cloth;
  const tiles = document.createElement("link");
  const set = kept.faces === "clear" || kept.faces === "large" ? `${kept.faces}/` : "";
  Object.assign(tiles, {rel: "preload", as: "fetch", crossOrigin: "", href: `/static/tiles/${set}sprite.svg`});
  document.head.append(tiles);
  root.classList.toggle("corners", kept.corners === true);
  root.classList.toggle("large", kept.large === true);
  root.lang = kept.lang === "zh" || kept.lang === "en" ? kept.lang : /^zh/i.test(navigator.language) ? "zh" : "en";
})();
