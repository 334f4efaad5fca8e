import { between, chance, pick, type Random } from '../catalogue/random.ts';
import type { Account, Guild, GuildMember, ItemStack, Player } from '../state/model.ts';
import { type DemoContext, tierOf } from './demo-context.ts';
import demoData from './demo-data.json' with { type: 'json' };
import { putContainer, stackOf } from './inventory.ts';

export interface Candidate {
  readonly account: Account;
  readonly player: Player;
  readonly level: number;
}

/** The game's default. Guilds are larger only when there are too few of them. */
const GUILD_SIZE = 20;

/** Assigns each player to one guild, with an admin in each. */
export function makeGuilds(context: DemoContext, count: number, candidates: readonly Candidate[]): Guild[] {
  const { random } = context;
  const guilds = candidates.slice(0, count).map((admin) => [admin]);
  const room = Math.max(GUILD_SIZE, Math.ceil((candidates.length * 2) / Math.max(1, guilds.length)));
  for (const candidate of candidates.slice(guilds.length)) {
    let members = guilds[Math.floor(random() ** 1.3 * guilds.length)]; // the first guilds are larger
    while (members !== undefined && members.length >= room) members = pick(random, guilds);
    members?.push(candidate);
  }
  return guilds.map((members, index) => makeGuild(context, members, index));
}

function makeGuild(context: DemoContext, members: readonly Candidate[], index: number): Guild {
  const { world, catalogue, random, newId } = context;
  const admin = members[0] as Candidate; // every guild is founded by one
  const guild: Guild = {
    id: newId(),
    name: guildName(random, index),
    baseCampLevel: Math.max(1, Math.min(30, Math.ceil(admin.level / 2.5))),
    adminUid: admin.account.uid,
    members: members.map(({ account }, position): GuildMember => {
      const role = position === 0 ? 1 : chance(random, 0.8) ? 2 : between(random, 3, 4);
      return { uid: account.uid, name: account.name, role };
    }),
    chestId: putContainer(context, catalogue.limit('guildChestSlots'), chestStacks(context, admin.level)),
    laboratory: laboratory(context, admin.level),
    expeditions: {
      finished: admin.level < 15 ? 0 : between(random, 1, 2 * admin.level),
      released: releasedBy(context, admin.player),
    },
  };
  world.guilds.put(guild);
  return guild;
}

function guildName(random: Random, index: number): string {
  const { guilds, first, second, companies } = demoData.names;
  return guilds[index] ?? `${pick(random, first)} ${pick(random, second)} ${pick(random, companies)}`;
}

function chestStacks(context: DemoContext, level: number): (ItemStack | undefined)[] {
  const { catalogue, random } = context;
  const cap = catalogue.limit('playerLevelCap');
  const filled = Math.min(0.8, 0.15 + level / 100);
  return Array.from({ length: catalogue.limit('guildChestSlots') }, (_, slot) => {
    if (slot > 0 && !chance(random, filled)) return undefined;
    return stackOf(
      context,
      pick(random, tierOf(demoData.items.materials, between(random, 1, level), cap)),
      between(random, 5, 2_000),
    );
  });
}

/** Completes researches whose requirement is done; the first open one is in progress. Beginners have none. */
function laboratory({ catalogue, random }: DemoContext, level: number): Guild['laboratory'] {
  // All in the order of the game's list, as a save holds them from the start.
  const workAmounts = Object.fromEntries(catalogue.research.all().map(({ id }) => [id, 0]));
  if (level < 12) return { currentResearch: '', workAmounts };
  const done = new Set<string>();
  let currentResearch = '';
  for (const research of catalogue.research.all()) {
    if (research.requires !== null && !done.has(research.requires)) continue;
    if (chance(random, level / 110)) {
      done.add(research.id);
      workAmounts[research.id] = research.requiredWork + between(random, 0, 14);
    } else if (currentResearch === '') {
      currentResearch = research.id;
      workAmounts[research.id] = Math.round(research.requiredWork * (0.05 + 0.9 * random()) * 100) / 100;
    }
  }
  return { currentResearch, workAmounts };
}

function releasedBy({ catalogue }: DemoContext, admin: Player): string[] {
  const fallen = (key: string | null) => key === null || Object.hasOwn(admin.records.towerBossDefeats, key);
  return catalogue.expeditions
    .all()
    .filter((mission) => fallen(mission.visibleAfter) && fallen(mission.unlockAfter))
    .map((mission) => mission.id);
}
