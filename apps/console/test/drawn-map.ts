import type { ConsoleTab } from './console.ts';

/** Waits until the map has drawn as many marks as its list holds. @returns how many */
export async function drawnAndListed({ page }: Pick<ConsoleTab, 'page'>, expected?: number): Promise<number> {
  const count = await page.waitForFunction((atLeast) => {
    const drawn = document.querySelector<HTMLElement>('.map-stage canvas')?.dataset.drawn;
    const listed = document.querySelector<HTMLElement>('.map-rows')?.dataset.count;
    const same = drawn !== undefined && drawn === listed && Number(drawn) > 0;
    return same && (atLeast === undefined || Number(drawn) === atLeast) ? Number(drawn) : false;
  }, expected);
  return Number(await count.jsonValue());
}
