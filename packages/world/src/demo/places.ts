import { mapToWorld } from '../catalogue/map-coordinates.ts';
import { between, pick, type Random } from '../catalogue/random.ts';
import type { Location } from '../state/model.ts';
import demoData from './demo-data.json' with { type: 'json' };

export const MAP_BOUNDS = { x: [-999_000, 335_000], y: [-738_000, 596_000] } as const;

export function insideMap(location: Location): Location {
  const clamp = (at: number, [least, most]: readonly [number, number]) => Math.max(least, Math.min(most, at));
  return { x: clamp(location.x, MAP_BOUNDS.x), y: clamp(location.y, MAP_BOUNDS.y), z: location.z };
}

/** Regions of dry land, in map coordinates. */
const { regions } = demoData;

/** Range of z on land, cm above the sea. */
const LOWEST = 100;
const HIGHEST = 9_000;

/** A cell of this size holds at most one camp, so that camps never overlap. */
const CELL_CM = 12_000;

/** Hands out sites for camps: near a region, further out as it fills. */
export function campSites(random: Random): (index: number) => Location {
  const used = new Set<string>();
  return (index) => {
    const region = regions[index % regions.length] as (typeof regions)[number]; // there are some
    for (let spread = 15_000; ; spread += 2_000) {
      const middle = mapToWorld({ ...region, z: between(random, LOWEST, HIGHEST) });
      const site = insideMap(near(random, middle, spread));
      const cell = `${Math.floor(site.x / CELL_CM)} ${Math.floor(site.y / CELL_CM)}`;
      if (used.has(cell)) continue;
      used.add(cell);
      const inCell = (at: number) =>
        Math.floor(at / CELL_CM) * CELL_CM + CELL_CM / 2 + between(random, -2_000, 2_000);
      return insideMap({ x: inCell(site.x), y: inCell(site.y), z: site.z });
    }
  };
}

export function anyPlace(random: Random): Location {
  return insideMap(
    near(random, mapToWorld({ ...pick(random, regions), z: between(random, LOWEST, HIGHEST) }), 30_000),
  );
}

/** A random location within `spreadCm` each way, at about the same height. */
export function near(random: Random, { x, y, z }: Location, spreadCm: number): Location {
  const off = () => Math.round((random() * 2 - 1) * spreadCm * 100) / 100;
  return { x: x + off(), y: y + off(), z: z + Math.round((random() * 2 - 1) * 150) };
}
