import fc from "fast-check";
import { testSeed } from "./test-seed.ts";

/** Before the tests of a file: all of its properties draw by the seed, which fast-check prints where one fails. */
fc.configureGlobal({ seed: testSeed });
