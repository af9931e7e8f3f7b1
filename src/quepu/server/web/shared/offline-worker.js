// Runs the server's own Python in the browser, in a thread of its own: the pages ask it when there is no network. It is a module worker, and
// the only script here that may compile WebAssembly.

/** The function that answers, once Python has started. @type {Promise<(address: string, body: string | undefined) => string> | null} */
let starting = null;

/** @param {{pyodide: string, code: string}} where */
async function start({pyodide, code}) {
  const {loadPyodide} = await import(`${pyodide}pyodide.mjs`);
  const [python, archive] = await Promise.all([loadPyodide({indexURL: pyodide}), fetch(code).then((answer) => answer.arrayBuffer())]);
  python.unpackArchive(archive, "zip", {extractDir: "/quepu"});
  python.runPython("import sys; sys.path.insert(0, '/quepu')");
  return python.pyimport("quepu.server.local").answer;
}

/** @param {MessageEvent<{id: number, where: {pyodide: string, code: string}, address: string, body: string | null}>} event */
self.onmessage = async ({data: {id, where, address, body}}) => {
  starting ??= start(where);
  try {
    const answer = await starting;
    // null would not be None in Python, undefined is
    self.postMessage({id, answer: answer(address, body ?? undefined)});
  } catch (error) {
    starting = null;
    self.postMessage({id, error: String(error)});
  }
};
