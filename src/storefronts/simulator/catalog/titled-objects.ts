import { z } from "zod";

/** Objects of the shop that products name by their ids, and what was renamed and deleted since. */

interface Titled {
  readonly id: number;
  readonly title: string;
}

export const TitleChanges = z.object({
  renamed: z.array(z.object({ id: z.int(), title: z.string() })),
  deleted: z.array(z.int()),
});
export type TitleChanges = z.infer<typeof TitleChanges>;

export interface TitledObjects<Object extends Titled> {
  /** As they are now. */
  list(): readonly Object[];
  find(id: number): Object | undefined;
  /** Undefined: there is none. */
  rename(id: number, title: string): Object | undefined;
  /** Answers whether it was there. */
  remove(id: number): boolean;
  changes(): TitleChanges;
}

export function createTitledObjects<Object extends Titled>(
  base: readonly Object[],
  known: TitleChanges = { renamed: [], deleted: [] },
): TitledObjects<Object> {
  const titles = new Map(known.renamed.map(({ id, title }) => [id, title]));
  const deleted = new Set(known.deleted);
  const byId = new Map(base.map((object) => [object.id, object]));
  const find = (id: number): Object | undefined => {
    const object = deleted.has(id) ? undefined : byId.get(id);
    return object === undefined ? undefined : { ...object, title: titles.get(id) ?? object.title };
  };
  return {
    find,
    list: () => base.flatMap(({ id }) => find(id) ?? []),
    rename: (id, title) => {
      if (find(id) !== undefined) titles.set(id, title);
      return find(id);
    },
    remove: (id) => find(id) !== undefined && deleted.add(id).has(id),
    changes: () => ({ renamed: [...titles].map(([id, title]) => ({ id, title })), deleted: [...deleted] }),
  };
}
