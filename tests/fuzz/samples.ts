import type { RouteName } from '@palatine/contract';

/** A call of a route that is well formed, to be spoilt one place at a time. */
export interface Sample {
  params: Record<string, string>;
  bodies: object[];
}

const PLACE = { X: 10, Y: -20, Z: 0 };

/** Every route; between them the bodies of a route have every field it knows. */
export function samplesFor({
  uid,
  userId,
  guildId,
  campId,
}: Record<string, string>): Record<RouteName, Sample> {
  const player = { player_identifier: uid ?? '' };
  const read: Sample = { params: player, bodies: [] };
  const of = (params: Record<string, string>, ...bodies: object[]): Sample => ({ params, bodies });
  const technology = of(player, { Technology: ['Workbench'] }, { Technology: 'Workbench' });
  const reason = { Reason: 'for a test' };
  return {
    getPlayers: of({}),
    getPlayer: read,
    getPals: read,
    getItems: read,
    getTechnologies: read,
    getProgression: read,
    getGuilds: of({}),
    getGuild: of({ guild_id: guildId ?? '' }),
    getBanlist: of({}),
    getVersion: of({}),
    legacyGive: of(
      {},
      {
        UserID: userId,
        EXP: 1,
        Relics: { CapturePower: 1 },
        TechnologyPoints: 1,
        AncientTechnologyPoints: 1,
        UnlockTechnology: 'All',
        Items: [{ ItemID: 'Wood', Count: 1 }],
        Pals: [{ PalID: 'SheepBall', Level: 1 }],
        PalTemplates: ['Fine'],
        PalEggs: [{ EggID: 'PalEgg_Normal_01', PalID: 'SheepBall', Level: 1 }],
      },
      { UserID: userId, Lifmunks: 1, Techs: ['Workbench'], UnlockTechnologies: ['Workbench'] },
    ),
    giveItems: of(player, { Items: [{ ItemID: 'Wood', Count: 1 }] }),
    givePals: of(player, { Pals: [{ PalID: 'SheepBall', Level: 1 }] }),
    givePalTemplates: of(player, { PalTemplates: ['Fine'] }),
    givePalEggs: of(
      player,
      { PalEggs: [{ EggID: 'PalEgg_Normal_01', PalID: 'SheepBall', Level: 1 }] },
      { PalEggs: [{ EggID: 'PalEgg_Normal_01', PalTemplate: 'Fine' }] },
    ),
    giveProgression: of(player, {
      EXP: 1,
      TechnologyPoints: 1,
      AncientTechnologyPoints: 1,
      Relics: { CapturePower: 1 },
    }),
    summonPal: of(
      {},
      {
        PalID: 'SheepBall',
        ...PLACE,
        Level: 1,
        Uncapturable: true,
        DisableAI: true,
        DisableDamageMeter: true,
        HealthMultiplier: 2,
        DisableStatuses: ['Poison'],
      },
      { PalTemplate: 'Fine', ...PLACE, HPMultiplier: 2 },
    ),
    summonNPC: of({}, { NPCID: 'Hunter_Rifle', ...PLACE, Level: 1, Uncapturable: true, DisableAI: true }),
    learnTechnologies: technology,
    forgetTechnologies: technology,
    deleteBase: of({ base_camp_id: campId ?? '' }, {}),
    banPlayer: of(player, { ...reason, IP: false }),
    unbanPlayer: of({ user_id: userId ?? '' }, reason),
    banIP: of({ ip: '192.0.2.77' }, { ...reason, UserId: 'steam_1' }),
    unbanIP: of({ ip: '192.0.2.77' }, reason),
    kickPlayer: of(player, reason),
    sendPlayerMessage: of(
      {},
      { SendType: 'PlayerChat', Message: 'hello', UserID: userId, Sender: 'Server' },
      { SendType: 'PlayerGuildChat', Message: 'hello', UserIDs: [userId] },
    ),
    broadcast: of({}, { Message: 'hello', Sender: 'Server' }),
    alert: of({}, { Message: 'hello' }),
    reloadConfig: of({}, {}),
  };
}
