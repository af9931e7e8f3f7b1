// The requests of the laboratory.

import {call} from "../shared/api.js";

/** @typedef {import("../shared/types-generated.js").LabAnswer} LabOptions */
/** @typedef {import("../shared/types-generated.js").StudyAnswer} Study */
/** @typedef {import("../shared/types-generated.js").ReportAnswer} Report */
/** @typedef {{rules?: string, overlay?: string, players: readonly string[], hands: number, seed?: number}} Wanted */

/** @param {string} id */
const path = (id) => `/studies/${encodeURIComponent(id)}`;

/** @returns {Promise<LabOptions>} */
export const labOptions = () => call("/lab");

/** @param {Wanted} wanted @returns {Promise<{id: string, token: string}>} */
export const startStudy = (wanted) => call("/studies", {body: wanted});

/** @param {string} id @returns {Promise<Study>} */
export const study = (id) => call(path(id));

/** @param {string} id @param {string} token @returns {Promise<Study>} */
export const cancelStudy = (id, token) => call(`${path(id)}/cancel`, {body: {token}});

/** The report of a study, or of its comparison with another one. @param {string} id @param {string | null} other @returns {Promise<Report>} */
export const report = (id, other) => call(other === null ? `${path(id)}/report` : `${path(id)}/comparison?${new URLSearchParams({other})}`);

/** @param {string} id */
export const fileAddress = (id) => `/api/v1${path(id)}/file`;

/** The address of a table as a file. @param {string} id @param {string | null} other @param {string} table @param {"csv" | "parquet"} form */
export const tableAddress = (id, other, table, form) =>
  `/api/v1${path(id)}/${form}?${new URLSearchParams({table, ...(other === null ? {} : {other})})}`;
