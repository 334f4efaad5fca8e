import { counted, idText } from './summary-text.ts';

/** Most entries of a list that a summary counts; more come from a request that is refused. */
const MAX_ENTRIES = 1000;

/**
 * What a grant holds, as parts of a summary: `10 × PalSphere`, `PinkCat level 10`, `500 EXP`. Takes the amounts of an
 * event, and the body of a request that nobody has checked: what has another type is left out.
 */
export function grantParts(sections: object): string[] {
  const parts: string[] = [];
  for (const [name, partsOf] of Object.entries(SECTIONS)) {
    const value = fieldOf(sections, name);
    if (value !== undefined) parts.push(...partsOf(value));
  }
  return parts;
}

type PartsOf = (value: unknown) => string[];

export const SECTIONS: Readonly<Record<string, PartsOf>> = {
  Items: (items) => (Array.isArray(items) ? ofEntries(items, itemPart) : ofCounts(items, '')),
  Pals: (pals) => counted(ofEntries(pals, palPart)),
  PalTemplates: (names) => counted(ofEntries(names, templatePart)),
  PalEggs: (eggs) => counted(ofEntries(eggs, eggPart)),
  EXP: (amount) => ofAmount(amount, 'EXP', 'EXP'),
  TechnologyPoints: (amount) => ofAmount(amount, 'technology point', 'technology points'),
  AncientTechnologyPoints: (amount) =>
    ofAmount(amount, 'ancient technology point', 'ancient technology points'),
  Lifmunks: (amount) => ofAmount(amount, 'Lifmunk', 'Lifmunks'),
  Relics: (amounts) => ofCounts(amounts, 'relic '),
};

function ofEntries(value: unknown, partOf: (entry: unknown) => string | undefined): string[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, MAX_ENTRIES).flatMap((entry) => partOf(entry) ?? []);
}

function ofCounts(value: unknown, kind: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const parts: string[] = [];
  for (const name in value) {
    const count = fieldOf(value, name);
    if (typeof count === 'number') parts.push(`${count} × ${kind}${idText(name)}`);
    if (parts.length === MAX_ENTRIES) break;
  }
  return parts;
}

function ofAmount(value: unknown, one: string, several: string): string[] {
  return typeof value === 'number' ? [`${value} ${value === 1 ? one : several}`] : [];
}

function itemPart(entry: unknown): string | undefined {
  const [id, count] = [textOf(entry, 'ItemID'), fieldOf(entry, 'Count')];
  if (id === undefined) return undefined;
  return typeof count === 'number' ? `${count} × ${idText(id)}` : idText(id);
}

function palPart(entry: unknown): string | undefined {
  const id = textOf(entry, 'PalID');
  return id === undefined ? undefined : idText(id) + levelOf(entry);
}

/** The name of a template in a request; the Pal made from it in an event. */
function templatePart(entry: unknown): string | undefined {
  if (typeof entry === 'string') return `template ${idText(entry)}`;
  const name = textOf(entry, 'Template');
  return name === undefined ? undefined : `${palPart(entry) ?? 'a Pal'} of template ${idText(name)}`;
}

function eggPart(entry: unknown): string | undefined {
  const [egg, pal, template] = [textOf(entry, 'EggID'), textOf(entry, 'PalID'), textOf(entry, 'PalTemplate')];
  if (egg === undefined) return undefined;
  const inside = pal ?? (template === undefined ? undefined : `template ${template}`);
  return `${idText(egg)}${inside === undefined ? '' : ` with ${idText(inside)}`}${levelOf(entry)}`;
}

function levelOf(entry: unknown): string {
  const level = fieldOf(entry, 'Level');
  return typeof level === 'number' ? ` level ${level}` : '';
}

function textOf(value: unknown, name: string): string | undefined {
  const text = fieldOf(value, name);
  return typeof text === 'string' ? text : undefined;
}

/** An own field of a value of any type. */
export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
