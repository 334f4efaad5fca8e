/** Works on all items, so many at a time. Rejects with the first error, when those under way have ended. */
export async function inParallel<T>(
  items: Iterable<T>,
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  let stopped = false;
  const worker = async () => {
    for (let next = waiting.next(); !next.done && !stopped; next = waiting.next()) {
      try {
        await work(next.value);
      } catch (error) {
        stopped = true;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: width }, worker));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
