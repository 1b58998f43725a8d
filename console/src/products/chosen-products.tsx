import { type ReactNode, useState } from "react";
import { useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/overlay.tsx";
import { Fault } from "../ui/states.tsx";
import { PRODUCT_MARKS } from "./product-marks.ts";
import styles from "./products.module.css";

const words = messages.products;

/** More are changed by a rule. */
const CHOSEN_MAX = 100;

interface ChosenProductsProps {
  readonly ids: readonly string[];
  readonly onDone: (said: Done) => void;
}

/** What was done to products, with the way back where there is one. */
export interface Done {
  readonly said: string;
  readonly undo: { readonly ids: readonly string[]; readonly excluded: true | null } | null;
}

/** What is done to the chosen products in every feed: leaving them out, taking them in again, giving them the shop's values. */
export function ChosenProducts({ ids, onDone }: ChosenProductsProps): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const update = useChange("products.update_batch", { marks: PRODUCT_MARKS });
  const restore = useChange("products.restore_batch", { marks: PRODUCT_MARKS });
  const isTooMany = ids.length > CHOSEN_MAX;
  const exclude = (excluded: true | null) =>
    update.mutate(
      { body: { products: ids.map((id) => ({ id, excluded })) } },
      {
        onSuccess: ({ updated, errors }) =>
          onDone({
            said: words.doneTo(excluded === true ? words.leftOutNow : words.takenInNow, updated.length, errors.length),
            undo: { ids: updated, excluded: excluded === true ? null : true },
          }),
      },
    );
  const giveBack = () =>
    restore.mutate(
      { body: { ids: [...ids] } },
      {
        onSuccess({ restored, errors }) {
          setAsking(false);
          onDone({ said: words.doneTo(words.restoredNow, restored.length, errors.length), undo: null });
        },
      },
    );
  return (
    <>
      <Button isDisabled={isTooMany} isPending={update.isPending} onPress={() => exclude(true)}>
        {words.leaveOutChosen}
      </Button>
      <Button isDisabled={isTooMany} isPending={update.isPending} onPress={() => exclude(null)}>
        {words.takeInChosen}
      </Button>
      <Button isDisabled={isTooMany} onPress={() => setAsking(true)}>
        {words.restore}
      </Button>
      {isTooMany ? <span>{words.tooManyChosen(CHOSEN_MAX)}</span> : null}
      <Fault error={update.error} />
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={words.restoreAsk(ids.length)}
        action={words.restore}
        isPending={restore.isPending}
        error={restore.error}
        onConfirm={giveBack}
      >
        <p>{words.restoreBody}</p>
      </Confirm>
    </>
  );
}

/** Says what was done, until it's taken back or dismissed. */
export function DoneToProducts({ done, onGone }: { readonly done: Done; readonly onGone: () => void }): ReactNode {
  const update = useChange("products.update_batch", { marks: PRODUCT_MARKS });
  const { undo } = done;
  return (
    <div role="status" className={styles["done"]}>
      {done.said}
      {undo === null ? null : (
        <Button
          isPending={update.isPending}
          onPress={() =>
            update.mutate({ body: { products: undo.ids.map((id) => ({ id, excluded: undo.excluded })) } }, { onSuccess: onGone })
          }
        >
          {words.undo}
        </Button>
      )}
      <Button kind="quiet" onPress={onGone}>
        {words.dismiss}
      </Button>
      <Fault error={update.error} />
    </div>
  );
}
