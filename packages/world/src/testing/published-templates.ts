import PUBLISHED_EXAMPLE from './ExamplePalTemplate.json' with { type: 'json' };

// The two example templates of PalDefender's documentation of Pals/Templates. Operators copy them unchanged.

/** The extreme one: nearly every number is above its range, and `Anyone` is a work type no Pal can have. */
export { PUBLISHED_EXAMPLE };

export const PUBLISHED_SMALL_EXAMPLE = {
  PalID: 'Anubis',
  Nickname: 'Arena Anubis',
  Gender: 'None',
  Level: 50,
  PartnerSkillLevel: 1,
  HP: 3500,
  SAN: 100,
  ActiveSkills: ['SandTornado', 'Unique_Anubis_GroundPunch', 'RockLance'],
  Passives: ['Legend', 'CraftSpeed_up3'],
};
