/**
 * Runs the Python program on standard input, or with a folder and a module's name, that module of the folder, which then has
 * standard input to itself. What it prints is printed, and an error ends this process with 1.
 */
import { buffer } from "node:stream/consumers";
import { loadPyodide } from "pyodide";

const [folder, module] = process.argv.slice(2);
const given = await buffer(process.stdin);
const python = await loadPyodide();
try {
  if (folder === undefined) python.runPython(given.toString("utf8"));
  else runModule(folder, module);
} catch (error) {
  // Uncaught, it would be printed with a line of the runtime's, which is thousands of characters long.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function runModule(path, name) {
  let at = 0;
  const read = (into) => {
    const count = given.copy(into, 0, at);
    at += count;
    return count;
  };
  python.setStdin({ read });
  python.mountNodeFS("/home/program", path);
  // No compiled files in the folder: it is the repository's.
  python.runPython(`import runpy, sys
sys.dont_write_bytecode = True
sys.path.insert(0, "/home/program")
runpy.run_module("${name}", run_name="__main__")`);
}
