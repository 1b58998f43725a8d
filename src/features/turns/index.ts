export { claimInTurn } from "./claim-in-turn.ts";
