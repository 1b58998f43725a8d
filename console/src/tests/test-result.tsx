import type { ReactNode } from "react";
import { messages } from "../messages/messages.ts";
import { CatalogText } from "../ui/catalog-text.tsx";
import styles from "./tests.module.css";
import type { FeedTest } from "./written-test.ts";

const words = messages.tests;

/** What was expected and what came, for a test that failed. */
export function TestResult({ result }: { readonly result: NonNullable<FeedTest["result"]> }): ReactNode {
  const { differences, excluded } = result;
  const lines = [
    ...differences.map(({ field, expected, actual }) => words.differs(field, expected, actual)),
    ...(excluded === null ? [] : [placeOf(excluded)]),
  ];
  if (lines.length === 0) return null;
  return (
    <ul className={styles["differences"]}>
      {lines.map((line) => (
        <li key={line}>
          <CatalogText>{line}</CatalogText>
        </li>
      ))}
    </ul>
  );
}

type Place = NonNullable<NonNullable<FeedTest["result"]>["excluded"]>;

function placeOf({ expected, actual, expected_reason: wanted, actual_reason: given }: Place): string {
  if (expected && !actual) return words.shouldBeOut;
  if (!expected && actual) return words.shouldBeIn(given);
  return words.otherReason(wanted, given);
}
