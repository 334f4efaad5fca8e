import { ZERO_GUID } from '../format/guid.ts';
import type { SaveGuid } from '../format/save-types.ts';
import { capital } from './capital.ts';
import type { GroupFacts, GuildExtraFacts } from './level-facts.ts';
import type { SaveFacts } from './save-facts.ts';
import type { ViolationList } from './violation-list.ts';

/** The role of a guild’s admin since 1.0. */
const ADMIN_ROLE = 1;

/** G1 and G2: groups, guilds and their members. */
export function checkGuilds(facts: SaveFacts, violations: ViolationList): void {
  for (const group of facts.level.groups) {
    if (group.id !== group.key) {
      violations.add('G1', group.key, `${capital(facts.guild(group.key))} carries the id ${group.id}.`);
    }
    checkAdmin(facts, group, violations);
  }
  for (const extra of facts.level.guildExtras) checkChest(facts, extra, violations);
  checkMembers(facts, violations);
}

function checkAdmin(facts: SaveFacts, { key, guild }: GroupFacts, violations: ViolationList): void {
  if (guild === null) return;
  const admin = guild.members.find(({ uid }) => uid === guild.adminUid);
  const name = capital(facts.guild(key));
  const adminName = facts.playerName(guild.adminUid);
  if (admin === undefined)
    violations.add('G1', key, `${name} has the admin ${adminName}, who is no member of it.`);
  else if (guild.hasRoles && admin.role !== ADMIN_ROLE) {
    violations.add('G1', key, `${name} has the admin ${adminName}, whose role is ${admin.role}.`);
  }
}

function checkChest(
  facts: SaveFacts,
  { guildId, chestId }: GuildExtraFacts,
  violations: ViolationList,
): void {
  const name = capital(facts.guild(guildId));
  if (!facts.groups.has(guildId)) violations.add('G1', guildId, `${name} has a chest, but does not exist.`);
  if (chestId !== ZERO_GUID && !facts.itemContainers.has(chestId)) {
    violations.add('G1', guildId, `${name} has the chest ${chestId}, which does not exist.`);
  }
}

function checkMembers(facts: SaveFacts, violations: ViolationList): void {
  const guildOf = new Map<SaveGuid, SaveGuid>();
  for (const { key, guild } of facts.level.groups) {
    for (const { uid } of guild?.members ?? []) {
      const other = guildOf.get(uid);
      if (other !== undefined) {
        violations.add(
          'G2',
          uid,
          `The player ${facts.playerName(uid)} is a member of ${facts.guild(other)} and of ${facts.guild(key)}: such a player cannot pick up Pals.`,
        );
      }
      guildOf.set(uid, key);
    }
  }
}
