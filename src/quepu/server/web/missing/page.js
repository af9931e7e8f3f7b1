// The page for an address at which there is none.

import {html, render} from "../vendor/lit-html/lit-html.js";
import {t} from "../shared/settings.js";
import {open} from "../shared/shell.js";
import {row} from "../shared/tiles.js";

const view = () => html`<section class="missing" aria-labelledby="missing-title">
  <div aria-hidden="true">${row(["4m", "P", "4m"])}</div>
  <h1 id="missing-title">${t("missing_lead")}</h1>
  <p class="muted">${t("missing_how")}</p>
  <div class="actions"><a class="button" href="/">${t("missing_home")}</a>
    <a class="button" href="/play">${t("nav_play")}</a> <a class="button" href="/hand">${t("nav_hand")}</a>
    <a class="button" href="/rules">${t("nav_rules")}</a></div></section>`;

open("missing", () => render(view(), /** @type {HTMLElement} */ (document.getElementById("main"))));
