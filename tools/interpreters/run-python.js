/** Runs the Python program on standard input; what it prints is printed, and an error ends this process with 1. */
import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const python = await loadPyodide();
python.runPython(readFileSync(0, "utf8"));
