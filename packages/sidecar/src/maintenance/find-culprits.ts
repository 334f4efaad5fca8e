const MOST_TRIES = 100;

/**
 * Finds the items for which a list as a whole is refused, by halves: for k culprits among n items, about k · log2 n tries.
 * Each try takes the good items before it along, so that an item may need an earlier one.
 *
 * @param refusalOf why a list cannot be written together; undefined when it can
 * @returns `untried`: those that were not tried any more, because too many tries were needed
 */
export async function findCulprits<T>(
  items: readonly T[],
  refusalOf: (items: readonly T[]) => Promise<string | undefined>,
  mostTries = MOST_TRIES,
) {
  const good: T[] = [];
  const culprits: { item: T; reason: string }[] = [];
  const untried: T[] = [];
  const pending: (readonly T[])[] = [items];
  let tries = 0;
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    const [first] = part;
    if (first === undefined) continue;
    if (tries++ >= mostTries) {
      untried.push(...part);
      continue;
    }
    const reason = await refusalOf([...good, ...part]);
    if (reason === undefined) good.push(...part);
    else if (part.length === 1) culprits.push({ item: first, reason });
    else {
      const half = Math.ceil(part.length / 2);
      pending.push(part.slice(half), part.slice(0, half)); // the first half comes first
    }
  }
  return { good, culprits, untried };
}
