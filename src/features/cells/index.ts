export { setCells } from "./set-cells.ts";
