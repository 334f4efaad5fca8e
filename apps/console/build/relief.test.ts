import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { heightOf, REGION_IDS, REGIONS, SHORE, toPicture } from '../src/ground/regions.ts';
import { RELIEF_FILES } from './make-relief.ts';
import { grayPng } from './png.ts';
import { SEA_LEVEL_CM, surveyRegion } from './relief-survey.ts';

const PUBLIC = join(import.meta.dirname, '../public');

/** How the catalogue names the regions. */
const AREAS = { Main: 'MainMap', Tree: 'Tree' } as const;

/** The pixels of a gray PNG of eight bits. */
function pixelsOf(png: Buffer): { edge: number; values: Uint8Array } {
  const edge = png.readUInt32BE(16);
  const length = png.readUInt32BE(33);
  const bytes = inflateSync(png.subarray(41, 41 + length));
  const values = new Uint8Array(edge * edge);
  const at = (row: number, column: number) =>
    row < 0 || column < 0 ? 0 : (values[row * edge + column] ?? 0);
  for (let row = 0; row < edge; row++) {
    const filter = bytes[row * (edge + 1)];
    for (let column = 0; column < edge; column++) {
      const [left, above, corner] = [at(row, column - 1), at(row - 1, column), at(row - 1, column - 1)];
      const distances = [left, above, corner].map((value) => Math.abs(left + above - corner - value));
      const nearest = distances.indexOf(Math.min(...distances));
      const paeth = [left, above, corner][nearest] ?? 0;
      const expected = [0, left, above, (left + above) >> 1, paeth][filter ?? 0] ?? 0;
      values[row * edge + column] = (bytes[row * (edge + 1) + column + 1] ?? 0) + expected;
    }
  }
  return { edge, values };
}

test('a picture comes out of its PNG as it went in', () => {
  for (const edge of [1, 7, 64]) {
    const values = Uint8Array.from({ length: edge * edge }, (_, at) => (at * at + (at >> 3) * 17) & 255);
    assert.deepEqual(pixelsOf(grayPng(values, edge)), { edge, values });
  }
});

test('land is where places are, as high as they are; sea where nobody was, and where junk floats', () => {
  const { minX, maxY } = REGIONS.Main;
  const hill = { x: minX + 500_000, y: maxY - 600_000, z: SEA_LEVEL_CM + 10_000 };
  const { values, edge } = surveyRegion('Main', {
    ground: [hill, { ...hill, y: hill.y + 30_000, z: SEA_LEVEL_CM - 500 }],
    sea: [{ x: hill.x + 20_000, y: hill.y }],
  });
  const valueAt = (place: { x: number; y: number }) => {
    const { u, v } = toPicture('Main', place);
    return values[Math.floor(v * edge) * edge + Math.floor(u * edge)] ?? 0;
  };
  assert.ok(Math.abs(heightOf(valueAt(hill)) - 10_000) < 1_500, `${heightOf(valueAt(hill))} cm`);
  assert.ok(valueAt({ x: hill.x, y: hill.y + 30_000 }) >= SHORE);
  assert.ok(valueAt({ x: hill.x + 20_000, y: hill.y }) < SHORE);
  assert.equal(valueAt({ x: hill.x - 400_000, y: hill.y }), 0);
});

test('what is shown of both maps fits its budget, and most points of the catalogue lie on land', () => {
  const { columns, rows } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../packages/world/src/catalogue/data/places.json'), 'utf8'),
  ) as { columns: string[]; rows: unknown[][] };
  const column = (row: unknown[], name: string) => row[columns.indexOf(name)];
  let bytes = 0;
  for (const region of REGION_IDS) {
    const png = readFileSync(join(PUBLIC, RELIEF_FILES[region]));
    bytes += png.length;
    const { edge, values } = pixelsOf(png);
    const places = rows.filter((row) => column(row, 'area') === AREAS[region] && column(row, 'z') !== null);
    const dry = places.filter((row) => {
      const { u, v } = toPicture(region, { x: Number(column(row, 'x')), y: Number(column(row, 'y')) });
      return (values[Math.floor(v * edge) * edge + Math.floor(u * edge)] ?? 0) >= SHORE;
    });
    assert.ok(dry.length / places.length > 0.95, `${region}: ${dry.length} of ${places.length}`);
  }
  assert.ok(bytes < 100 * 1024, `${bytes} bytes`);
});
