import type { Random } from '../catalogue/index.ts';
import { between, chance, pick, shuffle } from '../state/random.ts';

// Invented names: not of real people, and not from the game.

const PLAYERS = wordsOf(`
  Marlow, Tindra, okko, Brambleby, Søren, ferncurl, Quillon, Łucja, Pip & Co, NightOwl_77, Yukino 雪乃,
  haldor, Saffi, MossyBoots, Zeynep, Captain Crumb, Ioana, rusty.kettle, Ægir, Tomasz, Lark, Wendeline,
  xX_Turnip_Xx, Benoît, Halcyon, dustmote, Амина, Corvin, Old Salt, Juniper, pebble, Hoshi, Rowan the Late,
  Mirela, Gustav, teacup, Ondine, Barnaby, Svetla, Kestrel
`);

const FIRST = wordsOf(`
  Amber, Brisk, Copper, Dapper, Early, Foggy, Gentle, Hidden, Idle, Jolly, Keen, Lucky, Merry, Nimble, Odd,
  Plain, Quiet, Rapid, Silver, Tidy, Upper, Velvet, Windy, Young
`);

const SECOND = wordsOf(`
  Anvil, Badger, Cartwright, Dumpling, Ember, Farrier, Gull, Heron, Inkwell, Jasper, Kiln, Lantern, Mallow,
  Nettle, Otter, Pilgrim, Quarry, Ranger, Sparrow, Thistle, Urchin, Voyager, Weaver, Yarrow
`);

const GUILDS = wordsOf(`
  Kettle Harbour, The Late Shift, Moss & Timber, Nine Lanterns, Ålesund Anglers, Turnip Union
`);

const COMPANIES = wordsOf(`
  Company, Union, Workshop, Harbour, Society, Ranch, Outpost, Collective
`);

export const NICKNAMES = wordsOf(`
  Biscuit, Sir Naps-a-lot, Pudding, Chief, Noodle, Thunder, もち, Gravel, Duchess, Button, Dave, Waffles,
  Sprocket, Mr. Whiskers, Crouton, Pickle, Professor, Marble
`);

export const CAMPS = ['Main', 'Mine', 'Farm', 'Lookout', 'Breeding', 'Ore pit', 'Beach', 'Sawmill'] as const;

function wordsOf(names: string): string[] {
  return names.split(',').map((name) => name.trim());
}

export function playerNames(random: Random, count: number): string[] {
  const names = new Set<string>(shuffle(random, PLAYERS).slice(0, count));
  while (names.size < count) {
    const name = `${pick(random, FIRST)}${pick(random, SECOND)}`;
    names.add(names.has(name) || chance(random, 0.5) ? `${name}${between(random, 1, 9999)}` : name);
  }
  return [...names];
}

export function guildName(random: Random, index: number): string {
  return GUILDS[index] ?? `${pick(random, FIRST)} ${pick(random, SECOND)} ${pick(random, COMPANIES)}`;
}
