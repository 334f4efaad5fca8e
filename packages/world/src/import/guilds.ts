import { type Guid, ZERO_GUID } from '@palatine/contract';
import type { SaveGuild, SaveGuildExtra, SaveGuildMember, SavePlayer } from '@palatine/save/save-types';
import { finite } from '../catalogue/map-coordinates.ts';
import { getOrAdd } from '../catalogue/table.ts';
import type { Guild } from '../state/model.ts';
import { amount, type ImportJob, nameOrNone } from './import-job.ts';
import type { ItemContainers } from './item-containers.ts';
import type { PlayersOfSave } from './players.ts';

export function importGuilds(job: ImportJob, players: PlayersOfSave, containers: ItemContainers): void {
  const { save, world } = job;
  const extras = new Map(save.guildExtras.map((extra) => [extra.guildId, extra]));
  const guildOfMember = guildsByMember(job, players);
  const missions = missionsUnderWay(job);
  for (const { id, guild } of guildGroups(job)) {
    if (world.guilds.has(id)) continue;
    const extra = extras.get(id);
    const members = guild.members.filter(({ uid }) => guildOfMember.get(uid) === id);
    const files = members.flatMap(({ uid }) => players.files.get(uid) ?? []);
    world.guilds.put({
      id,
      name: guild.name,
      baseCampLevel: amount(guild.baseCampLevel),
      adminUid: guild.adminUid,
      members: distinctByUid(members).map(({ uid, name, role }) => ({
        uid,
        name,
        role: role || (uid === guild.adminUid ? 1 : 2), // saves before 1.0 hold no roles
      })),
      chestId: containers.take(extra?.chestContainerId ?? ZERO_GUID),
      laboratory: laboratoryOf(job, extra),
      expeditions: {
        finished: amount(extra?.finishedExpeditions ?? 0),
        released: releasedMissions(job, files, missions.get(id) ?? new Set()),
      },
    });
  }
}

function guildGroups({ save }: ImportJob): { id: Guid; guild: SaveGuild }[] {
  return save.groups.flatMap(({ id, type, guild }) =>
    type === 'Guild' && guild !== null && id !== ZERO_GUID ? [{ id, guild }] : [],
  );
}

/** The guild of each member: the one their character names, else the first. No player is in two guilds. */
function guildsByMember(job: ImportJob, { bodies }: PlayersOfSave): Map<Guid, Guid> {
  const guildOfMember = new Map<Guid, Guid>();
  for (const { id, guild } of guildGroups(job)) {
    for (const { uid } of guild.members) {
      if (uid === ZERO_GUID) continue;
      if (!guildOfMember.has(uid) || bodies.get(uid)?.groupId === id) guildOfMember.set(uid, id);
    }
  }
  return guildOfMember;
}

function distinctByUid(members: readonly SaveGuildMember[]): SaveGuildMember[] {
  return [...new Map(members.toReversed().map((member) => [member.uid, member])).values()].reverse();
}

function laboratoryOf({ spelling }: ImportJob, extra: SaveGuildExtra | undefined): Guild['laboratory'] {
  const current = nameOrNone(extra?.currentResearchId ?? '');
  return {
    currentResearch: current === '' ? '' : spelling.research(current),
    workAmounts: Object.fromEntries(
      (extra?.researches ?? []).map(({ id, workAmount }) => [spelling.research(id), finite(workAmount)]),
    ),
  };
}

/**
 * The save does not list them. Released are missions whose condition is met, a tower boss defeated by any member (those
 * without a condition from the start), and missions in progress at a station.
 */
function releasedMissions({ catalogue }: ImportJob, files: SavePlayer[], underWay: ReadonlySet<string>) {
  const defeated = new Set<string>();
  for (const { records } of files) {
    for (const [boss, count] of Object.entries(records.towerBossDefeatCount)) {
      if (count > 0) defeated.add(boss.toLowerCase());
    }
  }
  return catalogue.expeditions
    .all()
    .filter(
      ({ id, unlockAfter }) =>
        unlockAfter === null || defeated.has(unlockAfter.toLowerCase()) || underWay.has(id.toLowerCase()),
    )
    .map(({ id }) => id);
}

/** The missions at the stations of each guild, in lower case. */
function missionsUnderWay({ save }: ImportJob): Map<Guid, Set<string>> {
  const missions = new Map<Guid, Set<string>>();
  for (const { guildId, expedition } of save.mapObjects) {
    if (expedition === null) continue;
    getOrAdd(missions, guildId, () => new Set<string>()).add(expedition.missionId.toLowerCase());
  }
  return missions;
}
