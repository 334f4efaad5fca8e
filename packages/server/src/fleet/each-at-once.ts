/** Does a piece of work for each item, in their order, so many at a time. Rejects with the first error. */
export async function eachAtOnce<T>(
  items: Iterable<T>,
  most: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = Iterator.from(items);
  async function goOn(): Promise<void> {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await work(next.value);
  }
  await Promise.all(Array.from({ length: most }, goOn));
}
