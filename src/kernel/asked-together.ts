interface Waiting<Asked, Answer> {
  readonly asked: Asked;
  readonly answered: (answer: Answer) => void;
  readonly failed: (error: unknown) => void;
}

interface Together<Asked, Answer> {
  /** What is asked one after another; what comes meanwhile waits, and is asked at once. */
  readonly laneOf: (asked: Asked) => string;
  /** Of one lane, in the order in which they came; answers one for each. */
  readonly answer: (asked: readonly Asked[]) => Promise<readonly Answer[]>;
  /** Asked at once at most; all that wait when left out. */
  readonly most?: number;
  /** Waited for between two questions of a lane, so that more of them are asked together; the first one never waits. None when left out. */
  readonly rest?: () => Promise<unknown>;
}

/** Asks for many what would cost as much for one: one question of a lane is under way at a time. */
export function askedTogether<Asked, Answer>({
  laneOf,
  answer,
  most = Infinity,
  rest,
}: Together<Asked, Answer>): (asked: Asked) => Promise<Answer> {
  /** While any of theirs is being answered: those that wait. */
  const lanes = new Map<string, Waiting<Asked, Answer>[]>();
  const answerAll = async (name: string, lane: Waiting<Asked, Answer>[]): Promise<void> => {
    while (lane.length > 0) {
      const together = lane.splice(0, most);
      try {
        const answers = await answer(together.map(({ asked }) => asked));
        for (const [at, found] of answers.entries()) together[at]?.answered(found);
      } catch (error) {
        for (const { failed } of together) failed(error);
      }
      await rest?.();
    }
    lanes.delete(name);
  };
  return (asked) =>
    new Promise((answered, failed) => {
      const name = laneOf(asked);
      const open = lanes.get(name);
      const lane = open ?? [];
      lane.push({ asked, answered, failed });
      if (open !== undefined) return;
      lanes.set(name, lane);
      void answerAll(name, lane);
    });
}

/** Looked up in one statement at most. */
const NAMES_MAX = 40;

/** Whether there is something of this name: one statement at a time, for all that are asked about. `find` answers the names that it finds. */
export function existsTogether(find: (names: readonly string[]) => Promise<readonly string[]>): (name: string) => Promise<boolean> {
  const answer = async (names: readonly string[]): Promise<readonly boolean[]> => {
    const found = new Set(await find(names));
    return names.map((name) => found.has(name));
  };
  return askedTogether({ laneOf: () => "", answer, most: NAMES_MAX });
}
