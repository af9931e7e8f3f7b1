// Who is signed in, as far as this browser knows: the session itself is in a cookie that no script can read.

import {forget, keep, load} from "./settings.js";

const KEY = "quepu.account";
const COOKIE = location.protocol === "https:" ? "__Host-quepu_token" : "quepu_token";

/** The token that requests must send besides the cookie; null for a guest. */
function token() {
  const found = document.cookie.split("; ").find((one) => one.startsWith(`${COOKIE}=`));
  return found?.slice(COOKIE.length + 1) || null;
}

/** What a request that may change something sends. @returns {Record<string, string>} */
export function sessionHeaders() {
  const found = token();
  return found === null ? {} : {"quepu-token": found};
}

/** The account of this browser; null for a guest. @returns {{id: string, name: string} | null} */
export function knownAccount() {
  const {id, name} = load(KEY, {id: "", name: ""});
  return token() !== null && typeof id === "string" && typeof name === "string" && id ? {id, name} : null;
}

/** Keep who is signed in, so that every page can show it at once. @param {{id: string, name: string} | null} account */
export function keepAccount(account) {
  if (account === null) forget(KEY);
  else keep(KEY, {id: account.id, name: account.name});
}
